import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("Both example apps by the command line", .scheduled, .serialized)
struct CommandLineTests {
    /// Runs `waymark` with the server and its token in the environment, as a script would.
    private func waymark(_ server: RunningServer, _ arguments: [String], input: String? = nil) throws -> ProgramResult {
        try Program.run(
            "waymark", arguments, environment: ["WAYMARK_SERVER": server.url, "WAYMARK_TOKEN": server.token],
            input: input)
    }

    private func example(_ name: String) -> String {
        PackageRoot.url.appendingPathComponent("Config/examples/\(name)").path
    }

    @Test("both example apps are published without a blocking finding, and the audit names the author")
    func examples() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        for line in [
            ["app", "create", "csdn", "--title", "CSDN"],
            ["import", "--app", "csdn", "--from", "cnrouter", "--allow-destinations", example("csdn-routes.json")],
            ["publish", "--app", "csdn", "--message", "imported"], ["app", "create", "moments"],
            ["draft", "put", "--app", "moments", example("moments-draft.json")], ["check", "--app", "moments"],
            ["publish", "--app", "moments", "--message", "first"], ["health"], ["whoami"],
        ] {
            let result = try waymark(server, line)
            #expect(result.status == 0, "\(line): \(result.output) \(result.errors)")
        }
        #expect(try waymark(server, ["history", "--app", "csdn"]).output.contains("imported"))
        #expect(
            try waymark(server, ["rules", "list", "--app", "moments", "--search", "qing"]).output.contains(
                "search-qing"))
        let audit = try waymark(server, ["audit"]).output.components(separatedBy: "\n")
        let publish = try #require(audit.first { $0.contains("release.publish") && $0.contains("moments") })
        #expect(publish.contains("admin") && publish.contains("127.0.0.1"), "\(publish)")
        let table = try server.send("GET", "/v1/apps/csdn/rules?format=cnrouter")
        #expect(table.json["https://bbs.csdn.net/~"]?["class"] == "CNCommunityViewController")
    }

    @Test("exit codes: 1 for a blocking finding, 2 for usage, 3 for a refusal, 4 for a missing thing")
    func exitCodes() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        #expect(try waymark(server, ["app", "create", "a"]).status == 0)
        let loop = #"{"match":["https://h.example/a"],"to":{"redirect":"https://h.example/a"}}"#
        let settings = #"{"destinations":["https://h.example"]}"#
        #expect(try waymark(server, ["draft", "settings", "--app", "a", "-"], input: settings).status == 0)
        #expect(try waymark(server, ["rules", "add", "--app", "a", "-"], input: loop).status == 0)
        let check = try waymark(server, ["check", "--app", "a"])
        #expect(check.status == 1 && check.output.contains("loop"), "\(check.output)")
        let publish = try waymark(server, ["publish", "--app", "a", "--message", "m"])
        #expect(publish.status == 1 && publish.errors.contains("loop"), "\(publish.errors)")
        let bad = try waymark(
            server, ["rules", "add", "--app", "a", "-"], input: #"{"match":["/a*"],"to":{"screen":"A"}}"#)
        #expect(bad.status == 1 && bad.errors.contains("/match/0"), "\(bad.errors)")
        #expect(try waymark(server, ["app", "show", "nothing"]).status == 3)
        #expect(try waymark(server, ["app", "shwo", "a"]).status == 2)
        #expect(server.stop() == 0)
        #expect(try waymark(server, ["app", "list"]).status == 4)
    }
}
