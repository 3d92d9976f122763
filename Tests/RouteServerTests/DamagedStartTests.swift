import CanonicalJSON
import Foundation
import GzipCoding
import HTTPFetching
import OfflineStore
import SQLKit
import StoreFixtures
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("A start with damaged releases", .scheduled)
struct DamagedStartTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private static let apps = ["alpha", "beta"]

    /// What each app serves: the head's digests, and body, gzip and index by them.
    private struct Served: Equatable {
        let head: JSONValue
        let body: [UInt8]
        let index: [UInt8]
    }

    private func served(_ app: String, _ server: LiveServer) throws -> Served {
        let head = try server.send("GET", "/v1/apps/\(app)/head", token: nil).json
        let path = head["body"]?.stringValue ?? "none"
        let plain = try server.send("GET", path, token: nil, ["Accept-Encoding": "identity"])
        let packed = try server.send("GET", path, token: nil, ["Accept-Encoding": "gzip"])
        #expect(try Gzip.decompress(packed.content, limit: 1 << 20) == plain.content, "\(app)")
        let index = head["index"]?["digest"]?.stringValue ?? "none"
        let file = try server.send("GET", "/v1/apps/\(app)/indexes/\(index)", token: nil)
        return Served(head: head, body: plain.content, index: file.status == 200 ? file.content : [])
    }

    /// Publishes both apps and ends the server; returns what it served.
    private func prepare() throws -> [String: Served] {
        let server = try LiveServer(folder: folder)
        for app in Self.apps {
            try server.makeApp(app)
            try server.publish(app)
        }
        return try Dictionary(uniqueKeysWithValues: Self.apps.map { ($0, try served($0, server)) })
    }

    /// Overwrites a part of alpha's release.
    private func damage(_ column: String) throws {
        let rows = "release_contents c JOIN apps a ON a.id = c.app_id WHERE a.name = 'alpha'"
        let blob =
            column == "index"
            ? "SELECT i.gzip_blob FROM release_indexes i JOIN releases c ON c.digest = i.body_digest "
                + "JOIN apps a ON a.id = c.app_id WHERE a.name = 'alpha'"
            : "SELECT \(column) FROM \(rows)"
        try tamper(
            folder.file("waymark.db"),
            "UPDATE blob_chunks SET bytes = zeroblob(length(bytes)) WHERE blob_id = (\(blob))")
    }

    @Test(
        "A damaged form is made again, stored and said in the log; clients get what they got before",
        arguments: ["gzip_blob", "index"])
    func forms(column: String) throws {
        let before = try prepare()
        try damage(column)
        try withServer { server in
            for app in Self.apps {
                let now = try served(app, server)
                #expect(
                    now.body == before[app]?.body && now.index == before[app]?.index && !now.index.isEmpty, "\(app)")
            }
            #expect(server.log.contains("a stored form was damaged, it is made again"))
            #expect(try server.send("GET", "/readyz").json["checks"]?["releases"]?["ok"] == true)
        }
        try withServer { server in
            let now = try served("alpha", server)
            #expect(!server.log.contains("damaged") && now.index == before["alpha"]?.index)
        }
    }

    @Test("A damaged body takes its release out, with its name; all others are served, and a publish makes it good")
    func body() throws {
        let before = try prepare()
        try damage("body_blob")
        try withServer { server in
            #expect(try served("beta", server).body == before["beta"]?.body)
            let body = before["alpha"]?.head["body"]?.stringValue ?? ""
            let name = String(body.split(separator: "/").suffix(2).joined(separator: "/"))
            for path in [
                "head", "rules", name, "releases/1/rules", "resolve?url=https://shop.example/item/1", "events",
            ] {
                let answer = try server.send("GET", "/v1/apps/alpha/\(path)", token: nil)
                #expect(
                    answer.status == 503 && answer.text.contains("body of release 1 of alpha"), "\(path) \(answer.text)"
                )
            }
            let ready = try server.send("GET", "/readyz")
            #expect(ready.status == 200 && ready.json["checks"]?["releases"]?["ok"] == false)
            #expect(ready.text.contains("1 release is damaged") && !ready.text.contains("alpha"))
            #expect(server.log.contains("a release is damaged, all others are served"))
            #expect(server.log.contains("The body of release 1 of alpha"))
            #expect(try server.publish("alpha").status == 201)
            #expect(try served("alpha", server).head["version"] == 2)
        }
    }

    @Test("The daily work reads every stored byte in seven days, and finds what was damaged while the server ran")
    func daily() throws {
        let desk = try Desk()
        for app in Self.apps {
            _ = desk.send("POST", "/v1/apps", #"{"app":"\#(app)"}"#)
            let draft =
                #"{"settings":{"origins":["https://h.com"]},"rules":[{"id":"a","match":["/:id"],"to":{"screen":"I"}}]}"#
            _ = desk.send("PUT", "/v1/apps/\(app)/draft", draft)
            for _ in 0..<3 { #expect(desk.send("POST", "/v1/apps/\(app)/releases", #"{"message":"m"}"#).status == 201) }
        }
        try tamper(desk.database, "UPDATE blob_chunks SET bytes = zeroblob(length(bytes))")
        for _ in 0..<8 {
            desk.now += ServerLimits.retentionMilliseconds
            for _ in 0..<20 { desk.components.maintenance.run(atMilliseconds: desk.now) }
        }
        for app in Self.apps {
            for version in 1...3 {
                #expect(desk.lines.text.contains("The body of release \(version) of \(app)"), "\(app) \(version)")
            }
            #expect(desk.send("GET", "/v1/apps/\(app)/rules", token: nil).status == 200)
        }
    }

    /// A row that no code of Waymark writes: what it does, and what the log says of it.
    private static let changes = [
        (
            "UPDATE channels SET version = 66 WHERE app_id = (SELECT id FROM apps WHERE name = 'alpha')",
            "A channel of alpha points at release 66"
        ),
        ("UPDATE tokens SET role = 'admio' WHERE name = 'second'", "has the unknown role admio"),
        ("UPDATE person_sessions SET origin = 'moon'", "has the unknown origin moon"),
        ("UPDATE person_sessions SET groups = '['", "are no list"),
    ]

    @Test("A row that cannot be read is named by log and check, and stops nothing else", arguments: changes)
    func rows(change: String, said: String) throws {
        let before = try prepare()
        try tamper(
            folder.file("waymark.db"),
            """
            INSERT INTO tokens (id, name, role, has_all_apps, secret_hash, created_at)
                VALUES ('00112233', 'second', 'viewer', 1, zeroblob(32), 1);
            INSERT INTO person_sessions (id, person, groups, proxy, secret_hash, origin, address, created_at, ends_at,
                last_used_at) VALUES ('s', 'ada', '[]', 'p', zeroblob(32), 'proxy', '::1', 1, 99999999999999, 1);
            \(change);
            """)
        let found = try OfflineDatabase.inspect(folder.file("waymark.db"))
        #expect(found.complaints.contains { $0.contains(said) || $0.contains("release 66") }, "\(found.complaints)")
        try withServer { server in
            #expect(try served("beta", server).body == before["beta"]?.body)
            #expect(server.log.contains(said), "\(server.log)")
            #expect(try server.send("GET", "/v1/tokens").status == (change.contains("admio") ? 503 : 200))
            let ready = try server.send("GET", "/readyz")
            #expect(ready.status == 200 && ready.json["checks"]?["releases"]?["ok"] == false)
            #expect(try server.publish("beta").status == 201)
        }
    }

    @Test("A text of a draft that is no JSON is named by every read, and is not an empty list")
    func texts() throws {
        _ = try prepare()
        try tamper(
            folder.file("waymark.db"),
            """
            INSERT INTO expectations (app_id, revision, json, changed_at) SELECT id, 1, '[{', 1 FROM apps;
            UPDATE drafts SET settings = '{';
            UPDATE draft_rules SET json = substr(json, 1, 9) WHERE position = (SELECT max(position) FROM draft_rules);
            """)
        let found = try OfflineDatabase.inspect(folder.file("waymark.db")).complaints
        for what in ["the rule ", "the settings of the draft", "the list of test addresses"] {
            #expect(found.contains { $0.contains(what) && $0.contains("alpha") }, "\(what) \(found)")
        }
        try withServer { server in
            for path in ["draft", "draft/rules", "draft/settings", "expectations"] {
                let answer = try server.send("GET", "/v1/apps/alpha/\(path)")
                #expect(answer.status / 100 == 5 && answer.text.contains("alpha"), "\(path) \(answer.text)")
            }
            #expect(try server.send("PUT", "/v1/apps/alpha/expectations", "[]", ["If-Match": "*"]).status == 200)
            #expect(try server.send("GET", "/v1/apps/alpha/expectations").status == 200)
        }
    }

    @Test("A page of zeros in any table or index stops no start; what does not lie there is served")
    func pages() throws {
        let before = try prepare()
        let database = folder.file("waymark.db")
        let intact = try Data(contentsOf: URL(filePath: database))
        let trees = try roots(of: database)
        #expect(trees.count > 50)
        // Without these nothing can be served, or not of each app.
        let needed = ["facts", "migrations"]
        let content = ["apps", "blobs", "blob_chunks", "channels", "release"]
        for (name, root) in trees where !needed.contains(where: name.contains) {
            var bytes = intact
            let size = Int(bytes[16]) << 8 + Int(bytes[17])
            bytes.replaceSubrange((root - 1) * size..<root * size, with: Data(count: size))
            try bytes.write(to: URL(filePath: database))
            do {
                let server = try LiveServer(folder: folder)
                for app in Self.apps where !content.contains(where: name.contains) {
                    #expect(try served(app, server).body == before[app]?.body, "\(name) \(app)")
                }
                #expect(try server.send("GET", "/healthz", token: nil).status == 200, "\(name)")
            } catch { Issue.record("\(name): \(error)") }
            #expect(try !OfflineDatabase.inspect(database).complaints.isEmpty, "\(name)")
        }
    }

    /// The tables and indexes, each with its first page.
    private func roots(of database: String) throws -> [(name: String, page: Int)] {
        var connection = try Connection(database, .readOnly, lockWaitMilliseconds: 5000)
        defer { connection.close() }
        return try connection.all("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 1") { row in
            (row.text(0), row.integer(1))
        }
    }

    @Test("A database that is missing or empty beside the head file of a used one is refused, until that is accepted")
    func missing() throws {
        _ = try prepare()
        let database = URL(filePath: folder.file("waymark.db"))
        for isEmpty in [false, true] {
            try FileManager.default.removeItem(at: database)
            if isEmpty { try Data().write(to: database) }
            let failure = #expect(throws: ServerStartError.self) { try LiveServer(folder: folder) }
            #expect(failure.map { "\($0)" }?.contains("its head file") == true)
            #expect(FileManager.default.fileExists(atPath: database.path) == isEmpty)
            if !isEmpty { try Data().write(to: database) }
        }
        _ = try LiveServer(folder: folder, acceptsHead: true)
    }

    private func withServer(_ body: (LiveServer) throws -> Void) throws {
        let server = try LiveServer(folder: folder)
        try body(server)
    }
}

@Suite("A start that fails", .scheduled)
struct FailedStartTests {
    @Test("It leaves no new files, whether the port is in use or the file is another program's")
    func files() throws {
        let folder = try TemporaryDirectory()
        let other = try LiveServer()
        let address = String(other.address.dropFirst("http://".count))
        for content in [nil, "another program's file, longer than the head of a database"] {
            if let content { try Data(content.utf8).write(to: URL(filePath: folder.file("waymark.db"))) }
            #expect(throws: ServerStartError.self) { try LiveServer(["listen": address], folder: folder) }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left == (content == nil ? [] : ["waymark.db"]), "\(left)")
        }
    }

    @Test("A node whose database server is away and that has no state leaves no files")
    func node() throws {
        let folder = try TemporaryDirectory()
        let settings = ["database": "postgresql://waymark@127.0.0.1:1/waymark", "nodeFolder": folder.path]
        #expect(throws: ServerStartError.self) { try LiveServer(settings, folder: folder) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
