import ReleaseStore
import StoreRecords
import SystemIO

/// One write in the queue: what to do, and the state that its caller waits for.
///
/// `@unchecked Sendable`: `work` is called by the thread that leads the group, and a monitor protects `state`.
final class WriteJob: @unchecked Sendable {
    /// How the write ended.
    enum Outcome {
        /// Its write is on disk.
        case committed
        /// Its write was rolled back.
        case failed(StoreError)
    }

    /// The rule of a draft that is edited, if nothing else of drafts is.
    let rule: EditedRule?
    private let work: (StoreSession) throws -> Void
    private let state = Monitor<Outcome?>(nil)

    init(editing rule: EditedRule? = nil, _ work: @escaping (StoreSession) throws -> Void) {
        self.rule = rule
        self.work = work
    }

    /// Does the work, inside a transaction or a savepoint.
    func perform(_ session: StoreSession) throws(StoreError) {
        if rule == nil { session.forgetEdits() }
        do { try work(session) } catch { throw StoreError(thrown: error) }
    }

    /// Wakes the caller.
    func resume(_ outcome: Outcome) {
        state.withLock { $0 = outcome }
        state.wakeOne()
    }

    /// Waits for the outcome.
    func wait() -> Outcome { state.wait { $0 } }
}
