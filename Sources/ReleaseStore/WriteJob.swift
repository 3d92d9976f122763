import SQLiteKit

/// One write on its way through the queue: what to do, and a place where its caller waits.
///
/// `@unchecked Sendable`: `work` is called once, by whoever leads the group, and `state` is behind its monitor.
final class WriteJob: @unchecked Sendable {
    /// What a waiting caller hears.
    enum Word {
        /// Its write is on disk.
        case committed
        /// Nothing of its write is there.
        case failed(StoreError)
        /// It is its turn to lead a group, its own write among them.
        case lead(StoreFiles)
    }

    private let work: (Session) throws(StoreError) -> Void
    private let state = Monitor<Word?>(nil)

    init(_ work: @escaping (Session) throws(StoreError) -> Void) {
        self.work = work
    }

    /// Does the work; called inside a savepoint.
    func perform(_ session: Session) throws(StoreError) { try work(session) }

    /// Tells the caller what became of its write, or that it shall lead.
    func tell(_ word: Word) {
        state.withLock { $0 = word }
        state.wakeOne()
    }

    /// Waits for the next word.
    func wait() -> Word {
        state.wait { word in
            defer { word = nil }
            return word
        }
    }
}
