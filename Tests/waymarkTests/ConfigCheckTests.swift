import CanonicalJSON
import Foundation
import RouteServer
import TestSupport
import Testing

@testable import waymark

@Suite("config check", .scheduled)
struct ConfigCheckTests {
    private func run(
        _ words: [String], environment: [String: String] = [:]
    ) async -> (exit: ExitCode, output: String, notes: String) {
        let transcript = Transcript(environment: environment)
        let exit = await transcript.run(["config", "check"] + words, in: .standard)
        return (exit, transcript.out, transcript.error)
    }

    @Test("prints each setting's value, its source and how a change is applied")
    func choices() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.file("waymark.json")
        try #"{"workers": 7, "loops": 2}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let result = await run(["--config", file, "--loops", "3"], environment: ["WAYMARK_LOG_LEVEL": "debug"])
        #expect(result.exit == .done)
        let rows = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["workers", "7", "\(file):1:2", "restart"]))
        #expect(rows.contains(["loops", "3", "--loops", "restart"]))
        #expect(rows.contains(["logLevel", "\"debug\"", "WAYMARK_LOG_LEVEL", "SIGHUP"]))
        #expect(rows.count == SettingTable.all.count + 1)
        let json = try JSONValue(parsing: Array(await run(["--config", file, "--json"]).output.utf8))
        #expect(json["workers"]?["value"] == 7 && json["listen"]?["source"] == "default")
    }

    @Test("prints an invalid or unknown setting with its place and the nearest name, and exits with 2")
    func mistakes() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.file("waymark.json")
        try #"{"wrokers": 7}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let unknown = await run(["--config", file])
        #expect(unknown.exit == .usage)
        #expect(unknown.notes.contains("\(file):1:2") && unknown.notes.contains("workers"))
        let wrong = await run(["--loops", "many"])
        #expect(wrong.exit == .usage && wrong.notes.contains("--loops"))
        #expect(await run(["--trusted-proxies", "nonsense"]).exit == .usage)
    }
}
