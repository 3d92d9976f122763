import Digests
import ReleaseStore
import RouteModel

/// `/v1/backup`.
struct Backups: Sendable {
    let store: any RuleStore
    /// The database's own path: copies are made beside it, where there is room for a database.
    let database: String

    func make(_ request: ControlRequest) throws(Problem) -> Answer {
        let path = "\(database)-backup-\(hex(SecureRandom.bytes(8)))"
        let by = request.caller.principal
        let count = try asking { () throws(StoreError) in try store.backup(to: path, by: by, at: request.now) }
        return Answer(
            200,
            fields: [
                ProblemField("Content-Type", "application/vnd.sqlite3"), ProblemField("Cache-Control", "no-store"),
                ProblemField("Content-Disposition", "attachment; filename=\"waymark.db\""),
            ], body: .temporaryFile(path: path, byteCount: count))
    }
}
