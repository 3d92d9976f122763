import CanonicalJSON
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("rules history, rules restore, draft discard, and addresses that the server resolves", .scheduled)
struct RuleVersionCommandTests {
    private static let history = #"""
        {"rule":"a","releases":[
        {"version":3,"publishedAt":"2026-11-23T06:10:00Z","author":"anna","message":"without a","rule":null},
        {"version":2,"publishedAt":"2026-11-22T06:10:00Z","author":"bob","message":"with a",
        "rule":{"id":"a","match":["/a"],"to":{"screen":"A"}}}],
        "edits":[{"sequence":9,"at":"2026-11-22T06:09:00Z","by":"bob","action":"rule.add","after":{"id":"a"}}],
        "editsIncomplete":false,"next":null}
        """#
    private static let summary = #"""
        {"channel":"production","exists":true,"public":true,"current":7,"next":8,"revision":12,
        "settings":false,"errors":0,"warnings":0,"added":{"count":1,"rules":["new"]},"authors":["anna"]}
        """#
    private static let resolution = #"""
        {"outcome":"screen","screen":"Item","original":"https://h.com/i/7","version":0,"parameters":{"id":"7"},
        "trail":[{"rule":"item","alternative":0,"from":"https://h.com/i/7"}],"explanation":[{"address":"https://h.com/i/7",
        "candidates":[{"rule":"item","alternative":0,"verdict":"won"}]}]}
        """#

    /// Runs a command against a server that has these answers; clients need a token for its only channel.
    private func run(
        _ words: [String], token: Bool = true
    ) async throws -> (code: ExitCode, out: String, error: String, requests: [String]) {
        let server = try LoopbackServer.waymark { request in
            let path = request.split(separator: " ")[1]
            let hasToken = request.contains("Authorization: Bearer wmk_t")
            let (tag, json): (String, String) =
                switch path.split(separator: "?")[0].split(separator: "/").dropFirst(3).joined(separator: "/") {
                case "draft/rules/a/history": ("r1", Self.history)
                case "draft/summary": ("r12", Self.summary)
                case "draft/settings": ("r12", "{}")
                case "draft/resolve", "resolve": ("r12", Self.resolution)
                case "draft/discard", "draft/rules/a/restore": ("r13", #"{"revision":13}"#)
                default: ("", "")
                }
            guard hasToken, !json.isEmpty else {
                return .http(404, type: "application/problem+json", Array(#"{"title":"Not Found","detail":"no"}"#.utf8))
            }
            return .http(200, fields: ["ETag: \"\(tag)\""], Array(json.utf8))
        }
        defer { server.stop() }
        let cache = try TemporaryDirectory()
        let transcript = Transcript(environment: ["XDG_CACHE_HOME": cache.path, "TZ": "UTC"])
        let line = words + ["--server", server.base, "--app", "shop"] + (token ? ["--token", "wmk_t"] : [])
        let code = await transcript.run(line, in: .standard)
        return (code, transcript.out, transcript.error, server.requests)
    }

    @Test("the history of a rule names releases, authors and texts; its edits only with --edits")
    func history() async throws {
        let short = try await run(["rules", "history", "a"])
        #expect(short.code == .done && !short.out.contains("edit 9"), "\(short.error)")
        let lines = short.out.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("release 3  2026-11-23 ") && lines[0].hasSuffix("UTC)  anna  without a") == false)
        #expect(lines[0].hasSuffix("anna  without a") && lines[1] == "  without this rule")
        #expect(lines[3] == #"  {"id":"a","match":["/a"],"to":{"screen":"A"}}"#)
        #expect(try await run(["rules", "history", "a", "--edits"]).out.contains("edit 9  "))
    }

    @Test("releases are listed by rule, by author and since a time")
    func releases() async throws {
        let all = try await run(["release", "list", "--rule", "a"])
        #expect(all.code == .done && all.out.split(separator: "\n").count == 3, "\(all.error)")
        let bobs = try await run(["history", "--rule", "a", "--by", "bob"]).out
        #expect(bobs.contains("with a") && !bobs.contains("without a"), "\(bobs)")
        let new = try await run(["history", "--rule", "a", "--since", "2026-11-23"]).out
        #expect(new.contains("without a") && !new.contains("bob"), "\(new)")
        #expect(try await run(["history", "--since", "Tuesday"]).code == .usage)
    }

    @Test("a rule is restored, and edits are discarded, under the tag that was read")
    func back() async throws {
        let restored = try await run(["rules", "restore", "a", "--from", "2"])
        #expect(restored.code == .done && restored.out == "a is in the draft as in release 2\n", "\(restored.error)")
        let restore = try #require(restored.requests.last)
        #expect(restore.contains("If-Match: \"r12\"\r\n") && restore.hasSuffix(#"{"from":2}"#), "\(restore)")
        let discarded = try await run(["draft", "discard"])
        #expect(discarded.out == "discarded all unpublished changes; the draft is at revision 13\n")
        #expect(discarded.error.contains("1 rule added: new"), "\(discarded.error)")
        let discard = try #require(discarded.requests.last)
        #expect(discard.hasPrefix("POST /v1/apps/shop/draft/discard?channel=production "), "\(discard)")
        #expect(discard.contains("If-Match: \"r12\"\r\n") && discard.hasSuffix("{}"))
        let some = try await run(["draft", "discard", "a", "--channel", "beta"])
        #expect(some.requests.last?.hasSuffix(#"{"rules":["a"]}"#) == true)
    }

    @Test("--draft asks the server for the draft's answer, with context and explanation")
    func draft() async throws {
        for words in [
            ["explain", "--draft", "--context", "platform=ios", "https://h.com/i/7"],
            ["draft", "check", "--address", "https://h.com/i/7", "--context", "platform=ios"],
        ] {
            let result = try await run(words)
            #expect(result.code == .done, "\(result.error)")
            #expect(
                result.out == """
                    https://h.com/i/7
                      → screen Item
                          id = 7
                        by item; the draft
                        1. https://h.com/i/7
                           item (alternative 0): won

                    """)
            let request = try #require(result.requests.last)
            #expect(request.hasPrefix("POST /v1/apps/shop/draft/resolve?explain=1 "), "\(request)")
            #expect(request.hasSuffix(#"{"context":{"platform":"ios"},"url":"https://h.com/i/7"}"#), "\(request)")
        }
        #expect(try await run(["resolve", "--draft", "--offline", "https://h.com/i/7"]).code == .usage)
    }

    @Test("with a token the server resolves for a channel that clients need a token for; without one it is unknown")
    func privateChannel() async throws {
        let known = try await run(["resolve", "--channel", "staging", "https://h.com/i/7"])
        #expect(known.code == .done && known.out.contains("→ screen Item"), "\(known.error)")
        #expect(known.requests.last?.hasPrefix("POST /v1/apps/shop/resolve?channel=staging ") == true)
        let unknown = try await run(["resolve", "--channel", "staging", "https://h.com/i/7"], token: false)
        #expect(unknown.code == .refused && unknown.out.isEmpty)
    }
}
