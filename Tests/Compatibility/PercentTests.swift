import CanonicalJSON
import Digests
import Foundation
import RouteClient
import TestSupport
import Testing

/// Until 0.1.0 shares were hundredths of a percent; the recorded rule `feed` has 50, which is 0.5 %.
@Suite("Shares of an older store become percent, and mean the same", .scheduled)
struct PercentTests {
    private static let recordings = Recording.all.filter { $0.isBefore("0.2.0") }

    /// Runs the closure with this server on the recorded store.
    private func withServer<Result>(
        _ recording: Recording, _ body: (Caller, TemporaryDirectory) throws -> Result
    ) throws -> Result {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        return try body(Caller(server: server), folder)
    }

    /// An administrator of the app `market`.
    private struct Caller {
        let server: RunningServer

        func send(_ method: String, _ path: String, _ body: String = "") throws -> RecordedAnswer {
            try server.peer.send(
                RecordedRequest(
                    method: method, target: "/v1/apps/market" + path, fields: RunningServer.adminFields, body: body))
        }

        func text(_ path: String) throws -> String { String(decoding: try send("GET", path).body, as: UTF8.self) }
    }

    @Test(
        "The draft is converted; releases keep their bytes, and no difference to them is shown", arguments: recordings)
    func converted(recording: Recording) throws {
        try withServer(recording) { caller, _ in
            #expect(try caller.text("/draft/rules/feed").contains(#""rollout":{"percent":0.5}"#))
            let old = try caller.send("GET", "/releases/2/rules")
            let text = String(decoding: old.body, as: UTF8.self)
            #expect(text.contains(#""format":1"#) && text.contains(#""rollout":{"percent":50}"#))
            #expect(old.field("ETag") == "\"\(SHA256.hexDigest(of: old.body))\"")
            for version in [1, 2, 3] {
                let difference = try caller.send("GET", "/draft/diff?against=\(version)").json
                #expect(difference["changed"]?.arrayValue == [])
            }
            #expect(try caller.send("GET", "/draft/summary").json["rules"]?.text.contains("feed") != true)
            let history = try caller.send("GET", "/draft/rules/feed/history").json
            let versions = history["releases"]?.arrayValue ?? []
            #expect(versions.count == 1 && versions[0]["rule"]?["when"]?["rollout"]?["percent"] == .number(0.5))
            for edit in history["edits"]?.arrayValue ?? [] {
                #expect(edit["after"]?["when"]?["rollout"]?["percent"] == .number(0.5), "\(edit.text)")
            }
        }
    }

    @Test("A publish has format 2, and the same content as the older release with these rules", arguments: recordings)
    func published(recording: Recording) throws {
        try withServer(recording) { caller, _ in
            let restored = try caller.send("POST", "/releases/2/restore?force=1", #"{"message":"again"}"#)
            #expect(restored.status == 201)
            let version = restored.json["version"]?.integerValue ?? 0
            let text = try caller.text("/releases/\(version)/rules")
            #expect(text.contains(#""format":2"#) && text.contains(#""rollout":{"percent":0.5}"#))
            let digests = try [2, version].map { version in
                try caller.send("GET", "/releases/\(version)").json["contentDigest"]
            }
            #expect(digests[0] != nil && digests[0] == digests[1])
        }
    }

    @Test("A rule of an older release is restored in percent", arguments: recordings)
    func restored(recording: Recording) throws {
        try withServer(recording) { caller, _ in
            #expect(try caller.send("DELETE", "/draft/rules/feed").status == 204)
            let answer = try caller.send("POST", "/draft/rules/feed/restore", #"{"from":1}"#)
            #expect(answer.status == 201)
            #expect(answer.json["when"]?["rollout"]?["percent"] == .number(0.5))
        }
    }

    @Test("A share of an older script is refused with the number to write", arguments: recordings)
    func refused(recording: Recording) throws {
        try withServer(recording) { caller, _ in
            let rule = #"{"match":["/feed"],"to":{"screen":"NewFeed"},"when":{"rollout":{"percent":1250}}}"#
            let answer = try caller.send("PUT", "/draft/rules/feed", rule)
            #expect(answer.status == 422)
            #expect(String(decoding: answer.body, as: UTF8.self).contains("write 12.5 for 12.5 %"))
        }
    }

    @Test("Each device gets the same from the cached body of format 1 and from one of format 2", arguments: recordings)
    func buckets(recording: Recording) async throws {
        let folder = try TemporaryDirectory()
        try recording.copy("cache", to: folder)
        let origin = try recording.json("client-commands.json")["server"]?.stringValue ?? ""
        let old = try RouteClient(server: origin, app: "market", cache: folder.file("cache"))
        let stores = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: stores), in: stores)
        defer { server.stop() }
        let caller = Caller(server: server)
        let restored = try caller.send("POST", "/releases/2/restore?force=1", #"{"message":"again"}"#)
        let version = Int(restored.json["version"]?.integerValue ?? 0)
        let new = try RouteClient(server: server.url, app: "market", cache: folder.file("new"))
        _ = try await new.refresh()
        #expect(old.release?.version == 2 && new.release?.version == version)
        var screens: [String: Int] = [:]
        for number in 0..<4_000 {
            let context = Context(deviceID: "device-\(number)")
            let outcomes = [old, new].map { client in
                client.resolve("https://market.example/feed", context: context, at: nil).outcome
            }
            #expect(outcomes[0] == outcomes[1])
            if case .screen(let screen) = outcomes[1] { screens[screen.name, default: 0] += 1 }
        }
        // About 0.5 % of 4,000.
        #expect(screens.count == 2 && (5...50).contains(screens["NewFeed"] ?? 0), "\(screens)")
    }
}
