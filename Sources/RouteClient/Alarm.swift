/// Waits that somebody else may cut short, unless what they want is being done already.
final class Alarm: Sendable {
    /// What the task that waits is at.
    private enum Mode {
        /// Something without a wait of its own, or an exchange: a ring is remembered for the next wait.
        case busy
        /// A wait that a ring ends.
        case free
        /// A wait that only ``lift()`` ends: after it an exchange follows anyway.
        case quiet
        /// A stream that brought nothing yet: an exchange that is beginning.
        case opening
    }

    private struct State {
        var mode = Mode.busy
        /// Ends the wait under way.
        var interrupt: (@Sendable () -> Void)?
        var isRung = false
        var isLifted = false
        /// When the latest exchange began that brought an answer, or may yet.
        var asked: ContinuousClock.Instant?

        /// Whether somebody cut the wait short that the mode says.
        var isOver: Bool { mode == .quiet ? isLifted : mode == .free && isRung }
    }

    private let state = Lock(State())
    private let fresh: Duration

    /// - Parameter freshMilliseconds: how old an exchange may be for a ring to be needless.
    init(freshMilliseconds: Int64 = Limits.wakeFreshMilliseconds) { fresh = .milliseconds(freshMilliseconds) }

    /// Ends the wait under way, or the next one; does nothing where an exchange is as good as the one that is wanted.
    func ring() {
        let interrupt = state.withLock { [fresh] state -> (@Sendable () -> Void)? in
            if let asked = state.asked, asked.duration(to: .now) < fresh { return nil }
            guard state.mode == .busy || state.mode == .free else { return nil }
            state.isRung = true
            return state.interrupt
        }
        interrupt?()
    }

    /// Ends a quiet wait, or the next one.
    func lift() {
        let interrupt = state.withLock { state -> (@Sendable () -> Void)? in
            state.isLifted = true
            return state.mode == .quiet ? state.interrupt : nil
        }
        interrupt?()
    }

    /// An exchange begins: whoever rang before gets what they wanted.
    func begin() {
        state.withLock { state in
            state.isRung = false
            state.asked = .now
        }
    }

    /// How an exchange went, as far as whoever rings is concerned.
    enum End {
        /// It brought an answer.
        case answered
        /// It brought an answer, but a stream is what is wanted: a ring from now on asks for one.
        case answeredInstead
        /// Nobody answered: whoever rang meanwhile may know that somebody would now.
        case unanswered
    }

    /// An exchange is over; whoever rang meanwhile got what they wanted, if there was an answer.
    func end(_ end: End) {
        state.withLock { state in
            if end != .unanswered { state.isRung = false }
            if end != .answered { state.asked = nil }
        }
    }

    /// Waits, on a clock that goes on while the device sleeps and does not jump.
    /// - Returns: whether a ring ended it.
    func sleep(milliseconds: Int64) async -> Bool {
        let pause = Self.pause(milliseconds)
        enter(.free) { pause.cancel() }
        await wait(for: pause)
        return leave()
    }

    /// Waits as ``sleep(milliseconds:)`` does, deaf to rings.
    /// - Returns: whether ``lift()`` ended it.
    func keepQuiet(milliseconds: Int64) async -> Bool {
        let pause = Self.pause(milliseconds)
        enter(.quiet) { pause.cancel() }
        await wait(for: pause)
        return leave()
    }

    /// Waits for a stream, which a ring ends once it was heard, and the cancellation of this task at any time.
    /// - Parameter read: reads the stream to its end, and calls the closure that it is given when the stream is heard.
    /// - Returns: what reading gave, and whether a ring ended it.
    func stream<Value: Sendable>(
        _ read: @escaping @Sendable (_ hear: @escaping @Sendable () -> Void) async -> Value
    ) async -> (value: Value, isRung: Bool) {
        state.withLock { $0.mode = .opening }
        let reading = Task { await read { self.hear() } }
        state.withLock { $0.interrupt = { reading.cancel() } }
        let value = await wait(for: reading)
        state.withLock { $0.asked = nil }
        return (value, leave())
    }

    /// A stream that stands is as good as an exchange of now.
    private func hear() {
        state.withLock { state in
            guard state.mode == .opening else { return }
            state.mode = .free
            state.isRung = false
            state.asked = .now
        }
    }

    private func enter(_ mode: Mode, _ interrupt: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            state.mode = mode
            state.interrupt = interrupt
            return state.isOver
        }
        if isOver { interrupt() }
    }

    /// - Returns: whether somebody cut the wait short.
    private func leave() -> Bool {
        state.withLock { state in
            defer {
                if state.mode == .quiet { state.isLifted = false }
                state.isRung = false
                state.mode = .busy
                state.interrupt = nil
            }
            return state.isOver
        }
    }

    private static func pause(_ milliseconds: Int64) -> Task<Void, Never> {
        Task { do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch {} }
    }

    /// Waits for a task, which the cancellation of this one cancels.
    @discardableResult
    private func wait<Value: Sendable>(for task: Task<Value, Never>) async -> Value {
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
