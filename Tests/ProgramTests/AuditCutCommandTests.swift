import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("audit cut", .scheduled)
struct AuditCutCommandTests {
    private func run(_ flags: [String]) async throws -> (code: ExitCode, requests: [String], output: String) {
        let answer = #"{"hash":"00ff","more":true,"rows":7,"through":7}"#
        let server = try LoopbackServer.waymark { _ in .http(200, Array(answer.utf8)) }
        defer { server.stop() }
        let transcript = Transcript()
        let words = ["audit", "cut", "--server", server.base, "--token", "t"] + flags
        let code = await transcript.run(words, in: CommandTable(commands: AdminCommand.all))
        return (code, server.requests, transcript.out)
    }

    @Test("a day is its first instant; without --yes nothing is sent; the checkpoint is printed")
    func cut() async throws {
        let done = try await run(["--before", "2030-06-01", "--yes"])
        let request = try #require(done.requests.last)
        #expect(done.code == .done && request.hasPrefix("POST /v1/audit/cut "), "\(request)")
        #expect(request.hasSuffix(#"{"before":"2030-06-01T00:00:00Z"}"#), "\(request)")
        #expect(done.output.contains("removed 7 rows, up to 7 with the hash 00ff"), "\(done.output)")
        #expect(done.output.contains("run it again"))
        let unasked = try await run(["--before", "2030-06-01T08:00:00Z"])
        #expect(unasked.code == .usage && unasked.requests.isEmpty)
        #expect(try await run(["--yes"]).code == .usage)
    }
}
