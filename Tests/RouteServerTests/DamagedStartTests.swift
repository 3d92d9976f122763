import CanonicalJSON
import Foundation
import GzipCoding
import HTTPFetching
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
