import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

/// A command line that each command accepts, and what it exits with where the server cannot be reached or refuses.
@Suite("Exit codes of every command", .scheduled)
struct ExitCodeTests {
    /// The words behind the name of each command that sends requests; `FILE` and `DIR` are replaced.
    private static let lines: [String: String] = [
        "app create": "", "app list": "", "app show": "shop", "app change": "shop --title Shop",
        "app delete": "shop --yes", "draft show": "", "draft body": "", "draft replace": "FILE --force",
        "draft settings": "",
        "draft check": "", "draft diff": "", "draft pull": "DIR", "draft push": "DIR --force",
        "draft import": "FILE --from cnrouter", "draft discard": "", "rules list": "", "rules show": "a",
        "rules add": "FILE", "rules replace": "a FILE --force", "rules delete": "a --force", "rules disable": "a",
        "rules enable": "a", "rules history": "a", "rules restore": "a --from 1", "rules copy": "a --to other",
        "rules rename-screen": "A B --yes", "expect list": "", "expect replace": "FILE --force",
        "expect add": "https://h.com/a --unmatched", "expect delete": "https://h.com/a", "expect run": "",
        "release publish": "--message m", "release list": "", "release show": "1", "release body": "1",
        "release restore": "1 --message m --yes", "channel list": "", "channel show": "beta",
        "channel create": "beta --public", "channel move": "beta 1", "channel change": "beta --public",
        "channel delete": "beta --yes", "token create": "ci --role viewer", "token list": "", "token rotate": "t",
        "token revoke": "t", "session list": "", "session end": "s", "nodes": "", "console": "", "screens list": "",
        "release adoption": "", "host list": "", "host show": "h.example", "host put": "h.example shop",
        "host delete": "h.example --yes", "links why": "https://h.com/a --os ios",
        "surfaces export": "DIR", "surfaces verify": "", "surfaces import": "h.example --apple FILE --yes",
        "screens show": "ios 1.0", "screens replace": "ios 1.0 FILE", "screens delete": "ios 1.0",
        "audit list": "", "audit show": "1", "audit export": "", "audit verify": "",
        "audit cut": "--before 2026-01-01 --yes", "backup create": "DIR/backup.db", "retention show": "",
        "retention run": "--yes", "whoami": "", "health": "", "login": "--yes",
        "resolve": "https://h.com/a --cache CACHE", "explain": "https://h.com/a --cache CACHE",
        "bundle": "--output DIR",
    ]
    /// Commands that work on files and send no request.
    private static let offline: Set<String> = ["backup restore", "backup list", "backup verify"]

    /// The content of `FILE` for a command.
    private static func content(_ command: String) -> String {
        switch command {
        case "expect replace": "[]"
        case "rules add", "rules replace": #"{"id":"a","match":["https://h.com/a"],"to":{"screen":"A"}}"#
        case "screens replace": #"{"screens":{"A":[]}}"#
        case "draft import": #"[]"#
        case "surfaces import":
            #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],"components":[{"/":"/a"}]}]}}"#
        default: #"{"settings":{},"rules":[]}"#
        }
    }

    /// What a run of a command left.
    private struct Run {
        let code: ExitCode
        let error: String
        /// Whether a file was made, changed or removed.
        let changesFiles: Bool
    }

    private func run(
        _ command: WaymarkCommands.Command, _ server: String, more: [String] = []
    ) async throws -> Run {
        let folder = try TemporaryDirectory()
        let cache = try TemporaryDirectory()
        let line = try #require(Self.lines[command.name], "\(command.name) has no line in this test")
        let file = folder.file("file.json")
        try Self.content(command.name).write(toFile: file, atomically: true, encoding: .utf8)
        try "{}".write(toFile: folder.file("settings.json"), atomically: true, encoding: .utf8)
        // What a pull, a login and a bundle of another server would replace.
        for name in ["rules/a.json", ".config/waymark/admin.json", "head.json", "origin"] {
            let path = folder.file(name)
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            let content = Data((name == "rules/a.json" ? Self.content("rules add") : "{}").utf8)
            let attributes: [FileAttributeKey: any Sendable] = [.posixPermissions: 0o600]
            #expect(FileManager.default.createFile(atPath: path, contents: content, attributes: attributes))
        }
        let before = try Self.files(folder)
        let words = line.split(separator: " ").map { (word: Substring) -> String in
            word == "FILE"
                ? file : String(word).replacing("DIR", with: folder.path).replacing("CACHE", with: cache.path)
        }
        var options = ["--server", server]
        if command.options.contains(where: { $0.name == "--token" }) { options += ["--token", "wmk_t"] }
        if command.options.contains(where: { $0.name == "--app" }) { options += ["--app", "shop"] }
        let transcript = Transcript(environment: ["HOME": folder.path])
        let name = command.name.split(separator: " ").map(String.init)
        let code = await transcript.run(name + words + options + more, in: .standard)
        return Run(code: code, error: transcript.error, changesFiles: try Self.files(folder) != before)
    }

    private static func files(_ folder: TemporaryDirectory) throws -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: folder.file($1)) ?? Data() }
    }

    private static var admin: [WaymarkCommands.Command] { AdminCommand.all.filter { !offline.contains($0.name) } }
    private static var online: [WaymarkCommands.Command] {
        admin + [ResolveCommand.resolve, ResolveCommand.explain, BundleCommand.command]
    }

    @Test("a server that cannot be reached is exit code 4, with what to do")
    func unreachable() async throws {
        for command in Self.online {
            let run = try await run(command, "http://127.0.0.1:1")
            #expect(run.code == .unreachable, "\(command.name): \(run.code) \(run.error)")
            #expect(run.error.contains("\n  "), "\(command.name) gives no hint: \(run.error)")
        }
    }

    @Test("a refusal of the server is exit code 3, with the server's sentence")
    func refused() async throws {
        let problem =
            #"{"type":"urn:waymark:problem:no","title":"Forbidden","status":403,"detail":"This token may not do it."}"#
        let server = try LoopbackServer { _ in .http(403, type: "application/problem+json", Array(problem.utf8)) }
        defer { server.stop() }
        for command in Self.online {
            let run = try await run(command, server.base)
            #expect(run.code == .refused, "\(command.name): \(run.code) \(run.error)")
            let isTold = run.error.contains("This token may not do it.") || run.error.contains("answered 403")
            #expect(isTold, "\(command.name): \(run.error)")
        }
    }

    /// Answers of what is not Waymark: a sign-in page, another service, a server of files.
    private static let impostors: [(status: Int, type: String, text: String)] = [
        (200, "text/html; charset=utf-8", "<html><body>Sign in</body></html>"), (200, "text/html", "{}"),
        (200, "application/json", "{}"), (200, "application/json", "[]"),
        (200, "application/json", #"{"status":"ok"}"#), (200, "application/json", #"{"items":[],"apps":[]}"#),
        (200, "application/json", "<html></html>"), (200, "application/json", ""), (200, "text/plain", "garbage"),
        (201, "application/json", "{}"), (204, "", ""), (200, "application/octet-stream", "SQLite format 3"),
        (200, "application/vnd.sqlite3", "SQLite format 3"), (200, "application/vnd.sqlite3", ""),
        (200, "application/jsonl", "{}\n"), (200, "application/jsonl", #"{"sequence":1,"at"#),
        (302, "text/html", "<html>moved</html>"), (401, "application/json", #"{"error":"unauthorized"}"#),
        (401, "application/problem+json", #"{"type":"about:blank","title":"Unauthorized","status":401}"#),
        (404, "application/json", #"{"detail":"Not Found"}"#), (404, "text/html", "<html>404 Not Found</html>"),
        (409, "application/problem+json", #"{"type":"urn:waymark:problem:no","title":7,"status":"409"}"#),
        (500, "text/plain", "Internal Server Error"), (502, "text/html", "<html>502 Bad Gateway</html>"),
        (503, "text/html", "<html>Service Unavailable</html>"), (503, "application/json", #"{"ready":"no"}"#),
    ]

    @Test(
        "an answer that is not Waymark's is exit code 4 for every command, with what it was, and no file changes",
        arguments: impostors.indices)
    func notWaymark(_ index: Int) async throws {
        let (status, type, text) = Self.impostors[index]
        let server = try LoopbackServer { _ in
            .http(status, type: type, fields: [#"ETag: "5e3f""#], Array(text.utf8))
        }
        defer { server.stop() }
        var believed: [String] = []
        for command in Self.online {
            let run = try await run(command, server.base)
            if run.code != .unreachable || run.changesFiles { believed.append("\(command.name): \(run)") }
            let sentences = ["is not Waymark: it answered", "ended early, after 0 bytes"]
            let isTold = sentences.contains { run.error.contains($0) } || Self.clients.contains(command.name)
            #expect(isTold || run.code != .unreachable, "\(command.name): \(run.error)")
        }
        #expect(believed.isEmpty, "\(believed.count) of \(Self.online.count): \(believed.joined(separator: "\n"))")
    }

    /// Commands that read answers as an app does, and say with its words why a head is none.
    private static let clients: Set<String> = ["resolve", "explain", "bundle"]

    /// Values of another type, and what they are in place of.
    private static let wrongTypes: [(other: JSONValue, isMeant: @Sendable (JSONValue) -> Bool)] = [
        ("seven", { $0.integerValue != nil }), ([:], { $0.arrayValue != nil }), ([1], { $0.objectValue != nil }),
        (7, { $0.stringValue != nil }), ("yes", { $0.boolValue != nil }), (.null, { $0.stringValue != nil }),
    ]

    /// A server whose answers are Waymark's up to one, and have wrong types from there on.
    private func server(
        _ wrong: Int, from first: Int, _ sent: SharedState<(all: Int, isFalse: Bool)>
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            let words = request.split(separator: " ", maxSplits: 2).map(String.init)
            let promise = PromisedAnswer.of(words[0], words[1])
            if words[0] == "DELETE" { return .raw("HTTP/1.1 204 Scripted\r\nX-Request-Id: 1\r\n\r\n") }
            let (other, isMeant) = Self.wrongTypes[wrong]
            let isTurn = sent.withLock { sent in
                sent.all += 1
                return sent.all > first
            }
            let right = AnswerSample.value(promise.shape.json)
            let value =
                isTurn ? AnswerSample.value(promise.shape.json, with: other, inPlaceOf: isMeant) : right
            if promise.shape.difference(of: value) != nil { sent.withLock { $0.isFalse = true } }
            let end = promise.mediaType == "application/jsonl" ? "\n" : ""
            let tag = "ETag: \"\(promise.tag ?? "r")1\""
            return .http(200, type: promise.mediaType, fields: [tag], value.canonicalBytes + Array(end.utf8))
        }
    }

    @Test("an answer with a wrong type is exit code 4 for every command and request", arguments: wrongTypes.indices)
    func wrongType(_ index: Int) async throws {
        var believed: [String] = []
        var runs = 0
        for command in Self.admin {
            // The first answer with such a type is false, then the second, as far as the command gets.
            for first in 0..<10 {
                let sent = SharedState((all: 0, isFalse: false))
                let server = try server(index, from: first, sent)
                defer { server.stop() }
                let run = try await run(command, server.base)
                let (all, isFalse) = sent.withLock { $0 }
                if isFalse {
                    runs += 1
                    let isWrong = run.code != .unreachable || first == 0 && all == 1 && run.changesFiles
                    if isWrong { believed.append("\(command.name) \(first): \(run)") }
                }
                if all <= first { break }
            }
        }
        #expect(runs > 20)
        #expect(believed.isEmpty, "\(believed.count) of \(runs): \(believed.joined(separator: "\n"))")
    }

    @Test("a list that names a page twice is exit code 4 for every command that reads one")
    func endless() async throws {
        let server = try LoopbackServer { request in
            let words = request.split(separator: " ", maxSplits: 2).map(String.init)
            let promise = PromisedAnswer.of(words[0], words[1])
            var value = AnswerSample.value(promise.shape.json)
            if case .object(var members) = value, members["next"] != nil {
                members["next"] = "a"
                value = .object(members)
            }
            let end = promise.mediaType == "application/jsonl" ? "\n" : ""
            let fields = ["ETag: \"\(promise.tag ?? "r")1\"", "Waymark-Next: 7"]
            return .http(200, type: promise.mediaType, fields: fields, value.canonicalBytes + Array(end.utf8))
        }
        defer { server.stop() }
        var ended: Set<String> = []
        for command in Self.admin {
            let run = try await run(command, server.base)
            if run.code == .unreachable, run.error.contains("twice") { ended.insert(command.name) }
        }
        let expected: Set<String> = [
            "app list", "rules list", "rules history", "release list", "screens list", "host list", "token list",
            "session list", "retention show", "audit list", "audit show", "audit export", "audit verify",
        ]
        #expect(ended.isSuperset(of: expected), "\(expected.subtracting(ended).sorted())")
    }

    @Test("a value of another type is refused in every place of every answer")
    func everyPlace() {
        var count = 0
        for words in PromisedAnswer.lines.map({ $0.split(separator: " ").map(String.init) }) where words.count > 2 {
            let shape = PromisedAnswer.of(words[0], words[1].replacing("*", with: "a")).shape
            let difference = shape.difference(of: AnswerSample.value(shape.json, isWide: true))
            #expect(difference == nil, "\(words[1]): \(difference ?? "")")
            for (value, refused) in AnswerSample.refusals(shape.json) {
                let isRight = value == AnswerSample.anything ? refused == 0 : refused >= 3
                #expect(isRight, "\(words[1]): \(value.text) \(refused)")
                count += refused
            }
        }
        #expect(count > 1_000)
        print("counts: \(count) false answers")
    }

    @Test("a read is answered with 200, and not with what accepts a write or leaves out a part")
    func readStatus() {
        for words in PromisedAnswer.lines.map({ $0.split(separator: " ").map(String.init) }) where words.first == "GET"
        {
            let path = words[1].replacing("*", with: "a")
            let promise = PromisedAnswer.of("GET", path)
            let text = AnswerSample.value(promise.shape.json).canonicalBytes + Array("\n".utf8)
            let fields = ["content-type": promise.mediaType, "etag": "\"\(promise.tag ?? "r")1\""]
            let answers = [200, 201, 202, 203, 206, 226].map { status in
                ServerAnswer(status: status, body: text) { fields[$0] }.difference(from: "GET", path)
            }
            #expect(answers[0] == nil && !answers.dropFirst().contains(nil), "\(path): \(answers)")
        }
    }

    @Test("a difference is told with its place")
    func places() {
        let apps = PromisedAnswer.of("GET", "/v1/apps").shape
        func difference(_ text: String) -> String? {
            (try? JSONValue(parsing: Array(text.utf8))).flatMap(apps.difference)
        }
        let app = #""app":"a","createdAt":"t","poll":{"interval":1,"jitter":1},"revision":1"#
        #expect(difference(#"{"apps":[{\#(app),"title":"t","new":[]}],"next":null,"new":1}"#) == nil)
        #expect(
            difference(#"{"apps":[{\#(app),"title":7}],"next":null}"#)
                == "in which “apps[0].title” is a whole number, not a string")
        #expect(difference(#"{"apps":[{\#(app)}],"next":null}"#) == "without “apps[0].title”")
        #expect(difference(#"{"apps":[],"next":[]}"#) == "in which “next” is a list, not null or a string")
        #expect(difference("[]") == "that is a list, not an object")
    }

    @Test("an unknown option is exit code 2 for every command, and nothing is sent")
    func usage() async throws {
        for command in Self.online {
            let run = try await run(command, "http://127.0.0.1:1", more: ["--no-such-option"])
            #expect(run.code == .usage, "\(command.name): \(run)")
            #expect(run.error.contains("has no option --no-such-option"), "\(command.name): \(run.error)")
        }
    }

    @Test("every command that answers something can answer in JSON")
    func json() {
        let others: Set<String> = ["serve", "completion", "complete"]
        for command in CommandTable.standard.commands where !others.contains(command.name) {
            #expect(command.options.contains { $0.name == "--json" }, "\(command.name)")
        }
    }
}
