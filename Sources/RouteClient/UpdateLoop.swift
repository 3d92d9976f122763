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

    func run() async {
        var schedule = PollSchedule()
        while await serverMayBeAsked(&schedule) {
            guard let pause = await step(&schedule) else { return }
            await sleep(pause, &schedule)
        }
    }

    /// Waits as long as the server asked to be left alone, also by an earlier loop or by somebody else's refresh.
    /// - Returns: false when there is nobody to ask for any more.
    private func serverMayBeAsked(_ schedule: inout PollSchedule) async -> Bool {
        while !Task.isCancelled {
            guard let left = client().map({ $0.quietMilliseconds }) else { return false }
            guard left > 0 else { return true }
            let isLifted = await alarm.keepQuiet(milliseconds: left)
            guard isLifted, means == .polling || !schedule.triesStream else { continue }
            // Somebody asked on demand and was answered: that was this loop's next poll.
            guard let pause = client().map({ wait(after: $0, &schedule) }) else { return false }
            await sleep(pause, &schedule)
        }
        return false
    }

    private func sleep(_ milliseconds: Int64, _ schedule: inout PollSchedule) async {
        if await alarm.sleep(milliseconds: milliseconds) { schedule = PollSchedule() }
    }

    /// How long to wait after a client's successful poll.
    private func wait(after client: RouteClient, _ schedule: inout PollSchedule) -> Int64 {
        let poll = client.state.withLock { $0.head?.poll }
        return schedule.afterSuccess(
            intervalSeconds: poll?.interval ?? 0, jitterSeconds: poll?.jitter ?? 0, random: .random(in: 0..<1))
    }

    /// One stream or one poll, and how many milliseconds to wait after it; nil when the client is gone.
    private func step(_ schedule: inout PollSchedule) async -> Int64? {
        if means == .events, let client = client(), client.release == nil { return await fetchFirst(&schedule) }
        guard means == .events, schedule.triesStream, let result = await listen() else { return await poll(&schedule) }
        guard !Task.isCancelled, let poll = client().map({ $0.state.withLock { $0.head?.poll } }) else { return nil }
        if result.isRung {
            schedule = PollSchedule()
            return 0
        }
        if result.refusal != nil { return schedule.afterFailure(random: .random(in: 0..<1)) }
        if result.isHeard {
            return schedule.afterStream(
                jitterSeconds: poll?.jitter ?? 0, retryMilliseconds: result.retryMilliseconds,
                random: .random(in: 0..<1))
        }
        if result.failure?.retryAfterSeconds != nil {
            schedule.streamWasRefused()
            return 0
        }
        let pause = await self.poll(&schedule)
        // Without a network neither works, and that says nothing about streams.
        if schedule.failures == 0 { schedule.streamWasRefused() }
        return pause
    }

    /// The first release of all is asked for: a network that holds back streams would keep an app waiting for it.
    private func fetchFirst(_ schedule: inout PollSchedule) async -> Int64? {
        let pause = await poll(&schedule)
        return schedule.failures == 0 ? pause.map { _ in 0 } : pause
    }

    private func poll(_ schedule: inout PollSchedule) async -> Int64? {
        guard let client = client() else { return nil }
        alarm.begin()
        do throws(RouteClientError) {
            try await client.refresh()
            alarm.end(means == .polling ? .answered : .answeredInstead)
            return wait(after: client, &schedule)
        } catch {
            // A network that came back in the middle of an exchange is told by a ring; a server that refuses is not.
            alarm.end(error.code == .unreachable || error.code == .timedOut ? .unanswered : .answered)
            return schedule.afterFailure(random: .random(in: 0..<1))
        }
    }
}
