import Monitors
import ReleaseStore
import RouteModel
import StoreRecords

/// A store whose reads fail after some of them.
final class FailingStore: RuleStore {
    private let store: any RuleStore
    private let left: Monitor<Int>

    init(_ store: any RuleStore, after reads: Int) {
        self.store = store
        left = Monitor(reads)
    }

    func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let isWorking = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isWorking else { throw StoreError(.storage, "The test ends here.", hint: "") }
        return try store.read(body)
    }

    func write<Value>(_ body: @escaping (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try store.write(body)
    }

    func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> Int {
        try store.backup(to: path, by: by, at: at)
    }

    func releaseFreePages() throws(StoreError) -> Bool { try store.releaseFreePages() }
    var memory: StoreMemory { store.memory }
    var statistics: StoreStatistics { store.statistics }
    func close() { store.close() }
}
