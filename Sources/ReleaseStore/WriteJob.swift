import SQLiteKit

/// One write on its way through the queue: what to do, and a place where its caller waits.
///
/// `@unchecked Sendable`: `work` is called by the writer thread only, and `state` is behind its monitor.
final class WriteJob: @unchecked Sendable {
    private enum State {
        case waiting
        case committed
        case failed(StoreError)
    }

    private let work: (Session) throws(StoreError) -> Void
    private let state = Monitor(State.waiting)

    init(_ work: @escaping (Session) throws(StoreError) -> Void) {
        self.work = work
    }

    /// Does the work; the writer calls it inside a savepoint.
    func perform(_ session: Session) throws(StoreError) { try work(session) }

    /// Tells the caller that its write is on disk.
    func finish() { end(.committed) }

    /// Tells the caller that nothing of its write is there.
    func fail(_ error: StoreError) { end(.failed(error)) }

    /// Waits for the writer's word.
    func wait() throws(StoreError) {
        let failure: StoreError?? = state.wait { state in
            switch state {
            case .waiting: nil
            case .committed: .some(nil)
            case .failed(let error): .some(error)
            }
        }
        if let failure, let error = failure { throw error }
    }

    private func end(_ outcome: State) {
        state.withLock { $0 = outcome }
        state.wakeOne()
    }
}
