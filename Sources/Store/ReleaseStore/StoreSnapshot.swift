package import RouteModel
package import StoreRecords

/// The store as one snapshot of its database has it, for several reads that belong together.
///
/// It is valid in the call of ``RuleStore/snapshot(_:)`` that makes it, on its thread; a write through it traps.
package struct StoreSnapshot: RuleStore, @unchecked Sendable {
    // @unchecked: the session has one thread, on which the snapshot stays.
    private let store: any RuleStore
    private let session: StoreSession

    /// The store as the snapshot of a session that is reading has it.
    package init(_ store: any RuleStore, _ session: StoreSession) {
        self.store = store
        self.session = session
    }

    /// Runs `body` on the snapshot.
    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        do { return try body(session) } catch { throw StoreError(thrown: error) }
    }

    /// Has the session closed, because what it has read is damaged.
    package func noteDamage() { session.isUsedOnce = true }

    /// Traps.
    package func write<Value>(
        editing rule: EditedRule?, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value { preconditionFailure("a snapshot is not written") }

    /// Traps.
    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> BackupCopy {
        preconditionFailure("a snapshot has no file")
    }

    /// Traps.
    package func releaseFreePages() throws(StoreError) -> Bool { preconditionFailure("a snapshot is not written") }

    /// That of the store.
    package var memory: StoreMemory { store.memory }

    /// Those of the store.
    package var statistics: StoreStatistics { store.statistics }

    /// Traps.
    package func close() { preconditionFailure("a snapshot ends with its call") }
}

extension RuleStore {
    /// Runs several reads on one snapshot of the database, in one transaction.
    ///
    /// - Parameter body: The reads, and at most what decodes them: it holds one of few connections.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func snapshot<Value>(_ body: (StoreSnapshot) throws -> Value) throws -> Value {
        let result = try read { session -> Result<Value, any Error> in
            do { return .success(try body(StoreSnapshot(self, session))) } catch let error as StoreError {
                throw error
            } catch { return .failure(error) }
        }
        return try result.get()
    }
}
