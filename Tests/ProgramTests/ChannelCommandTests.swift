import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("channel move and channel delete", .scheduled)
struct ChannelCommandTests {
    /// Moves a channel, and returns the body of the PUT.
    private func moved(_ flags: [String]) async throws -> String {
        let channel = Array(#"{"channel":"beta","public":false,"sequence":3,"version":1}"#.utf8)
        let server = try LoopbackServer.waymark { _ in
            .http(200, fields: [#"ETag: "s3""#], channel)
        }
        defer { server.stop() }
        let transcript = Transcript()
        let words = ["channel", "move", "--server", server.base, "--app", "a", "--token", "t", "beta", "2"] + flags
        #expect(
            await transcript.run(words, in: CommandTable(commands: AdminCommand.all)) == .done, "\(transcript.error)")
        let put = try #require(server.requests.last { $0.hasPrefix("PUT /v1/apps/a/channels/beta ") })
        return String(put.split(separator: "\r\n").last ?? "")
    }

    @Test("a channel that clients need a token for stays so when it is moved")
    func keepsPrivate() async throws {
        #expect(try await moved([]) == #"{"version":2}"#)
    }

    @Test("--private and --public of channel move decide for a channel that exists")
    func decides() async throws {
        #expect(try await moved(["--private"]) == #"{"public":false,"version":2}"#)
        #expect(try await moved(["--public"]) == #"{"public":true,"version":2}"#)
    }

    /// Runs a command against a server that has the channel or not; the app's newest release is 7.
    private func run(
        _ words: [String], exists: Bool = false
    ) async throws -> (code: ExitCode, error: String, put: String?) {
        let channel = Array(#"{"channel":"beta","public":false,"sequence":3,"version":1}"#.utf8)
        let missing = Array(#"{"title":"Not Found","detail":"The app has no channel beat."}"#.utf8)
        let server = try LoopbackServer.waymark { request in
            if request.hasPrefix("PUT ") || exists { return .http(200, fields: [#"ETag: "s3""#], channel) }
            if request.hasPrefix("GET /v1/apps/a ") {
                return .http(200, Array(#"{"channels":[{"channel":"beta"},{"channel":"production"}]}"#.utf8))
            }
            if request.contains("/releases?") { return .http(200, Array(#"{"releases":[{"version":7}]}"#.utf8)) }
            return .http(404, type: "application/problem+json", missing)
        }
        defer { server.stop() }
        let transcript = Transcript()
        let connection = ["--server", server.base, "--app", "a", "--token", "t"]
        let code = await transcript.run(words + connection, in: .standard)
        let put = server.requests.last { $0.hasPrefix("PUT ") }
        return (code, transcript.error, put?.split(separator: "\r\n").last.map(String.init))
    }

    @Test("moving a channel that does not exist sends nothing; whatever the visibility says")
    func moveUnknown() async throws {
        for flags in [[], ["--public"], ["--private"], ["--force"]] {
            let result = try await run(["channel", "move", "beat", "2"] + flags)
            #expect(result.code == .refused && result.put == nil, "\(flags)")
            #expect(result.error == "waymark: there is no channel beat of a\n  did you mean beta?\n", "\(result.error)")
        }
        let far = try await run(["channel", "change", "live", "--public"])
        #expect(far.error.hasSuffix("makes it; there is beta, production\n"), "\(far.error)")
    }

    @Test("channel create needs the visibility, and serves the newest release unless another is named")
    func create() async throws {
        let unsaid = try await run(["channel", "create", "beta"])
        #expect(unsaid.code == .usage && unsaid.error.contains("--public or --private is missing"))
        #expect(unsaid.put == nil)
        #expect(try await run(["channel", "create", "beta", "--private"]).put == #"{"public":false,"version":7}"#)
        #expect(try await run(["channel", "create", "beta", "4", "--public"]).put == #"{"public":true,"version":4}"#)
        let known = try await run(["channel", "create", "beta", "--public"], exists: true)
        #expect(known.code == .refused && known.put == nil && known.error.contains("exists already"))
    }

    @Test("channel change sets the visibility and keeps the release")
    func change() async throws {
        #expect(
            try await run(["channel", "change", "beta", "--public"], exists: true).put
                == #"{"public":true,"version":1}"#)
        #expect(try await run(["channel", "change", "beta"], exists: true).code == .usage)
    }

    @Test("a publish makes a channel only with --create-channel and its visibility")
    func publish() async throws {
        let server = try LoopbackServer.waymark { request in
            request.hasPrefix("POST ")
                ? .http(201, Array(#"{"version":2,"digest":"d"}"#.utf8))
                : .http(200, fields: [#"ETag: "r3""#], Array(#"{"revision":3,"sequence":5}"#.utf8))
        }
        defer { server.stop() }
        let words = [
            "release", "publish", "--server", server.base, "--app", "a", "--token", "t", "--message", "m", "--channel",
            "staging", "--yes",
        ]
        let transcript = Transcript()
        #expect(await transcript.run(words + ["--create-channel"], in: .standard) == .usage)
        #expect(transcript.error.contains("--public or --private is missing"), "\(transcript.error)")
        #expect(await transcript.run(words + ["--create-channel", "--private"], in: .standard) == .done)
        #expect(await transcript.run(words, in: .standard) == .done)
        let orders = server.requests.filter { $0.hasPrefix("POST ") }.map { $0.split(separator: "\r\n").last ?? "" }
        #expect(
            orders == [
                #"{"base":5,"channel":"staging","createChannel":true,"message":"m","public":false}"#,
                #"{"base":5,"channel":"staging","message":"m"}"#,
            ])
    }

    /// Runs `channel delete`; returns its exit code and the requests that it sent.
    private func deleted(_ flags: [String]) async throws -> (code: ExitCode, requests: [String]) {
        let channel = Array(#"{"channel":"beta","public":false,"sequence":3,"version":1}"#.utf8)
        let server = try LoopbackServer.waymark { _ in .http(200, fields: [#"ETag: "s3""#], channel) }
        defer { server.stop() }
        let words = ["channel", "delete", "--server", server.base, "--app", "a", "--token", "t", "beta"] + flags
        let code = await Transcript().run(words, in: CommandTable(commands: AdminCommand.all))
        return (code, server.requests)
    }

    @Test("a channel is deleted under the tag that was read; --force sends *; without --yes nothing is deleted")
    func delete() async throws {
        let exact = try await deleted(["--yes"])
        let request = try #require(exact.requests.last)
        #expect(exact.code == .done && request.hasPrefix("DELETE /v1/apps/a/channels/beta "), "\(request)")
        #expect(request.contains("If-Match: \"s3\"\r\n"), "\(request)")
        #expect(try await deleted(["--force"]).requests.last?.contains("If-Match: *\r\n") == true)
        let unasked = try await deleted([])
        #expect(unasked.code == .usage && unasked.requests.allSatisfy { $0.hasPrefix("GET ") })
    }
}
