package import ReleaseStore
package import RouteModel
package import StoreRecords
import Synchronization

/// A store of which some reads or one write fail; the others are those of the store behind it.
package final class InterruptedStore: RuleStore {
    private let store: any RuleStore
    private let readsMax: Int
    private let brokenWrite: Int?
    private let unknownWrite: Int?
    private let counts = Mutex((reads: 0, writes: 0))

    /// A store in front of another one.
    ///
    /// - Parameters:
    ///   - store: The store behind it.
    ///   - readsMax: The number of reads after which all fail.
    ///   - brokenWrite: The number of the write that fails, from 1; nil for none.
    ///   - unknownWrite: The number of the write that is stored and reported as unknown, from 1, as PostgreSQL does if the
    ///     connection ends in a COMMIT; nil for none.
    package init(
        _ store: any RuleStore, readsMax: Int = .max, brokenWrite: Int? = nil, unknownWrite: Int? = nil
    ) {
        self.store = store
        self.readsMax = readsMax
        self.brokenWrite = brokenWrite
        self.unknownWrite = unknownWrite
    }

    /// How many writes were begun.
    package var writeCount: Int { counts.withLock { $0.writes } }

    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let number = counts.withLock { counts in
            counts.reads += 1
            return counts.reads
        }
        guard number <= readsMax else { throw StoreError(.storage, "The test ends here.", hint: "") }
        return try store.read(body)
    }

    package func write<Value>(
        editing rule: EditedRule?, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        let number = counts.withLock { counts in
            counts.writes += 1
            return counts.writes
        }
        guard number != brokenWrite else { throw StoreError(.storage, "The disk does not answer.", hint: "Look.") }
        let value = try store.write(editing: rule, body)
        guard number != unknownWrite else { throw StoreError(.outcomeUnknown, "The connection ended.", hint: "Read.") }
        return value
    }

    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> BackupCopy {
        try store.backup(to: path, by: by, at: at)
    }

    package func releaseFreePages() throws(StoreError) -> Bool { try store.releaseFreePages() }

    package var memory: StoreMemory { store.memory }

    package var statistics: StoreStatistics { store.statistics }

    package func close() { store.close() }
}
