import Foundation
import TestSupport
import Testing

/// Where servers that are killed have their database: a file, or with `WAYMARK_STORE=postgres` a schema of its own.
struct KillPlace {
    /// The file; nil for a schema, which is read from a copy.
    let file: String?
    /// The value of the setting `database`.
    let database: String
    private let folder: TemporaryDirectory
    /// The schema; nil for a file.
    private let schema: String?
    private static let token = String(repeating: "kL9-", count: 12)

    init() throws {
        folder = try TemporaryDirectory()
        guard ProcessInfo.processInfo.environment["WAYMARK_STORE"] == "postgres" else {
            let path = folder.file("waymark.db")
            (file, database, schema) = (path, path, nil)
            return
        }
        let cluster = try PostgresCluster.shared.get()
        let schema = "k_" + UUID().uuidString.lowercased().replacing("-", with: "_")
        _ = try cluster.query("CREATE SCHEMA \(schema)")
        (file, self.schema) = (nil, schema)
        database = cluster.uri(options: "options=-csearch_path%3D\(schema)")
    }

    /// The arguments of a server, and its variables.
    var arguments: [String] { ["--database", database, "--node-folder", folder.path] }

    /// The variables of a server: the administrator's token.
    var environment: [String: String] { ["WAYMARK_ADMIN_TOKEN": Self.token] }

    /// Starts a server on the database.
    func start() throws -> KillTarget.Server {
        let server = try RunningServer(
            database: database, arguments: ["--node-folder", folder.path], environment: environment)
        return (server, try KillTarget(server, token: Self.token))
    }

    /// Makes staged bytes so old that the next start deletes them; where servers share a database, younger ones may belong
    /// to a publish of another server.
    func ageStagedBytes() throws {
        guard let schema else { return }
        let cluster = try PostgresCluster.shared.get()
        // A server that was killed while it started may have made no tables.
        guard try cluster.query("SELECT to_regclass('\(schema).blobs') IS NOT NULL") == "t" else { return }
        // The row that each write takes first: a COMMIT of the killed server that is still going on ends before.
        _ = try cluster.query(
            """
            BEGIN; SELECT 1 FROM \(schema).cluster FOR UPDATE;
            UPDATE \(schema).blobs SET made_at = made_at - interval '1 day' WHERE is_staged = 1; COMMIT
            """)
    }

    /// A file with what the database has; no server may have it open.
    func copied() throws -> String {
        if let file { return file }
        let path = folder.file("copy.db")
        let made = try Program.run("waymark", ["store", "copy", "--from", database, "--to", path])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }
}
