/// The waits of an update loop, which other threads can end early; wake-ups coalesce.
///
/// One task, the loop, calls the functions that wait or report an exchange with the server. Any thread may call
/// ``wake()`` and ``endRetryAfter()``. What a wake-up does depends on the phase of the loop:
///
/// | phase | the loop | a wake-up |
/// |---|---|---|
/// | working | polls, or is between two waits | is kept: it ends the next pause |
/// | pausing | waits for the next poll, or backs off after a failure | ends the pause |
/// | retryAfter | waits as long as `Retry-After` requires | is dropped: an exchange follows the wait |
/// | connecting | has requested a stream that has not delivered a head | is dropped: the request has just been sent |
/// | streaming | reads a stream that delivers heads | ends the stream, so that the loop opens a new one |
///
/// In every phase a wake-up is dropped if the latest exchange began less than ``freshness`` ago and was answered or is
/// still under way: another exchange would get the same answer.
final class InterruptibleBackoff: Sendable {
    private enum Phase {
        case working, pausing, retryAfter, connecting, streaming
    }

    private struct State {
        var phase = Phase.working
        /// Ends the wait under way; nil while there is none.
        var interrupt: (@Sendable () -> Void)?
        /// A wake-up that no exchange has answered yet.
        var isWoken = false
        /// Whether ``endRetryAfter()`` ended the wait under way.
        var isRetryAfterOver = false
        /// When the latest exchange began, if it was answered or is under way.
        var exchangeBegan: ContinuousClock.Instant?

        /// Whether the wait under way is to end now.
        var isInterrupted: Bool {
            switch phase {
            case .pausing, .streaming: isWoken
            case .retryAfter: isRetryAfterOver
            case .working, .connecting: false
            }
        }
    }

    /// How an exchange with the server ended.
    enum ExchangeEnd {
        /// With an answer: later wake-ups within ``freshness`` are dropped.
        case answered
        /// With an answer to a poll that replaces a stream: the next wake-up makes the loop try a stream again.
        case answeredInsteadOfStream
        /// Without an answer: a wake-up during the exchange is kept, because the network may have come back since then.
        case unanswered
    }

    private let state = Lock(State())
    private let freshness: Duration

    /// - Parameter freshMilliseconds: how long after the start of an answered exchange wake-ups are dropped.
    init(freshMilliseconds: Int64 = Limits.wakeFreshMilliseconds) { freshness = .milliseconds(freshMilliseconds) }

    // MARK: Calls from any thread

    /// Ends the pause or the stream under way, or the next pause; see the table above.
    func wake() {
        let interrupt = state.withLock { [freshness] state -> (@Sendable () -> Void)? in
            if let began = state.exchangeBegan, began.duration(to: .now) < freshness { return nil }
            guard state.phase != .retryAfter && state.phase != .connecting else { return nil }
            state.isWoken = true
            return state.interrupt
        }
        interrupt?()
    }

    /// Ends the `Retry-After` wait under way, because the server has answered another request.
    func endRetryAfter() {
        let interrupt = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.phase == .retryAfter else { return nil }
            state.isRetryAfterOver = true
            return state.interrupt
        }
        interrupt?()
    }

    // MARK: Exchanges, reported by the loop

    /// A poll begins; it answers all wake-ups before it.
    func exchangeBegins() {
        state.withLock { state in
            state.isWoken = false
            state.exchangeBegan = .now
        }
    }

    /// The poll has ended; with an answer, wake-ups during the poll are done, too.
    func exchangeEnded(_ end: ExchangeEnd) {
        state.withLock { state in
            if end != .unanswered { state.isWoken = false }
            if end != .answered { state.exchangeBegan = nil }
        }
    }

    // MARK: Waits of the loop

    /// Waits for the next poll, on a clock that runs while the device sleeps and is not affected by clock changes.
    /// - Returns: whether a wake-up ended the wait.
    func pause(milliseconds: Int64) async -> Bool {
        let sleep = Self.sleep(milliseconds)
        begin(.pausing) { sleep.cancel() }
        await value(of: sleep)
        return end()
    }

    /// Waits as long as `Retry-After` requires; wake-ups do not end this wait.
    /// - Parameters:
    ///   - milliseconds: how long.
    ///   - isOver: whether the server has answered another request since the caller read `milliseconds`.
    /// - Returns: whether ``endRetryAfter()`` or `isOver` ended the wait.
    func waitForRetryAfter(milliseconds: Int64, unless isOver: () -> Bool) async -> Bool {
        let sleep = Self.sleep(milliseconds)
        begin(.retryAfter) { sleep.cancel() }
        // Checked after the phase is set, because an answer before that found no wait to end.
        if isOver() { endRetryAfter() }
        await value(of: sleep)
        return end()
    }

    /// Reads a stream to its end; a wake-up ends it once it has delivered a head, and cancellation at any time.
    /// - Parameter read: reads the stream, and calls its argument when the first head has arrived.
    /// - Returns: what `read` returned, and whether a wake-up ended the stream.
    func stream<Value: Sendable>(
        _ read: @escaping @Sendable (_ firstHeadArrived: @escaping @Sendable () -> Void) async -> Value
    ) async -> (value: Value, isWoken: Bool) {
        state.withLock { $0.phase = .connecting }
        let reading = Task { await read { self.firstHeadArrived() } }
        setInterrupt { reading.cancel() }
        let value = await value(of: reading)
        state.withLock { $0.exchangeBegan = nil }
        return (value, end())
    }

    /// The stream is connected, which counts as an exchange that began now.
    private func firstHeadArrived() {
        state.withLock { state in
            guard state.phase == .connecting else { return }
            state.phase = .streaming
            state.isWoken = false
            state.exchangeBegan = .now
        }
    }

    private func begin(_ phase: Phase, _ interrupt: @escaping @Sendable () -> Void) {
        state.withLock { $0.phase = phase }
        setInterrupt(interrupt)
    }

    private func setInterrupt(_ interrupt: @escaping @Sendable () -> Void) {
        let isInterrupted = state.withLock { state in
            state.interrupt = interrupt
            return state.isInterrupted
        }
        if isInterrupted { interrupt() }
    }

    /// Ends a wait and sets the phase to `working`.
    /// - Returns: whether the wait was ended early.
    private func end() -> Bool {
        state.withLock { state in
            let isInterrupted = state.isInterrupted
            state.isRetryAfterOver = false
            state.isWoken = false
            state.phase = .working
            state.interrupt = nil
            return isInterrupted
        }
    }

    private static func sleep(_ milliseconds: Int64) -> Task<Void, Never> {
        Task { do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch {} }
    }

    /// Waits for a task, and cancels it if the current task is cancelled.
    @discardableResult
    private func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
