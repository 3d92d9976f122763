import Digests
import ReleaseStore
import RouteModel
import SystemIO

/// `/v1/backup`.
struct Backups: Sendable {
    let store: any RuleStore
    /// The database's own path: copies are made beside it, where there is room for a database.
    let database: String

    /// Takes away what backups left behind when the server was killed while it sent them.
    ///
    /// - Parameter database: the database, which this process alone has open.
    static func removeLeftovers(of database: String) {
        let folder = Folders.folder(of: database)
        let name = database.split(separator: "/").last.map(String.init) ?? database
        // A folder that cannot be listed keeps them: that is no reason not to serve.
        for file in (try? Folders.names(in: folder)) ?? [] {
            let tail = file.dropFirst(name.count + mark.count)
            guard file.hasPrefix(name + mark), tail.utf8.count == 2 * markBytes, tail.allSatisfy(\.isHexDigit) else {
                continue
            }
            Files.remove("\(folder)/\(file)")
        }
    }

    private static let mark = "-backup-"
    private static let markBytes = 8

    func make(_ request: ControlRequest) throws(Problem) -> Answer {
        let path = database + Self.mark + hex(SecureRandom.bytes(Self.markBytes))
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
