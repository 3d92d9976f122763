/// Waits that somebody else may cut short.
final class Alarm: Sendable {
    private struct State {
        var isRung = false
        /// Ends the wait under way.
        var interrupt: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// Ends the wait under way, or the next one.
    func ring() {
        let interrupt = state.withLock { state in
            state.isRung = true
            return state.interrupt
        }
        interrupt?()
    }

    /// Waits, on a clock that goes on while the device sleeps and does not jump.
    /// - Returns: whether the alarm ended it.
    func sleep(milliseconds: Int64) async -> Bool {
        await wait(for: Task { do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch {} }).isRung
    }

    /// Waits for a task, which the alarm or the cancellation of this one cancels.
    func wait<Value: Sendable>(for task: Task<Value, Never>) async -> (value: Value, isRung: Bool) {
        let wasRung = state.withLock { state in
            state.interrupt = { task.cancel() }
            return state.isRung
        }
        if wasRung { task.cancel() }
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let isRung = state.withLock { state in
            defer { state = State() }
            return state.isRung
        }
        return (value, isRung)
    }
}
