import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite(
    "waymark serve on PostgreSQL", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct PostgresServeTests {
    private let folder: TemporaryDirectory
    private let uri: String
    /// The password of the cluster's user `guarded`, as the tests of SQLKit set it, too.
    private static let password = "right-word"
    private static let token = String(repeating: "pG7-", count: 12)

    /// Makes a schema of the user `guarded`, who is no superuser, and a password file.
    init() throws {
        folder = try TemporaryDirectory()
        let cluster = try PostgresCluster.shared.get()
        let schema = "e_" + UUID().uuidString.lowercased().replacing("-", with: "_")
        let made = try Program.tool(
            "psql",
            [
                "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", cluster.uri(), "--command",
                """
                DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD '\(Self.password)';
                EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
                """, "--command", "CREATE SCHEMA \(schema) AUTHORIZATION guarded",
            ])
        try #require(made.status == 0, "\(made.errors)")
        let file = folder.file("passwords")
        try "*:*:*:guarded:\(Self.password)\n".write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        uri = cluster.uri(user: "guarded", options: "options=-csearch_path%3D\(schema)&passfile=\(file)")
    }

    private func start() throws -> RunningServer {
        try RunningServer(
            database: uri, arguments: ["--node-folder", folder.path],
            environment: ["WAYMARK_ADMIN_TOKEN": Self.token])
    }

    private func admin(_ server: RunningServer, _ method: String, _ path: String, _ json: String) throws -> Exchange {
        try server.send(method, path, headers: ["If-Match: *"], json: json, token: Self.token)
    }

    @Test("What was published is served, also after SIGTERM and SIGKILL, and the log has no password")
    func restarts() throws {
        let first = try start()
        #expect(try admin(first, "POST", "/v1/apps", #"{"app":"shop","title":"a\u0000b"}"#).status == 201)
        let settings = #"{"origins":["https://shop.example"]}"#
        #expect(try admin(first, "PUT", "/v1/apps/shop/draft/settings", settings).status == 200)
        let rule = #"{"id":"a","match":["/v/:id"],"to":{"screen":"Item"}}"#
        let made = try admin(first, "POST", "/v1/apps/shop/draft/rules?publish=1", rule)
        #expect(made.status == 201, "\(made.text)")
        let head = "/v1/apps/shop/head"
        let before = try first.send("GET", head)
        #expect(before.status == 200)
        #expect(try first.send("GET", "/readyz").status == 200)
        #expect(
            try first.send("GET", "/metrics", token: Self.token).text.contains("waymark_store_disk_free_bytes") == false
        )
        #expect(first.stop() == 0)
        let second = try start()
        #expect(try second.send("GET", head).text == before.text, "a start alone raises no epoch")
        second.kill()
        let third = try start()
        #expect(try third.send("GET", head).text == before.text)
        #expect(try third.send("GET", "/v1/apps/shop", token: Self.token).json["title"]?.stringValue == "a\0b")
        for server in [first, second, third] { #expect(!server.log.contains(Self.password), "\(server.log)") }
        #expect(third.stop() == 0)
    }

    @Test("store copy brings a store to a file and back; a place with a store, and one without, are refused")
    func copies() throws {
        let first = try start()
        #expect(try admin(first, "POST", "/v1/apps", #"{"app":"shop","title":"Shop"}"#).status == 201)
        let file = folder.file("copy.db")
        func copy(_ from: String, _ to: String) throws -> ProgramResult {
            try Program.run("waymark", ["store", "copy", "--from", from, "--to", to])
        }
        let busy = try copy(uri, file)
        #expect(busy.status != 0 && busy.errors.contains("Another process has the database open"), "\(busy.errors)")
        #expect(first.stop() == 0)
        let copied = try copy(uri, file)
        #expect(copied.status == 0 && copied.output.hasPrefix("copied and compared "), "\(copied.errors)")
        #expect(copied.errors.contains("apps: 1 rows") && !copied.errors.contains(Self.password))
        let second = try RunningServer(database: file, environment: ["WAYMARK_ADMIN_TOKEN": Self.token])
        #expect(try second.send("GET", "/v1/apps/shop", token: Self.token).json["title"]?.stringValue == "Shop")
        #expect(second.log.contains("The database was a backup"))
        #expect(second.stop() == 0)
        let taken = try copy(file, uri)
        #expect(taken.status != 0 && taken.errors.contains("has a store already"), "\(taken.errors)")
        let missing = try copy(folder.file("none.db"), folder.file("other.db"))
        #expect(missing.status != 0 && missing.errors.contains("There is no store"), "\(missing.errors)")
    }

    @Test("A second server shares the database; config check says that another process has it open")
    func second() throws {
        let server = try start()
        let arguments = ["--listen", "127.0.0.1:0", "--database", uri, "--node-folder", folder.path]
        try FileManager.default.createDirectory(atPath: folder.file("b"), withIntermediateDirectories: true)
        let other = try RunningServer(
            database: uri, arguments: ["--node-folder", folder.file("b"), "--node-name", "b"])
        #expect(try other.send("GET", "/v1/whoami", token: Self.token).status == 200)
        #expect(other.stop() == 0)
        let check = try Program.run("waymark", ["config", "check"] + arguments)
        #expect(check.status == 0, "\(check.errors)")
        #expect((check.output + check.errors).contains("another process has the database open"))
        #expect(!(check.output + check.errors).contains(Self.password))
        #expect(server.stop() == 0)
    }

    @Test("Without a password file the first administrator's token is in the node's folder; a missing server is told")
    func firstStart() throws {
        let server = try RunningServer(database: uri, arguments: ["--node-folder", folder.path])
        let file = folder.file("waymark-admin-token")
        let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try server.send("GET", "/v1/whoami", token: token).status == 200)
        #expect(server.stop() == 0)
        let missing = try Program.run(
            "waymark", ["serve", "--listen", "127.0.0.1:0", "--database", "postgresql:///x?host=/nonexistent"])
        #expect(missing.status == 1 && missing.errors.contains("cannot be opened"), "\(missing.errors)")
    }

    @Test(
        "A password in the URI is refused and not repeated",
        arguments: ["postgresql://guarded:right-word@db/x", "postgresql://db/x?user=guarded&password=right-word"])
    func password(uri: String) throws {
        for command in [["serve"], ["config", "check"]] {
            let refused = try Program.run("waymark", command + ["--listen", "127.0.0.1:0", "--database", uri])
            #expect(refused.status != 0 && refused.errors.contains("password"), "\(refused.errors)")
            #expect(!(refused.output + refused.errors).contains(Self.password))
        }
    }
}
