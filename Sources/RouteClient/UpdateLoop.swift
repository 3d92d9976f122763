import RouteModel

/// Keeps a client's release up to date until its task is cancelled or the client is gone.
///
/// Holds the client only while it takes something over.
struct UpdateLoop: Sendable {
    let transport: any Transport
    let means: UpdateMeans
    let alarm: Alarm
    let endpoint: Endpoint
    let client: @Sendable () -> RouteClient?
    /// How long a stream may take to bring its first head.
    var openingMilliseconds = Limits.streamOpeningMilliseconds

    /// How a stream went.
    struct StreamResult: Sendable {
        /// Whether it brought a head.
        var isHeard = false
        /// Why it ended, where it did not just end.
        var failure: RouteClientError?
        /// A head that it brought could not be taken over.
        var refusal: RouteClientError?
        var retryMilliseconds: Int64?
        /// Whether it was given up in order to ask at once.
        var isRung = false
    }

    /// What comes before the next try.
    private struct Pause {
        var milliseconds: Int64
        /// Whether waking up may cut it short.
        var isFree = true
    }

    func run() async {
        var schedule = PollSchedule()
        while !Task.isCancelled {
            guard let pause = await step(&schedule) else { return }
            if !pause.isFree {
                do { try await Task.sleep(for: .milliseconds(pause.milliseconds)) } catch { return }
            } else if await alarm.sleep(milliseconds: pause.milliseconds) {
                schedule = PollSchedule()
            }
        }
    }

    /// One stream or one poll; nil when the client is gone.
    private func step(_ schedule: inout PollSchedule) async -> Pause? {
        if means == .events, let client = client(), client.release == nil { return await fetchFirst(&schedule) }
        guard means == .events, schedule.triesStream, let result = await listen() else { return await poll(&schedule) }
        guard !Task.isCancelled, let poll = client().map({ $0.state.withLock { $0.head?.poll } }) else { return nil }
        if result.isRung {
            schedule = PollSchedule()
            return Pause(milliseconds: 0)
        }
        let random = Double.random(in: 0..<1)
        if let refusal = result.refusal { return pause(after: refusal, &schedule) }
        if result.isHeard {
            return Pause(
                milliseconds: schedule.afterStream(
                    jitterSeconds: poll?.jitter ?? 0, retryMilliseconds: result.retryMilliseconds, random: random))
        }
        let pause = await self.poll(&schedule)
        // Without a network neither works, and that says nothing about streams.
        if schedule.failures == 0 { schedule.streamWasRefused() }
        return pause
    }

    /// The first release of all is asked for: a network that holds back streams would keep an app waiting for it.
    private func fetchFirst(_ schedule: inout PollSchedule) async -> Pause? {
        let pause = await poll(&schedule)
        return schedule.failures == 0 ? pause.map { _ in Pause(milliseconds: 0) } : pause
    }

    private func poll(_ schedule: inout PollSchedule) async -> Pause? {
        guard let client = client() else { return nil }
        do throws(RouteClientError) {
            try await client.refresh()
            let poll = client.state.withLock { $0.head?.poll }
            return Pause(
                milliseconds: schedule.afterSuccess(
                    intervalSeconds: poll?.interval ?? 0, jitterSeconds: poll?.jitter ?? 0,
                    random: .random(in: 0..<1)))
        } catch {
            return pause(after: error, &schedule)
        }
    }

    private func pause(after failure: RouteClientError, _ schedule: inout PollSchedule) -> Pause {
        let wait = schedule.afterFailure(retryAfterSeconds: failure.retryAfterSeconds, random: .random(in: 0..<1))
        return Pause(milliseconds: wait, isFree: failure.retryAfterSeconds == nil)
    }
}
