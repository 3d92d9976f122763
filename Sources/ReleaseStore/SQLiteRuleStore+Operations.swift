package import RouteModel
import SQLiteKit

extension SQLiteRuleStore {
    package func facts() throws(StoreError) -> StoreFacts {
        try readers.read { session throws(StoreError) in try session.facts() }
    }

    package func overview() throws(StoreError) -> StoreOverview {
        try readers.read { session throws(StoreError) in try session.overview() }
    }

    package func checkWritable(at: Instant) throws(StoreError) {
        try writes.perform { session throws(StoreError) in try session.noteProbe(at) }
    }

    package func raiseEpoch(by: Principal, at: Instant) throws(StoreError) -> Int {
        try writes.perform { session throws(StoreError) in try session.raiseEpoch(Stamp(by: by, at: at)) }
    }

    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> Int {
        try writes.perform { session throws(StoreError) in
            try session.audit(
                .storeBackup, app: nil, before: nil, after: AuditText.backup(to: path), Stamp(by: by, at: at))
        }
        let source = try readers.openSession()
        defer { source.close() }
        return try BackupFile(path: path).fill(from: source) { self.readers.isClosed }
    }

    package func audit(_ query: AuditQuery) throws(StoreError) -> [AuditRecord] {
        try readers.read { session throws(StoreError) in try session.audit(query) }
    }

    package func verifyAudit() throws(StoreError) -> AuditVerdict {
        try readers.read { session throws(StoreError) in try session.verifyAudit() }
    }

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

    package func endClaim(_ key: IdempotencyKey) { claims.end(key) }
}
