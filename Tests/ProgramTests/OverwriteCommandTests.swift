import CanonicalJSON
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("Safe writes of admin commands", .scheduled)
struct OverwriteCommandTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Runs an admin command as a user whose readings are in the test's folder.
    private func run(
        _ words: [String], _ server: LoopbackServer, token: String = "t"
    ) async -> (code: ExitCode, text: String) {
        let transcript = Transcript(environment: ["XDG_STATE_HOME": folder.file("state")])
        let all = words + ["--server", server.base, "--app", "a", "--token", token]
        let code = await transcript.run(all, in: CommandTable(commands: AdminCommand.all))
        return (code, transcript.out + transcript.error)
    }

    private func file(_ text: String) throws -> String {
        let path = folder.file("mine.json")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private static func rule(_ screen: String) -> String {
        #"{"id":"r","match":["/r"],"to":{"screen":"\#(screen)"}}"#
    }

    @Test("a rule that changes between the command's reading and its write is not overwritten")
    func race() async throws {
        let server = try LoopbackServer.waymark { request in
            guard request.hasPrefix("PUT ") else {
                return .http(200, fields: [#"ETag: "r4""#], Array(Self.rule("Read").utf8))
            }
            let problem = #"{"title":"The resource has changed","current":"\"r5\"","resource":\#(Self.rule("Theirs"))}"#
            return .http(412, fields: [#"ETag: "r5""#], Array(problem.utf8))
        }
        defer { server.stop() }
        #expect(await run(["rules", "show", "r"], server).code == .done)
        let refused = await run(["rules", "replace", "r", try file(Self.rule("Mine"))], server)
        #expect(refused.code == .refused, "\(refused.text)")
        for text in [
            #"you read  {"screen":"Read"}"#, #"now       {"screen":"Theirs"}"#, #"you want  {"screen":"Mine"}"#,
        ] {
            #expect(refused.text.contains(text), "\(refused.text)")
        }
        #expect(server.requests.last?.contains(#"If-Match: "r4""#) == true)
    }

    @Test("screens that changed after `screens show` are not overwritten; without a look they are, as CI stores them")
    func screens() async throws {
        let stored = Mutex((tag: #""b4""#, json: #"{"screens":{"Read":[]}}"#))
        let server = try LoopbackServer.waymark { request in
            let (tag, json) = stored.withLock { $0 }
            if request.contains("If-Match: "), !request.contains("If-Match: \(tag)"), !request.contains("If-Match: *") {
                let problem =
                    #"{"title":"The resource has changed","current":"\#(tag.replacing("\"", with: "\\\""))","resource":\#(json)}"#
                return .http(412, fields: ["ETag: \(tag)"], Array(problem.utf8))
            }
            return request.hasPrefix("DELETE ") ? .http(204) : .http(200, fields: ["ETag: \(tag)"], Array(json.utf8))
        }
        defer { server.stop() }
        let mine = try file(#"{"screens":{"Mine":[]}}"#)
        let replace = ["screens", "replace", "ios", "1.0", mine]
        #expect(await run(replace, server).code == .done)
        #expect(
            server.requests.count == 1 && server.requests[0].hasPrefix("PUT ")
                && !server.requests[0].contains("If-Match"))
        #expect(await run(["screens", "show", "ios", "1.0"], server).code == .done)
        stored.withLock { $0 = (#""b7""#, #"{"screens":{"Theirs":[]}}"#) }
        for words in [replace, ["screens", "delete", "ios", "1.0"]] {
            let refused = await run(words, server)
            #expect(
                refused.code == .refused && refused.text.contains(#"{"Theirs":[]}"#),
                "\(refused.text)")
            #expect(server.requests.last?.contains(#"If-Match: "b4""#) == true)
        }
        #expect(await run(replace + ["--force"], server).code == .done)
        #expect(await run(["screens", "show", "ios", "1.0"], server).code == .done)
        #expect(await run(["screens", "delete", "ios", "1.0"], server).code == .done)
        #expect(server.requests.last?.contains(#"If-Match: "b7""#) == true)
    }

    @Test("the current tag is sent if only other rules changed, and * with --force; another token has read nothing")
    func tags() async throws {
        let revision = Mutex(4)
        let server = try LoopbackServer.waymark { _ in
            .http(200, fields: ["ETag: \"r\(revision.withLock { $0 })\""], Array(Self.rule("Read").utf8))
        }
        defer { server.stop() }
        let mine = try file(Self.rule("Mine"))
        #expect(await run(["rules", "replace", "r", mine], server).code == .usage)
        #expect(!server.requests.contains { $0.hasPrefix("PUT ") })
        _ = await run(["rules", "show", "r"], server)
        revision.withLock { $0 = 9 }
        #expect(await run(["rules", "replace", "r", mine], server).code == .done)
        #expect(server.requests.last?.contains(#"If-Match: "r9""#) == true)
        #expect(await run(["rules", "replace", "r", mine], server, token: "other").code == .usage)
        #expect(await run(["rules", "replace", "r", mine, "--force"], server, token: "other").code == .done)
        #expect(server.requests.last?.contains("If-Match: *") == true)
    }

    @Test("if the second write of a push fails, it says what was written, and the next push does not lose the rest")
    func secondWrite() async throws {
        let server = try LoopbackServer.waymark { request in
            let isList = request.split(separator: " ")[1].contains("/expectations")
            if request.hasPrefix("GET ") {
                let empty = isList ? #"{"revision":1,"expectations":[]}"# : #"{"revision":1,"rules":[],"settings":{}}"#
                return .http(200, fields: [isList ? #"ETag: "e1""# : #"ETag: "r1""#], Array(empty.utf8))
            }
            if isList { return .http(503, Array(#"{"title":"The store is not available"}"#.utf8)) }
            return .http(200, fields: [#"ETag: "r2""#], Array(#"{"revision":2,"rules":1,"findings":[]}"#.utf8))
        }
        defer { server.stop() }
        let rules = folder.file("git")
        try FileManager.default.createDirectory(atPath: rules + "/rules", withIntermediateDirectories: true)
        try Self.rule("Mine").write(toFile: rules + "/rules/r.json", atomically: true, encoding: .utf8)
        try #"[{"url":"https://h.example/r","expect":{"screen":"Mine"}}]"#.write(
            toFile: rules + "/expectations.json", atomically: true, encoding: .utf8)
        let pushed = await run(["push", rules], server)
        #expect(
            pushed.code == .refused && pushed.text.contains("done before: the draft is at revision 2"), "\(pushed.text)"
        )
        let puts = server.requests.filter { $0.hasPrefix("PUT ") }.map { $0.split(separator: " ")[1] }
        #expect(puts == ["/v1/apps/a/draft", "/v1/apps/a/expectations"])
        #expect(!FileManager.default.fileExists(atPath: rules + "/.waymark.json"))
    }

    @Test("push --check runs the folder's expectations of browsers, too")
    func checksBrowsers() async throws {
        let server = try LoopbackServer.waymark { request in
            guard request.hasPrefix("GET ") else {
                return .http(200, fields: [#"ETag: "r1""#], Array(#"{"revision":1,"rules":1,"findings":[]}"#.utf8))
            }
            let isList = request.split(separator: " ")[1].contains("/expectations")
            let empty = isList ? #"{"revision":1,"expectations":[]}"# : #"{"revision":1,"rules":[],"settings":{}}"#
            return .http(200, fields: [isList ? #"ETag: "e1""# : #"ETag: "r1""#], Array(empty.utf8))
        }
        defer { server.stop() }
        let path = folder.file("git")
        try FileManager.default.createDirectory(atPath: path + "/rules", withIntermediateDirectories: true)
        let settings = """
            {"origins":["https://go.example"],"destinations":["https://shop.example"],\
            "surfaces":{"go.example":{"web":"https://shop.example"}}}
            """
        try settings.write(toFile: path + "/settings.json", atomically: true, encoding: .utf8)
        try #"{"id":"r","match":["/r"],"to":{"redirect":"https://shop.example/sale"}}"#.write(
            toFile: path + "/rules/r.json", atomically: true, encoding: .utf8)
        for (place, code) in [("https://shop.example/sale", ExitCode.done), ("https://shop.example/", .negative)] {
            try #"[{"url":"https://go.example/r","surface":"web","expect":{"address":"\#(place)","status":302}}]"#
                .write(
                    toFile: path + "/expectations.json", atomically: true, encoding: .utf8)
            let checked = await run(["push", path, "--check"], server)
            #expect(checked.code == code, "\(checked.text)")
            #expect(checked.text.contains("expectation-failed") == (code == .negative), "\(checked.text)")
        }
        #expect(!server.requests.contains { $0.hasPrefix("PUT ") && !$0.contains("dryRun=1") })
    }

    @Test(
        "a part of a folder is combined with what others did since the pull",
        arguments: [
            // read, now, mine → outcome with a known reading, without one, and forced
            ("A", "A", "A", "same same same"), ("A", "A", "B", "mine conflict mine"),
            ("A", "B", "A", "theirs conflict mine"),
            ("A", "B", "C", "conflict conflict mine"), ("A", "B", "B", "same same same"),
            ("A", "B", "", "conflict theirs mine"),
            ("A", "", "A", "theirs mine mine"), ("A", "", "B", "conflict mine mine"),
            ("A", "A", "", "mine theirs mine"),
            ("", "A", "", "theirs theirs theirs"), ("", "", "A", "mine mine mine"),
            ("", "B", "A", "conflict conflict mine"),
        ])
    func merging(read: String, now: String, mine: String, outcomes: String) {
        let value = { (text: String) -> JSONValue? in text.isEmpty ? .none : .string(text) }
        let merge = { (isKnown: Bool, isForced: Bool) in
            FolderMerge(
                "f", read: isKnown || isForced ? value(read) : nil, isReadKnown: isKnown, now: value(now),
                mine: value(mine), isForced: isForced)
        }
        let found = [merge(true, false), merge(false, false), merge(true, true)].map { "\($0.outcome)" }
        #expect(found.joined(separator: " ") == outcomes)
    }

    @Test("versions are shown for members that others changed, at most 20 of them, each with a bounded length")
    func versions() {
        let draft = { (screen: String, count: Int) -> JSONValue in
            [
                "revision": 1, "settings": [:],
                "rules": .array((0..<count).map { ["id": .string("r\($0)"), "to": ["screen": .string(screen)]] }),
            ]
        }
        let many = ThreeVersions(read: draft("A", 30), now: draft("B", 30), wanted: draft("C", 30)).lines
        #expect(many.filter { $0.hasPrefix("rule ") }.count == 20 && many.last == "and 10 more")
        let long = ThreeVersions(read: nil, now: ["a": .string(String(repeating: "x", count: 9_000))], wanted: ["a": 1])
        #expect(long.lines.count == 3 && long.lines.allSatisfy { $0.count < 330 })
        let gone = ThreeVersions(read: ["a": 1], now: nil, wanted: ["a": 2]).lines
        #expect(gone == [#"you read  {"a":1}"#, "now       (nothing)", #"you want  {"a":2}"#])
    }
}
