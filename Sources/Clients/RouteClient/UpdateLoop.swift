import RouteModel

/// Keeps a client's release up to date until its task is cancelled or the client is gone.
///
/// Each step opens a stream of heads or sends one poll; ``PollSchedule`` decides which, and how long to wait
/// afterwards. The loop has a strong reference to the client only during a poll and while it uses a head.
struct UpdateLoop: Sendable {
    let transport: any Transport
    let means: UpdateMeans
    let backoff: InterruptibleBackoff
    let endpoint: Endpoint
    /// The client; nil when it is gone.
    let client: @Sendable () -> RouteClient?
    /// How long a stream may take to deliver its first head.
    var openingMilliseconds = Limits.streamOpeningMilliseconds

    /// The result of a stream.
    struct StreamResult: Sendable {
        /// Whether it delivered a head.
        var isConnected = false
        /// Why it failed; nil if it delivered a head and then ended normally.
        var failure: RouteClientError?
        /// Why a head that it delivered could not be used.
        var refusal: RouteClientError?
        /// The value of the field `retry`: the wait before the next connection.
        var retryMilliseconds: Int64?
        /// Whether a wake-up ended it.
        var isWoken = false
    }

    func run() async {
        var schedule = PollSchedule()
        while await waitForRetryAfter(&schedule) {
            guard let milliseconds = await step(&schedule) else { return }
            await pause(milliseconds, &schedule)
        }
    }

    /// Waits until the wait of a `Retry-After` is over, in an answer to this loop or to any other refresh.
    /// - Returns: false when the loop is to end.
    private func waitForRetryAfter(_ schedule: inout PollSchedule) async -> Bool {
        while !Task.isCancelled {
            guard let left = client().map({ $0.retryAfterMilliseconds }) else { return false }
            guard left > 0 else { return true }
            let isAnswered = await backoff.waitForRetryAfter(milliseconds: left) {
                client()?.state.withLock { $0.retryAfterEnd } == nil
            }
            guard isAnswered, means == .polling || !schedule.triesStream else { continue }
            // The app called `refresh()` and got an answer: that replaces this loop's next poll.
            guard let milliseconds = client().map({ wait(after: $0, &schedule) }) else { return false }
            await pause(milliseconds, &schedule)
        }
        return false
    }

    private func pause(_ milliseconds: Int64, _ schedule: inout PollSchedule) async {
        if await backoff.pause(milliseconds: milliseconds) { schedule = PollSchedule() }
    }

    /// How many milliseconds to wait after a successful poll, or one for which no network was allowed.
    private func wait(
        after client: RouteClient, _ schedule: inout PollSchedule, isAnswered: Bool = true
    ) -> Int64 {
        let poll = client.state.withLock { $0.poll }
        return schedule.afterSuccess(
            intervalSeconds: poll.interval, jitterSeconds: poll.jitter, random: .random(in: 0..<1),
            isAnswered: isAnswered)
    }

    /// Opens one stream or sends one poll.
    /// - Returns: how many milliseconds to wait afterwards; nil when the client is gone.
    private func step(_ schedule: inout PollSchedule) async -> Int64? {
        if means == .events, let client = client(), client.release == nil { return await fetchFirst(&schedule) }
        guard means == .events, schedule.triesStream, let result = await listen() else { return await poll(&schedule) }
        guard !Task.isCancelled, let poll = client().map({ $0.state.withLock { $0.poll } }) else { return nil }
        if result.isWoken {
            schedule = PollSchedule()
            return 0
        }
        if result.refusal != nil { return schedule.afterFailure(random: .random(in: 0..<1)) }
        if result.isConnected {
            return schedule.afterStream(
                jitterSeconds: poll.jitter, retryMilliseconds: result.retryMilliseconds,
                random: .random(in: 0..<1))
        }
        if result.failure?.retryAfterSeconds != nil {
            schedule.streamWasRefused()
            return 0
        }
        let pause = await self.poll(&schedule)
        // If the poll fails, too, the cause is the network or the server, not the stream.
        if schedule.failures == 0 { schedule.streamWasRefused() }
        return pause
    }

    /// Polls for the first release, because a network that delays streams would delay the release, too.
    private func fetchFirst(_ schedule: inout PollSchedule) async -> Int64? {
        let pause = await poll(&schedule)
        // Without a release, such as after one that is set aside, the next poll waits as polls do.
        return schedule.failures == 0 && client()?.release != nil ? pause.map { _ in 0 } : pause
    }

    private func poll(_ schedule: inout PollSchedule) async -> Int64? {
        guard let client = client() else { return nil }
        backoff.exchangeBegins()
        do throws(RouteClientError) {
            try await client.refresh(over: client.release == nil ? .any : schedule.networks)
            backoff.exchangeEnded(means == .polling ? .answered : .answeredInsteadOfStream)
            return wait(after: client, &schedule)
        } catch {
            if case .networkNotAllowed = error.code, client.release != nil {
                backoff.exchangeEnded(.unanswered)
                return wait(after: client, &schedule, isAnswered: false)
            }
            // A wake-up during an unanswered exchange may mean that the network is back; a refusal is an answer.
            backoff.exchangeEnded(error.code == .unreachable || error.code == .timedOut ? .unanswered : .answered)
            return schedule.afterFailure(random: .random(in: 0..<1))
        }
    }
}
