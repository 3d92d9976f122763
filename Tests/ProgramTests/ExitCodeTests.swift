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
        "retention run": "--yes", "whoami": "", "health": "", "login": "",
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

    private func run(
        _ command: WaymarkCommands.Command, _ server: String, more: [String] = []
    ) async throws -> (ExitCode, String) {
        let folder = try TemporaryDirectory()
        let line = try #require(Self.lines[command.name], "\(command.name) has no line in this test")
        let file = folder.file("file.json")
        try Self.content(command.name).write(toFile: file, atomically: true, encoding: .utf8)
        try "{}".write(toFile: folder.file("settings.json"), atomically: true, encoding: .utf8)
        let words = line.split(separator: " ").map { (word: Substring) -> String in
            word == "FILE" ? file : String(word).replacing("DIR", with: folder.path)
        }
        var options = ["--server", server, "--token", "wmk_t"]
        if command.options.contains(where: { $0.name == "--app" }) { options += ["--app", "shop"] }
        let transcript = Transcript(environment: ["HOME": folder.path])
        let name = command.name.split(separator: " ").map(String.init)
        let code = await transcript.run(name + words + options + more, in: .standard)
        return (code, transcript.error)
    }

    private static var online: [WaymarkCommands.Command] { AdminCommand.all.filter { !offline.contains($0.name) } }

    @Test("a server that cannot be reached is exit code 4, with what to do")
    func unreachable() async throws {
        for command in Self.online {
            let (code, error) = try await run(command, "http://127.0.0.1:1")
            #expect(code == .unreachable, "\(command.name): \(code) \(error)")
            #expect(error.contains("\n  "), "\(command.name) gives no hint: \(error)")
        }
    }

    @Test("a refusal of the server is exit code 3, with the server's sentence")
    func refused() async throws {
        let problem = #"{"type":"urn:x:no","title":"Forbidden","status":403,"detail":"This token may not do it."}"#
        let server = try LoopbackServer { _ in .http(403, type: "application/problem+json", Array(problem.utf8)) }
        defer { server.stop() }
        for command in Self.online where command.name != "health" {
            let (code, error) = try await run(command, server.base)
            #expect(code == .refused, "\(command.name): \(code) \(error)")
            #expect(error.contains("This token may not do it."), "\(command.name): \(error)")
        }
    }

    /// Answers of what is not Waymark: a sign-in page, another service, a server of files.
    private static let impostors: [(status: Int, type: String, text: String)] = [
        (200, "text/html; charset=utf-8", "<html><body>Sign in</body></html>"), (200, "text/html", "{}"),
        (200, "application/json", "{}"), (200, "application/json", "[]"),
        (200, "application/json", #"{"status":"ok"}"#),
        (200, "application/json", "<html></html>"), (200, "application/json", ""), (200, "text/plain", "garbage"),
        (204, "", ""), (200, "application/octet-stream", "SQLite format 3"), (302, "text/html", "<html>moved</html>"),
        (404, "application/json", #"{"detail":"Not Found"}"#), (502, "text/html", "<html>502 Bad Gateway</html>"),
    ]

    /// Commands that send a DELETE at once.
    private static let deletions: Set<String> = ["token revoke", "session end", "screens delete"]

    @Test(
        "an answer that is not Waymark's is exit code 4 for every command, with what it was",
        arguments: impostors.indices)
    func notWaymark(_ index: Int) async throws {
        let (status, type, text) = Self.impostors[index]
        let server = try LoopbackServer { _ in .http(status, type: type, Array(text.utf8)) }
        defer { server.stop() }
        var believed: [String] = []
        for command in Self.online {
            let (code, error) = try await run(command, server.base)
            // A 204 is all that the contract says of an answer to DELETE.
            if status == 204, code == .done, Self.deletions.contains(command.name) { continue }
            if code != .unreachable { believed.append("\(command.name): \(code) \(error)") }
            #expect(error.contains("is not Waymark: it answered") || code != .unreachable, "\(command.name): \(error)")
        }
        #expect(believed.isEmpty, "\(believed.count) of \(Self.online.count): \(believed.joined(separator: "\n"))")
    }

    @Test("an unknown option is exit code 2 for every command, and nothing is sent")
    func usage() async throws {
        for command in Self.online {
            let (code, error) = try await run(command, "http://127.0.0.1:1", more: ["--no-such-option"])
            #expect(code == .usage, "\(command.name): \(code) \(error)")
            #expect(error.contains("has no option --no-such-option"), "\(command.name): \(error)")
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
