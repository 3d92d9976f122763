import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("retention show and retention run", .scheduled)
struct RetentionCommandTests {
    private func run(
        _ words: [String], answer: String
    ) async throws -> (code: ExitCode, requests: [String], output: String) {
        let server = try LoopbackServer.waymark { _ in .http(200, Array(answer.utf8)) }
        defer { server.stop() }
        let transcript = Transcript()
        let all = words + ["--server", server.base, "--token", "t"]
        let code = await transcript.run(all, in: CommandTable(commands: AdminCommand.all))
        return (code, server.requests, transcript.out)
    }

    @Test("show lists what would go and what is unused")
    func show() async throws {
        let answer = """
            {"retention":[{"app":"shop","keepReleases":100,"keepDays":90,"releases":7,"bytes":9000,"versions":[1],
            "unusedChannels":[{"channel":"beta"}],"unusedScreens":[{"platform":"ios","version":"5.1"}]}],"next":null}
            """
        let done = try await run(["retention", "show"], answer: answer)
        #expect(done.code == .done && done.requests.last?.hasPrefix("GET /v1/retention") == true)
        for word in ["shop", "100", "90", "7", "9000", "beta", "ios 5.1"] {
            #expect(done.output.contains(word), "\(done.output)")
        }
    }

    @Test("run removes only with --yes where it cannot ask, and says whether more is left")
    func removal() async throws {
        let answer = #"{"removed":[{"app":"shop","releases":7,"bytes":9000,"versions":[1]}],"more":true}"#
        let unasked = try await run(["retention", "run"], answer: answer)
        #expect(unasked.code == .usage && unasked.requests.isEmpty)
        let done = try await run(["retention", "run", "--yes"], answer: answer)
        #expect(done.code == .done && done.requests.last?.hasPrefix("POST /v1/retention ") == true)
        #expect(done.output.contains("shop: removed 7 releases, 9000 bytes") && done.output.contains("run it again"))
    }
}
