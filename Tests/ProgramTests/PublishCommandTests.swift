import CanonicalJSON
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("release publish, rules disable and rules enable", .scheduled)
struct PublishCommandTests {
    private static let summary = #"""
        {"channel":"production","exists":true,"public":true,"current":7,"next":8,"revision":12,"sequence":4,"unpublished":true,
        "rules":3,"served":3,"settings":true,"shrinks":false,"errors":0,"warnings":1,
        "added":{"count":1,"rules":["new"]},"changed":{"count":2,"rules":["a","b"]},
        "removed":{"count":0,"rules":[]},"moved":{"count":0,"rules":[]},"edits":[],"authors":["anna","bob"]}
        """#

    /// A server that answers the summary and the rule `a`, and accepts publishes unless `refusal` is given.
    private func server(
        enabled: String = "", refusal: String? = nil, summary: String = Self.summary
    ) throws -> LoopbackServer {
        try LoopbackServer.waymark { request in
            let path = request.split(separator: " ")[1]
            if request.hasPrefix("POST ") {
                guard let refusal else { return .http(201, Array(#"{"version":8,"digest":"d"}"#.utf8)) }
                return .http(409, type: "application/problem+json", Array(refusal.utf8))
            }
            if path.contains("/draft/summary") {
                return .http(200, fields: [#"ETag: "r12""#], Array(summary.utf8))
            }
            let fields = request.hasPrefix("PUT ") ? [#"ETag: "r13""#] : [#"ETag: "r12""#]
            return .http(200, fields: fields, Array(#"{"id":"a","match":["/a"],"to":{"screen":"A"}\#(enabled)}"#.utf8))
        }
    }

    private func run(
        _ words: [String], on server: LoopbackServer, asked answer: String? = nil
    ) async -> (code: ExitCode, out: String, error: String, orders: [String]) {
        let transcript = Transcript()
        var terminal = transcript.terminal
        if let answer {
            terminal.isInteractive = true
            terminal.readLine = { answer }
        }
        let line = words + ["--server", server.base, "--app", "shop", "--token", "t"]
        let code: ExitCode =
            switch CommandTable.standard.plan(line, on: terminal) {
            case .finished(let code): code
            case .blocking(let run): run()
            case .asynchronous(let run): await run()
            }
        let orders = server.requests.filter { $0.hasPrefix("POST ") || $0.hasPrefix("PUT ") }.map { request in
            let match = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("if-match: ") } ?? ""
            return "\(match.dropFirst(10)) \(request.split(separator: "\r\n").last ?? "")"
        }
        return (code, transcript.out, transcript.error, orders)
    }

    @Test("a publish prints what it changes, and publishes the revision that it has shown")
    func summary() async throws {
        let server = try server()
        defer { server.stop() }
        let result = await run(["publish", "--message", "m"], on: server)
        #expect(
            result.error == """
                release 8 for production, public, which serves release 7
                  1 rule added: new
                  2 rules changed: a, b
                  settings changed
                  edited by anna, bob
                  0 errors, 1 warning: waymark draft check shows them

                """)
        #expect(result.code == .done && result.out == "release 8 is on production, digest d\n")
        #expect(result.orders == [#""r12" {"base":4,"channel":"production","message":"m"}"#])
    }

    @Test("at a terminal a publish asks; no is no, and --yes does not ask")
    func asks() async throws {
        for (answer, words, count) in [("n", [], 0), ("y", [], 1), ("n", ["--yes"], 1)] as [(String, [String], Int)] {
            let server = try server()
            defer { server.stop() }
            let result = await run(["release", "publish", "--message", "m"] + words, on: server, asked: answer)
            #expect(result.orders.count == count, "\(answer) \(words)")
            #expect(result.error.contains("Go on? [y/N]") == words.isEmpty)
        }
    }

    @Test("--only, --allow-shrink and --force reach the order")
    func order() async throws {
        let server = try server()
        defer { server.stop() }
        let result = await run(
            ["publish", "--message", "m", "--only", "a", "--only", "b", "--allow-shrink", "--force"], on: server)
        #expect(
            result.orders == [
                #"* {"allowShrink":true,"channel":"production","message":"m","only":["a","b"]}"#
            ])
        #expect(result.error.contains("only a, b; the draft keeps the other changes"))
    }

    @Test("a rule is disabled in the draft under the tag that was read; --publish releases it and nothing else")
    func disable() async throws {
        let server = try server()
        defer { server.stop() }
        let result = await run(["rules", "disable", "a", "--publish"], on: server)
        #expect(result.code == .done, "\(result.error)")
        #expect(
            result.orders == [
                #""r12" {"enabled":false,"id":"a","match":["/a"],"to":{"screen":"A"}}"#,
                #""r13" {"allowShrink":true,"channel":"production","message":"disable a","only":["a"]}"#,
            ])
        #expect(result.out == "a is disabled in the draft\nrelease 8 is on production, digest d\n")
    }

    @Test("a draft without rules is published only with --allow-shrink")
    func empty() async throws {
        let server = try server(
            summary: Self.summary.replacing(#""rules":3"#, with: #""rules":0"#)
                .replacing(#""current":7"#, with: #""current":null"#))
        defer { server.stop() }
        let refused = await run(["publish", "--message", "m", "--yes"], on: server)
        #expect(refused.code == .negative && refused.orders.isEmpty, "\(refused.error)")
        #expect(refused.error.contains("the draft has no rules"), "\(refused.error)")
        #expect(await run(["publish", "--message", "m", "--allow-shrink"], on: server).orders.count == 1)
    }

    @Test("a publish that shrinks the release names the option that permits it")
    func shrinks() async throws {
        let server = try server(
            refusal: #"{"title":"Conflict","code":"shrinks","detail":"If intended, send \"allowShrink\": true."}"#)
        defer { server.stop() }
        let result = await run(["publish", "--message", "m"], on: server)
        #expect(result.code == .refused && result.error.contains("add --allow-shrink"), "\(result.error)")
    }

    @Test("a rule that is as wanted is not written; a refused publish says that the draft has the change")
    func enable() async throws {
        let same = try server()
        defer { same.stop() }
        let result = await run(["rules", "enable", "a"], on: same)
        #expect(result.code == .done && result.orders.isEmpty && result.out == "a is enabled in the draft\n")
        let refusing = try server(
            enabled: #","enabled":false"#, refusal: #"{"title":"Conflict","detail":"nothing is served"}"#)
        defer { refusing.stop() }
        let refused = await run(["rules", "enable", "a", "--publish"], on: refusing)
        #expect(refused.code == .refused && refused.orders.count == 2)
        #expect(refused.error.contains("a is enabled in the draft, and not published"), "\(refused.error)")
        #expect(await run(["rules", "enable", "a", "--message", "m"], on: same).code == .usage)
    }

    @Test(
        "an instant is shown in local time with UTC beside",
        arguments: [
            (0, "2026-11-23T06:10:59.5Z", "2026-11-23 06:10 UTC"),
            (8, "2026-11-23T06:10:00Z", "2026-11-23 14:10 (06:10 UTC)"),
            (-8, "2026-11-23T06:10:00Z", "2026-11-22 22:10 (2026-11-23 06:10 UTC)"), (8, "never", "never"),
        ])
    func time(hours: Int, text: String, shown: String) {
        #expect(TimeText { _ in hours * 3_600 }.shown(text) == shown)
    }
}
