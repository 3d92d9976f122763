import CanonicalJSON
import Digests
import Foundation
import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing

@Suite("A store of an older version works on this server", .scheduled)
struct StoreTests {
    @Test("Every record of the old store is answered as the old server answered it", arguments: Recording.all)
    func reads(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        let old = try recording.exchanges("reads.json")
        let new = try SessionReplay.send(old, of: recording, to: server.peer)
        let differences = try SessionReplay.differences(
            between: old, of: recording, and: new, volatile: VolatileFields.always)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test("No recorded read shows a secret that was replaced: it would end by the calendar", arguments: Recording.all)
    func secrets(recording: Recording) throws {
        for folder in recording.hasSharedStore ? ["", "postgres/"] : [""] {
            let secrets = try recording.json(folder + "tokens.json").objectValue ?? [:]
            let replaced = secrets.filter { secrets[$0.key + "Next"] != nil }.compactMap(\.value.stringValue)
            #expect(replaced.count <= 1 && secrets.count > 2)
            for exchange in try recording.exchanges(folder + "reads.json") {
                let fields = exchange.request.fields.map { "\($0)" }
                #expect(!fields.contains { field in replaced.contains { field.contains($0) } }, "\(exchange.name)")
            }
        }
    }

    @Test("The old store's audit chain is intact, and its bodies have their digests", arguments: Recording.all)
    func audit(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let database = try recording.copyStore(to: folder)
        let server = try RunningServer(.current, database: database, in: folder)
        let exchanges = try recording.exchanges("reads.json").filter { exchange in
            exchange.request.target.hasSuffix("/rules") && exchange.request.target.contains("/releases/")
        }
        let bodies = try exchanges.map { exchange in
            let answer = try server.peer.send(exchange.request)
            return (tag: answer.field("ETag") ?? "", digest: SHA256.hexDigest(of: answer.body))
        }
        server.stop()
        let verified = try TestedProgram.current.run(["audit", "verify", "--database", database], in: folder)
        #expect(verified.status == 0 && verified.output.contains("intact"), "\(verified)")
        #expect(bodies.count >= 3)
        for body in bodies { #expect(body.tag == "\"\(body.digest)\"") }
    }

    @Test("The epoch of the old store is raised, so that clients of the old server follow", arguments: Recording.all)
    func epoch(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        let recorded = try recording.exchanges("reads.json").first { $0.request.target == "/v1/apps/market/head" }
        let exchange = try #require(recorded)
        let (old, new) = (exchange.answer.json, try server.peer.send(exchange.request).json)
        #expect((new["epoch"]?.integerValue ?? 0) > (old["epoch"]?.integerValue ?? .max))
        #expect(new["sequence"] == old["sequence"] && new["digest"] == old["digest"])
    }

    @Test("The old store can be written: edits, releases and tokens continue its state", arguments: Recording.all)
    func writes(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let database = try recording.copyStore(to: folder)
        let server = try RunningServer(.current, database: database, in: folder)
        let requests = [
            ("POST", "/v1/apps/market/draft/rules", #"{"id":"autumn","match":["/autumn"],"to":{"screen":"Help"}}"#),
            ("POST", "/v1/apps/market/releases", #"{"message":"after the upgrade"}"#),
            ("POST", "/v1/tokens", #"{"name":"new","role":"viewer"}"#),
            ("POST", "/v1/apps", #"{"app":"old-market"}"#),
        ]
        let statuses = try requests.map { method, target, body in
            try server.peer.send(
                RecordedRequest(method: method, target: target, fields: RunningServer.adminFields, body: body)
            ).status
        }
        server.stop()
        #expect(statuses == [201, 201, 201, 409])
        let verified = try TestedProgram.current.run(["audit", "verify", "--database", database], in: folder)
        #expect(verified.status == 0, "\(verified)")
    }

    @Test("A channel of the old store is deleted, made again, and continues its sequence", arguments: Recording.all)
    func channel(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        func send(_ method: String, _ body: String = "") throws -> RecordedAnswer {
            let path = "/v1/apps/market/channels/inside"
            return try server.peer.send(
                RecordedRequest(method: method, target: path, fields: RunningServer.adminFields, body: body))
        }
        let before = try #require(try send("GET").json["sequence"]?.integerValue)
        #expect(try send("DELETE").status == 204)
        #expect(try send("GET").status == 404)
        #expect(try send("PUT", #"{"version":1,"public":false}"#).json["sequence"]?.integerValue == before + 1)
    }

    @Test("Commands print the same output for scripts as the older version", arguments: Recording.all)
    func commands(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        var volatile = try VolatileFields(VolatileFields.always)
        let differences =
            try recording.commands().compactMap { old in
                var old = old
                // A page of the audit has the row of the conversion, too.
                let isConverted = recording.isBefore("0.2.0")
                if isConverted, old.arguments.starts(with: ["audit", "--limit", "3"]) { old.arguments[2] = "4" }
                let new = try old.run(by: .current, server: server.url, in: folder)
                let bytes = Array(new.output.utf8)
                let found = isConverted ? SessionReplay.withoutConversion(bytes) : bytes
                // Whether a token was used before the list depends on the time of the recording.
                let used = #","lastUsedAt":"<time>""#
                let output = volatile.masking(String(decoding: found, as: UTF8.self)).replacing(used, with: "")
                let masked = volatile.masking(old.output)
                let expected = SessionReplay.expected(masked, of: old.arguments[0], in: recording)
                    .replacing(used, with: "")
                let status = SessionReplay.status(of: old, in: recording)
                let (was, now) = SessionReplay.withoutMoves(expected, output, in: recording)
                guard status != new.status || was != now else { return nil }
                return "\(old.arguments): \(old.status) → \(new.status): "
                    + SessionReplay.contrast(old.output, output)
            } as [String]
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test(
        "The old folder of rules and the old login file are read; a share in hundredths does not overwrite the new one",
        arguments: Recording.all)
    func files(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        for name in ["rules", "admin.json"] { try recording.copy(name, to: folder) }
        let access = ["--server", server.url, "--config", "admin.json"]
        let push = ["push", "rules", "--app", "market", "--yes"] + access
        let run = { (arguments: [String]) in try TestedProgram.current.run(arguments, in: folder) }
        #expect(try run(["whoami"] + access).status == 0)
        let file = folder.file("rules/rules/feed.json")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        if recording.isBefore("0.2.0") {
            let refused = try run(push)
            #expect(refused.status == 2 && refused.errors.contains("feed"), "\(refused)")
            #expect(text.contains(#""percent": 50"#))
        }
        try text.replacing(#""percent": 50"#, with: #""percent": 0.5"#)
            .write(toFile: file, atomically: false, encoding: .utf8)
        let pushed = try run(push)
        #expect(pushed.status == 0, "\(pushed)")
    }

    @Test(
        "An old store gets compiled indexes: the file that the head names resolves as the server does",
        arguments: Recording.all)
    func indexes(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        func get(_ path: String) throws -> RecordedAnswer {
            try server.peer.send(RecordedRequest(method: "GET", target: path))
        }
        // First the release of the recording, whose index the migration made, then one that is published now.
        for version in [2, 4] {
            let head = try Head(decoding: get("/v1/apps/market/head").body)
            let name = try #require(head.indexes.first)
            let file = try get(Head.indexPath(app: "market", digest: name.digest))
            #expect(file.status == 200 && SHA256.hexDigest(of: file.body) == name.digest)
            let index = try CompiledIndex(IndexBytes(file.body))
            #expect(hex(index.digest) == head.digest && index.app == "market" && index.version == head.version)
            #expect(head.version == version && name.format == CompiledIndex.format)
            let context = Context(platform: "ios", appVersion: "5.2")
            let at = try #require(Instant(rfc3339: "2026-12-01T08:00:00Z"))
            for path in ["i/7", "item/7", "sale", "feed", "search?q=tea", "old/1", "none"] {
                let address = "https://market.example/\(path)"
                let query =
                    "platform=ios&appVersion=5.2&at=2026-12-01T08:00:00Z&url="
                    + address.replacing(":", with: "%3A").replacing("/", with: "%2F").replacing("?", with: "%3F")
                let answer = try get("/v1/apps/market/resolve?\(query)")
                #expect(answer.status == 200 && answer.json == index.resolve(address, context: context, at: at).json)
            }
            let publish = RecordedRequest(
                method: "POST", target: "/v1/apps/market/releases", fields: RunningServer.adminFields,
                body: #"{"message":"after the upgrade"}"#)
            let published = try server.peer.send(publish)
            #expect(published.status == 201, "\(published)")
        }
    }
}
