import RouteModel

/// How a client learns of new releases.
public enum UpdateMeans: String, Sendable, CaseIterable {
    /// By a stream of Server-Sent Events; by polling where no stream can be opened, on expensive networks and in Low Data
    /// Mode. A stream carries bytes every 20 seconds, which costs battery.
    case events
    /// By polling, at the interval that the server's heads give; the default.
    ///
    /// In Low Data Mode, only until the first release; on expensive networks at the start and when woken, and then every 15
    /// minutes at most.
    case polling
}

/// The update loop of a client, while it runs.
struct Updating: Sendable {
    var means: UpdateMeans
    var backoff: InterruptibleBackoff
    var task: Task<Void, Never>
}

extension RouteClient {
    /// Keeps the release up to date from now on.
    ///
    /// Call it when the app comes to the foreground. The first exchange begins at once, unless the wait of a
    /// `Retry-After` is not over; ``stopUpdating()`` does not end that wait. After failures the waits double up to five
    /// minutes. Each result is an event. The loop references the client weakly, except during a poll and while it uses
    /// a head. Calling this again with other means changes them; with the same means it does nothing.
    /// - Parameter means: how to learn of new releases.
    public func startUpdating(by means: UpdateMeans = .polling) {
        trial.updatingBegins()
        let before = state.withLock { state -> Updating? in
            guard state.updating?.means != means else { return nil }
            let loop = UpdateLoop(
                transport: channel.transport, means: means,
                backoff: InterruptibleBackoff(freshMilliseconds: wakeFreshMilliseconds),
                endpoint: channel.endpoint, client: { [weak self] in self })
            defer { state.updating = Updating(means: means, backoff: loop.backoff, task: Task { await loop.run() }) }
            return state.updating
        }
        before?.task.cancel()
    }

    /// Stops updating and cancels the exchange under way; call it when the app goes to the background.
    ///
    /// A release that is being written to the disk is used from memory, and the next refresh stores it
    /// (``RouteClientEvent/cacheFailed(_:)`` with `cancelled`).
    public func stopUpdating() {
        trial.updatingEnds()
        let (updating, work) = state.withLock { state in
            defer {
                state.updating = nil
                state.diskWork = DiskWork()
            }
            return (state.updating, state.diskWork)
        }
        updating?.task.cancel()
        work.end()
    }

    /// Ends the wait before the next exchange; call it when the device has woken up or has a network again.
    ///
    /// Starts no second exchange while one runs, and does nothing for one second after an answered poll began or a
    /// stream delivered its first head, so it is safe to call it together with ``startUpdating(by:)`` or several times
    /// in a row. An older stream is opened again, because a broken connection may not have been noticed yet; where
    /// polls replace a stream, a stream is tried again. The wait of a `Retry-After` goes on. Without
    /// ``startUpdating(by:)`` nothing happens; ``refresh()`` sends a request in any case.
    public func wake() { state.withLock { $0.updating }?.backoff.wake() }

    /// What is left of the wait of a `Retry-After`, in milliseconds; 0 or less if there is none.
    var retryAfterMilliseconds: Int64 {
        guard let end = state.withLock({ $0.retryAfterEnd }) else { return 0 }
        let left = ContinuousClock.now.duration(to: end).components
        return left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

// MARK: Events

extension RouteClient {
    /// The events from now on, one stream for each reader.
    ///
    /// A reader that falls behind loses the oldest events, not the newest. The stream ends with the client.
    public var updates: AsyncStream<RouteClientEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RouteClientEvent.self, bufferingPolicy: .bufferingNewest(Limits.eventsBufferedMax))
        let number = state.withLock { state in
            state.subscribersSoFar += 1
            state.subscribers.append((state.subscribersSoFar, continuation))
            return state.subscribersSoFar
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.subscribers.removeAll { $0.number == number } }
        }
        return stream
    }

    /// The release in use; waits for the first one.
    ///
    /// Until then every resolution fails with `notReady`. Call ``startUpdating(by:)`` or ``refresh()``, too: this
    /// property sends no request.
    /// - Throws: `cancelled` if the waiting task was cancelled.
    public var ready: ReleaseInfo {
        get async throws(RouteClientError) {
            let changes = updates
            if let release { return release }
            for await _ in changes {
                if let release { return release }
            }
            throw RouteClientError(.cancelled, "the task that waited for the first release was cancelled")
        }
    }

    /// The release in use; waits for the first one, but not for ever.
    ///
    /// A first launch without a network and without a bundle ends here, with the reason.
    /// - Parameter timeout: how long to wait.
    /// - Returns: the release in use.
    /// - Throws: `timedOut` if none arrived in time; its detail has the latest failure. `cancelled` if the waiting task was
    ///   cancelled.
    public func ready(timeout: Duration) async throws(RouteClientError) -> ReleaseInfo {
        if let release { return release }
        let first = await withTaskGroup(of: Result<ReleaseInfo, RouteClientError>?.self) { group in
            group.addTask {
                do throws(RouteClientError) { return .success(try await self.ready) } catch { return .failure(error) }
            }
            group.addTask {
                do { try await Task.sleep(for: timeout) } catch {}
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let first { return try first.get() }
        if Task.isCancelled {
            throw RouteClientError(.cancelled, "the task that waited for the first release was cancelled")
        }
        throw RouteClientError(
            .timedOut, "no release has arrived within \(timeout)" + (lastFailure.map { "; \($0.detail)" } ?? ""),
            hint: "without a network, only a bundle gives the first launch its rules: pass `bundle:`")
    }

    /// Sends an event to every reader; must not be called under the lock.
    func announce(_ event: RouteClientEvent) {
        let subscribers = state.withLock { $0.subscribers }
        for subscriber in subscribers { subscriber.reader.yield(event) }
    }

    /// Counts and announces a stream that has delivered its first head.
    func announceConnection() {
        state.withLock { $0.counters.connections += 1 }
        announce(.connected)
    }

    /// Counts and announces the end of a stream, or that none could be opened.
    func announceDisconnection(_ failure: RouteClientError?) {
        state.withLock { $0.counters.disconnections += 1 }
        announce(.disconnected(failure))
    }
}
