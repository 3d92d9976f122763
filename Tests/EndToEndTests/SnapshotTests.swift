import CanonicalJSON
import Foundation
import RouteClient
import SQLKit
import TestSupport
import Testing

@Suite("A database that comes back as a copy of itself", .scheduled, .serialized)
struct SnapshotTests {
    /// Copies of all files of a database, as a snapshot of its volume has them.
    private struct Snapshot {
        let database: String
        let folder: String

        /// Copies the files while the server has them open.
        init(_ database: String, to folder: String) throws {
            self.database = database
            self.folder = folder
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for suffix in Self.suffixes where FileManager.default.fileExists(atPath: database + suffix) {
                try FileManager.default.copyItem(atPath: database + suffix, toPath: folder + "/w" + suffix)
            }
        }

        /// Replaces the files of a stopped server.
        func putBack() throws {
            for suffix in Self.suffixes + ["-shm"] {
                try? FileManager.default.removeItem(atPath: database + suffix)
                guard FileManager.default.fileExists(atPath: folder + "/w" + suffix) else { continue }
                try FileManager.default.copyItem(atPath: folder + "/w" + suffix, toPath: database + suffix)
            }
        }

        private static let suffixes = ["", "-wal", "-head"]
    }

    private func publish(_ server: RunningServer, _ screen: String) throws {
        let rule = #"{"id":"item","match":["/item/:id"],"to":{"screen":"\#(screen)"}}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft/rules/item", rule).status == 200)
        try server.done("publish", "--app", "shop", "--message", screen)
    }

    private func screen(_ client: RouteClient) -> String? {
        if case .screen(let screen) = client.resolve("https://shop.example/item/7").outcome { return screen.name }
        return nil
    }

    /// The meaning of each position that was seen: the digest of its body.
    private struct Meanings {
        private var digests: [String: String] = [:]

        /// Takes the present head of a server; returns its sequence.
        @discardableResult
        mutating func note(_ server: RunningServer) throws -> Int64 {
            let head = try server.send("GET", "/v1/apps/shop/head")
            #expect(head.status == 200 && head.text.utf8.count <= 640)
            let sequence = head.json["sequence"]?.integerValue ?? 0
            let position = "\(head.json["epoch"]?.integerValue ?? 0)-\(sequence)"
            let digest = head.json["digest"]?.stringValue ?? ""
            #expect(digests[position, default: digest] == digest, "\(position) has two meanings")
            digests[position] = digest
            return sequence
        }
    }

    @Test("after a volume snapshot is put back, every client follows within one poll, whatever is published then")
    func volumeSnapshot() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        var meanings = Meanings()
        var server = try RunningServer(database: database)
        try server.makeShop()
        try publish(server, "One")
        let proxy = try FaultProxy(to: server)
        let clients = try ["early", "late", "latest"].map { name in
            try RouteClient(server: proxy.url, app: "shop", cache: folder.file(name))
        }
        for client in clients { try await client.refresh() }
        try publish(server, "Two")
        try meanings.note(server)
        let snapshot = try Snapshot(database, to: folder.file("snapshot"))

        // The server starts again and goes on: an epoch that only counts would be used again after the snapshot.
        #expect(server.stop() == 0)
        server = try RunningServer(database: database)
        proxy.move(to: server)
        #expect(try meanings.note(server) == 2)
        for name in ["Three", "Four", "Five"] {
            try publish(server, name)
            try meanings.note(server)
            for client in clients.dropFirst() { try await client.refresh() }
        }
        try await clients[2].refresh()
        #expect(clients.map { screen($0) ?? "nothing" } == ["One", "Five", "Five"])

        for round in 1...2 {
            server.kill()
            try snapshot.putBack()
            server = try RunningServer(database: database)
            proxy.move(to: server)
            #expect(!server.log.contains("has lost writes"), "nothing in the files tells: \(server.log)")
            #expect(try meanings.note(server) == 2)
            for client in clients.dropLast() {
                guard case .updated(let release) = try await client.refresh() else {
                    Issue.record("not followed in round \(round)")
                    continue
                }
                #expect(screen(client) == "Two" && release.version == 2)
            }
            // Three publishes later the channel has the sequence that it had before.
            for name in ["Six", "Seven", "Eight"] {
                try publish(server, "\(name)\(round)")
                try meanings.note(server)
            }
            #expect(try meanings.note(server) == 5)
            for client in clients {
                try await client.refresh()
                #expect(screen(client) == "Eight\(round)")
            }
            let restarted = try RouteClient(server: proxy.url, app: "shop", cache: folder.file("latest"))
            #expect(try await restarted.refresh() == .unchanged)
            #expect(clients.allSatisfy { $0.counters.failures.isEmpty })
        }
        #expect(server.stop() == 0)
        withExtendedLifetime(proxy) {}
    }

    @Test("an audit that lost its newest rows, and its head file, stops the start and disagrees with the log")
    func rewrittenAudit() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let first = try RunningServer(database: database, arguments: ["--log-level", "error"])
        try first.makeShop()
        try publish(first, "One")
        #expect(first.stop() == 0)
        let checkpoint = try #require(first.log.matches(of: /audit checkpoint sequence=(\d+) hash=([0-9a-f]{64})/).last)
        let expected = "\(checkpoint.output.1):\(checkpoint.output.2)"
        let verify = ["audit", "verify", "--database", database, "--expect", expected]
        #expect(try Program.run("waymark", verify).status == 0)
        var connection = try Connection(database, .readWrite, lockWaitMilliseconds: 5000)
        try connection.runScript("DROP TRIGGER audit_is_never_cut; DELETE FROM audit WHERE sequence > 2")
        connection.close()
        try FileManager.default.removeItem(atPath: database + "-head")

        #expect(throws: RunningServer.Failure.self) { try RunningServer(database: database) }
        let refused = try Program.run("waymark", ["serve", "--listen", "127.0.0.1:0", "--database", database])
        #expect(refused.status == 1 && refused.errors.contains("waymark.db-head is missing"), "\(refused.errors)")
        #expect(refused.errors.contains("--accept-head"))
        let blind = try Program.run("waymark", ["audit", "verify", "--database", database])
        #expect(blind.status == 0, "the chain of the rows that are left is intact: \(blind.output)")
        let compared = try Program.run("waymark", verify)
        #expect(compared.status == 1 && compared.output.contains("is not the one of the checkpoint"), "\(compared)")

        let second = try RunningServer(database: database, arguments: ["--accept-head"])
        #expect(second.log.contains("may have been rewritten"), "\(second.log)")
        let online = try second.command(["audit", "verify", "--expect", expected])
        #expect(online.status == 1 && online.output.contains("expected"), "\(online)")
        #expect(try second.command(["audit", "verify", "--expect", "12"]).status == 2)
        #expect(second.stop() == 0)
        let third = try RunningServer(database: database)
        #expect(third.stop() == 0)
    }

    @Test("epoch raise lets clients follow that have seen a higher epoch from another server")
    func raisedByHand() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let first = try RunningServer(database: database)
        try first.makeShop()
        try publish(first, "One")
        let raise = ["epoch", "raise", "--database", database, "--json"]
        let refused = try Program.run("waymark", raise)
        #expect(refused.status == 1 && refused.errors.contains("Another process"), "\(refused)")
        let before = try first.send("GET", "/v1/apps/shop/head").json["epoch"]?.integerValue ?? 0
        #expect(first.stop() == 0)
        let seen = before + 1_000_000_000
        let raised = try Program.run("waymark", raise + ["--above", "\(seen)"])
        #expect(raised.status == 0 && raised.output.contains("\(seen + 1)"), "\(raised)")
        #expect(try Program.run("waymark", raise + ["--above", "99999999999"]).status == 2)
        let second = try RunningServer(database: database)
        let head = try second.send("GET", "/v1/apps/shop/head").json
        #expect((head["epoch"]?.integerValue ?? 0) > seen, "\(head.text)")
        let rows = try second.admin("GET", "/v1/audit?limit=5").json["audit"]?.arrayValue ?? []
        let row = rows.first { $0["action"] == "store.epoch" }
        #expect(row?["by"] == "waymark epoch raise" && row?["after"]?["reason"] == "raised by hand", "\(rows)")
        #expect(second.stop() == 0)
    }
}
