import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("host and links why", .scheduled)
struct LinkCommandTests {
    private func run(_ words: [String], _ server: LoopbackServer) async -> (code: ExitCode, out: String, error: String)
    {
        let transcript = Transcript()
        let code = await transcript.run(words + ["--server", server.base, "--token", "t"], in: .standard)
        return (code, transcript.out, transcript.error)
    }

    /// A server with the host `go.example` of the app `shop`, and no other one.
    private func hosts() throws -> LoopbackServer {
        try LoopbackServer.waymark { request in
            let host = #"{"host":"go.example","app":"shop","revision":7,"changedAt":"2026-11-26T10:00:00Z"}"#
            if request.hasPrefix("GET /v1/hosts ") {
                return .http(200, Array(#"{"hosts":[\#(host)],"next":null}"#.utf8))
            }
            if request.hasPrefix("DELETE ") { return .http(204) }
            if request.hasPrefix("PUT ") {
                let name = request.contains("/new.example ") ? "new.example" : "go.example"
                return .http(200, Array(#"{"host":"\#(name)","app":"news"}"#.utf8))
            }
            guard request.contains(" /v1/hosts/go.example ") else { return .http(404, Array("{}".utf8)) }
            return .http(200, fields: [#"ETag: "h7""#], Array(host.utf8))
        }
    }

    @Test("hosts are listed and shown")
    func reading() async throws {
        let server = try hosts()
        defer { server.stop() }
        let list = await run(["host", "list"], server)
        #expect(list.code == .done && list.out.contains("go.example") && list.out.contains("shop"), "\(list)")
        let show = await run(["host", "show", "go.example"], server)
        #expect(show.out == "go.example belongs to shop\n", "\(show)")
        #expect(await run(["host", "show", "x.example"], server).code == .refused)
    }

    @Test("a new host is given without a question, another app's only with --yes, and each with the tag that was seen")
    func giving() async throws {
        let server = try hosts()
        defer { server.stop() }
        let new = await run(["host", "put", "new.example", "news"], server)
        #expect(new.code == .done && new.out == "new.example belongs to news\n", "\(new)")
        #expect(server.requests.last?.contains(#"If-Match: "h0""#) == true)
        #expect(server.requests.last?.hasSuffix(#"{"app":"news"}"#) == true)
        let count = server.requests.count
        let asked = await run(["host", "put", "go.example", "news"], server)
        #expect(asked.code == .usage && asked.error.contains("takes go.example from shop"), "\(asked)")
        #expect(server.requests.count == count + 1, "nothing is written")
        #expect(await run(["host", "put", "go.example", "news", "--yes"], server).code == .done)
        #expect(server.requests.last?.contains(#"If-Match: "h7""#) == true)
        #expect(await run(["host", "delete", "go.example"], server).code == .usage)
        let gone = await run(["host", "delete", "go.example", "--yes"], server)
        #expect(gone.code == .done && gone.out == "go.example belongs to no app\n", "\(gone)")
        #expect(server.requests.last?.contains(#"If-Match: "h7""#) == true)
    }

    @Test("links why sends the phone, prints each surface with the next step, and exits by whether the app opens")
    func why() async throws {
        let server = try LoopbackServer.waymark { request in
            let opens = request.contains("/i/7")
            let os =
                opens
                ? #"{"surface":"os","passed":true,"text":"the file gives it"}"#
                : #"{"surface":"os","passed":false,"text":"no rule of the file","next":"add a rule"}"#
            let app = #"{"surface":"app","passed":true,"text":"the rule i shows Item"}"#
            let wrong = opens ? "" : #""wrong":"os","#
            let notes = #"["a device keeps files"]"#
            let text = #"{"opens":\#(opens),\#(wrong)"release":3,"steps":[\#(os),\#(app)],"notes":\#(notes)}"#
            return .http(200, Array(text.utf8))
        }
        defer { server.stop() }
        let phone = [
            "--app", "shop", "--os", "ios", "--os-version", "17.1", "--app-version", "5.2", "--in-app", "wechat",
        ]
        let wrong = await run(["links", "why", "https://go.example/x"] + phone + ["--draft"], server)
        #expect(wrong.code == .negative)
        #expect(
            wrong.out == """
                os: WRONG: no rule of the file
                  add a rule
                app: goes on: the rule i shows Item
                note: a device keeps files
                the app does not open, by the release 3

                """, "\(wrong)")
        let request = try #require(server.requests.last)
        #expect(request.hasPrefix("POST /v1/apps/shop/link-diagnoses "))
        let content = try #require(request.components(separatedBy: "\r\n\r\n").last)
        #expect(
            try JSONValue(parsing: Array(content.utf8)) == [
                "address": "https://go.example/x", "os": "ios", "osVersion": "17.1", "appVersion": "5.2",
                "inApp": "wechat", "release": "draft",
            ])
        let right = await run(["links", "why", "https://go.example/i/7"] + phone, server)
        #expect(right.code == .done && right.out.hasSuffix("the app opens, by the release 3\n"), "\(right)")
        let both = await run(["links", "why", "https://go.example/"] + phone + ["--draft", "--release", "3"], server)
        #expect(both.code == .usage && both.error.contains("--release and --draft are both given"), "\(both)")
        #expect(await run(["links", "why", "https://go.example/", "--app", "shop"], server).code == .usage)
    }
}
