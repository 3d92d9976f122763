import TestSupport
import Testing

@testable import waymark

@Suite("channel move and channel delete", .scheduled)
struct ChannelCommandTests {
    /// Moves a channel that exists or not, and returns the body of the PUT.
    private func moved(_ flags: [String], exists: Bool) async throws -> String {
        let channel = Array(#"{"channel":"beta","public":false,"sequence":3,"version":1}"#.utf8)
        let server = try LoopbackServer { request in
            guard request.hasPrefix("GET "), !exists else { return .http(200, fields: [#"ETag: "3""#], channel) }
            return .http(404, Array(#"{"title":"Not Found"}"#.utf8))
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
        #expect(try await moved([], exists: true) == #"{"version":2}"#)
    }

    @Test("a new channel is public; --private and --public decide for every channel")
    func decides() async throws {
        #expect(try await moved([], exists: false) == #"{"public":true,"version":2}"#)
        #expect(try await moved(["--private"], exists: false) == #"{"public":false,"version":2}"#)
        #expect(try await moved(["--private"], exists: true) == #"{"public":false,"version":2}"#)
        #expect(try await moved(["--public"], exists: true) == #"{"public":true,"version":2}"#)
    }

    /// Runs `channel delete`; returns its exit code and the requests that it sent.
    private func deleted(_ flags: [String]) async throws -> (code: ExitCode, requests: [String]) {
        let channel = Array(#"{"channel":"beta","public":false,"sequence":3,"version":1}"#.utf8)
        let server = try LoopbackServer { _ in .http(200, fields: [#"ETag: "s3""#], channel) }
        defer { server.stop() }
        let words = ["channel", "delete", "--server", server.base, "--app", "a", "--token", "t", "beta"] + flags
        let code = await Transcript().run(words, in: CommandTable(commands: AdminCommand.all))
        return (code, server.requests)
    }

    @Test("a channel is deleted under the tag that was read; --force sends *; without --yes nothing is sent")
    func delete() async throws {
        let exact = try await deleted(["--yes"])
        let request = try #require(exact.requests.last)
        #expect(exact.code == .done && request.hasPrefix("DELETE /v1/apps/a/channels/beta "), "\(request)")
        #expect(request.contains("If-Match: \"s3\"\r\n"), "\(request)")
        #expect(try await deleted(["--force"]).requests.last?.contains("If-Match: *\r\n") == true)
        let unasked = try await deleted([])
        #expect(unasked.code == .usage && unasked.requests.isEmpty)
    }
}
