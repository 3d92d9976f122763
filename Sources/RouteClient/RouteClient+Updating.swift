import RouteModel

/// How a client hears of new releases.
public enum UpdateMeans: String, Sendable, CaseIterable {
    /// By Server-Sent Events, as they are published; by polling wherever a stream cannot be had.
    case events
    /// By asking at the pace that the server's heads set.
    case polling
}

/// What keeps the release up to date, while it does.
struct Updating: Sendable {
    var means: UpdateMeans
    var alarm: Alarm
    var task: Task<Void, Never>
}

extension RouteClient {
    /// Keeps the release up to date from now on.
    ///
    /// For the time an app is in the foreground. The first exchange begins at once, unless the server asked to be left
    /// alone. After failures the waits double up to five minutes; what the server asks for by `Retry-After` is kept, also
    /// over ``stopUpdating()``. Each result is an event. The client is kept alive only while a head is taken over.
    /// Calling it again changes the means, and does nothing while they are the same.
    /// - Parameter means: how to hear of new releases.
    public func startUpdating(by means: UpdateMeans = .events) {
        let before = state.withLock { state -> Updating? in
            guard state.updating?.means != means else { return nil }
            let loop = UpdateLoop(
                transport: transport, means: means, alarm: Alarm(freshMilliseconds: wakeFreshMilliseconds),
                endpoint: endpoint, client: { [weak self] in self })
            defer { state.updating = Updating(means: means, alarm: loop.alarm, task: Task { await loop.run() }) }
            return state.updating
        }
        before?.task.cancel()
    }

    /// Stops what ``startUpdating(by:)`` began, as when the app goes to the background; an exchange under way is given up.
    public func stopUpdating() {
        let updating = state.withLock { state in
            defer { state.updating = nil }
            return state.updating
        }
        updating?.task.cancel()
    }

    /// Asks at once instead of waiting on: the device woke up, or has a network again.
    ///
    /// While an exchange runs there is no second one, and for a second after a stream was heard or a poll began that was
    /// answered neither: calling this beside ``startUpdating(by:)`` or several times in a row is fine. A stream that has
    /// stood for longer is opened anew, because it may be dead without a word; where polls stand in for a stream, one is
    /// tried again. The wait that a server asked for by `Retry-After` goes on. Without
    /// ``startUpdating(by:)`` nothing happens; ``refresh()`` asks in any case.
    public func wake() { state.withLock { $0.updating }?.alarm.ring() }

    /// How long the server wants to be left alone from now on; 0 or less where it does not.
    var quietMilliseconds: Int64 {
        guard let end = state.withLock({ $0.quietUntil }) else { return 0 }
        let left = ContinuousClock.now.duration(to: end).components
        return left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
