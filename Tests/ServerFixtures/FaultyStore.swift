import ReleaseStore
import RouteModel
import StoreRecords
import Synchronization
import TestSupport

/// A store whose reads and writes can be made to fail.
final class FaultyStore: RuleStore {
    /// The errors that calls throw from now on.
    struct Faults: Sendable {
        var reads: StoreError?
        var writes: StoreError?
        /// Replaces `reads` after the next committed write.
        var readsAfterWrite: StoreError?
        /// Called before each read; it may block.
        var onRead: (@Sendable () -> Void)?
        /// Called before each write; it may block.
        var onWrite: (@Sendable () -> Void)?
    }

    static let away = StoreError(.away, "The database cannot be reached.", hint: "Look at it.")
    static let broken = StoreError(.storage, "The disk does not answer.", hint: "Look at it.")

    private let store: any RuleStore
    private let faults = Mutex(Faults())

    init(_ store: any RuleStore) { self.store = store }

    /// Whether reads or writes fail now.
    var isFailing: Bool { faults.withLock { $0.reads != nil || $0.writes != nil } }

    func fail(_ change: @Sendable (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let faults = faults.withLock { $0 }
        faults.onRead?()
        if let error = faults.reads { throw error }
        return try store.read(body)
    }

    func write<Value>(
        editing rule: EditedRule?, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        try writing { () throws(StoreError) in try store.write(editing: rule, body) }
    }

    func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> BackupCopy {
        try writing { () throws(StoreError) in try store.backup(to: path, by: by, at: at) }
    }

    func releaseFreePages() throws(StoreError) -> Bool {
        try writing { () throws(StoreError) in try store.releaseFreePages() }
    }

    var memory: StoreMemory { store.memory }

    var statistics: StoreStatistics { store.statistics }

    func close() { store.close() }

    private func writing<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        let before = faults.withLock { $0 }
        before.onWrite?()
        if let error = before.writes { throw error }
        let value = try body()
        faults.withLock { faults in
            faults.reads = faults.readsAfterWrite ?? faults.reads
            faults.readsAfterWrite = nil
        }
        return value
    }
}
