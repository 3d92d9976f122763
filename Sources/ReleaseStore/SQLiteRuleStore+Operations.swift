package import RouteModel
import SQLiteKit

extension SQLiteRuleStore {
    /// Reads what the store knows about itself.
    package func facts() throws(StoreError) -> StoreFacts {
        try readers.read { session throws(StoreError) in try session.facts() }
    }

    /// Reads facts, apps and channels in one snapshot.
    package func overview() throws(StoreError) -> StoreOverview {
        try readers.read { session throws(StoreError) in try session.overview() }
    }

    /// Proves that a write reaches the disk, by one; for readiness.
    package func checkWritable(at: Instant) throws(StoreError) {
        try writes.perform { session throws(StoreError) in try session.noteProbe(at) }
    }

    /// Raises the epoch, as after a restore by hand; returns the new one.
    package func raiseEpoch(by: Principal, at: Instant) throws(StoreError) -> Int {
        try writes.perform { session throws(StoreError) in try session.raiseEpoch(Stamp(by: by, at: at)) }
    }

    /// Copies the database to a new file while reads and writes go on; returns its length in bytes.
    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> Int {
        try writes.perform { session throws(StoreError) in
            try session.audit(
                .storeBackup, app: nil, before: nil, after: AuditText.backup(to: path), Stamp(by: by, at: at))
        }
        let source = try readers.openSession()
        defer { source.close() }
        return try BackupFile(path: path).fill(from: source) { self.readers.isClosed }
    }

    /// Rows of the audit, newest first.
    package func audit(_ query: AuditQuery) throws(StoreError) -> [AuditRecord] {
        try readers.read { session throws(StoreError) in try session.audit(query) }
    }

    /// Walks the whole audit and proves its chain.
    package func verifyAudit() throws(StoreError) -> AuditVerdict {
        try readers.read { session throws(StoreError) in try session.verifyAudit() }
    }

    /// Claims a key for a request about to run.
    ///
    /// `keyRunning` while another runs, `keyReused` for another body.
    package func claim(_ key: IdempotencyKey, at: Instant) throws(StoreError) -> IdempotencyClaim {
        try claims.begin(key)
        do throws(StoreError) {
            let kept = try readers.read { session throws(StoreError) in try session.answer(key, at: at) }
            guard let kept else { return .fresh }
            guard kept.bodyDigest == key.bodyDigest else { throw StoreError.keyReused }
            claims.end(key)
            return .replay(kept.answer)
        } catch {
            claims.end(key)
            throw error
        }
    }

    /// Ends a claim that was `fresh`, whether the request succeeded or not.
    package func endClaim(_ key: IdempotencyKey) { claims.end(key) }
}
