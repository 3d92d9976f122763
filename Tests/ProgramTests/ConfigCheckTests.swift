import CanonicalJSON
import Foundation
import RouteServer
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("config check", .scheduled)
struct ConfigCheckTests {
    /// Runs `config check` with a database in a new folder and a free port, unless the words name others.
    private func run(
        _ words: [String], environment: [String: String] = [:]
    ) async throws -> (exit: ExitCode, output: String, notes: String) {
        let folder = try TemporaryDirectory()
        var words = words
        if !words.contains("--database") { words += ["--database", folder.file("waymark.db")] }
        if !words.contains("--listen") { words += ["--listen", "127.0.0.1:0"] }
        let transcript = Transcript(environment: environment)
        let exit = await transcript.run(["config", "check"] + words, in: .standard)
        return (exit, transcript.out, transcript.error)
    }

    @Test("prints each setting's value, its source and how a change is applied")
    func choices() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.file("waymark.json")
        try #"{"workers": 7, "loops": 2}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try await run(["--config", file, "--loops", "3"], environment: ["WAYMARK_LOG_LEVEL": "debug"])
        #expect(result.exit == .done)
        let rows = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["workers", "7", "\(file):1:2", "restart"]))
        #expect(rows.contains(["loops", "3", "--loops", "restart"]))
        #expect(rows.contains(["logLevel", "\"debug\"", "WAYMARK_LOG_LEVEL", "SIGHUP"]))
        #expect(rows.count == SettingTable.all.count + 1)
        let json = try JSONValue(parsing: Array(try await run(["--config", file, "--json"]).output.utf8))
        #expect(json["workers"]?["value"] == 7 && json["adminListen"]?["source"] == "default")
    }

    @Test("prints an invalid or unknown setting with its place and the nearest name, and exits with 2")
    func mistakes() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.file("waymark.json")
        try #"{"wrokers": 7}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let unknown = try await run(["--config", file])
        #expect(unknown.exit == .usage)
        #expect(unknown.notes.contains("\(file):1:2") && unknown.notes.contains("workers"))
        let wrong = try await run(["--loops", "many"])
        #expect(wrong.exit == .usage && wrong.notes.contains("--loops"))
        #expect(try await run(["--trusted-proxies", "nonsense"]).exit == .usage)
    }

    @Test("a variable that resembles a setting's is refused with that name; those of other programs are not")
    func variables() async throws {
        let misspelt = try await run([], environment: ["WAYMARK_LISEN": "127.0.0.1:1", "WAYMARK_ADMIN_TOKN": "x"])
        #expect(misspelt.exit == .usage)
        #expect(misspelt.notes.contains("there is no setting WAYMARK_ADMIN_TOKN; did you mean WAYMARK_ADMIN_TOKEN?"))
        #expect(misspelt.notes.contains("there is no setting WAYMARK_LISEN; did you mean WAYMARK_LISTEN?"))
        let kubernetes = [
            "WAYMARK_SERVICE_HOST", "WAYMARK_SERVICE_PORT", "WAYMARK_PORT", "WAYMARK_PORT_8080_TCP",
            "WAYMARK_PORT_8080_TCP_PROTO", "WAYMARK_PORT_8080_TCP_PORT", "WAYMARK_PORT_8080_TCP_ADDR",
        ]
        let others = ["WAYMARK_TOKEN", "WAYMARK_SERVER", "WAYMARK_APP", "WAYMARK_CHANNEL", "WAYMARK_SEED", "LISEN"]
        let fine = Dictionary(uniqueKeysWithValues: (kubernetes + others).map { ($0, "x") })
        #expect(try await run([], environment: fine).exit == .done)
    }

    @Test(
        "an address that serve refuses is refused in the same words, and no file is made",
        arguments: [
            ("8080", "8080 is not an address to listen on"), (":99999", ":99999 is not an address to listen on"),
            ("127.0.0.1:0,x", "x is not an address"), ("192.0.2.1:80", "cannot listen on 192.0.2.1:80"),
            ("unix:/nowhere/s", "cannot listen on"),
        ])
    func addresses(listen: String, text: String) async throws {
        let folder = try TemporaryDirectory()
        let result = try await run(["--listen", listen, "--database", folder.file("waymark.db")])
        #expect(result.exit == .negative && result.notes.contains(text), "\(result.notes)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("files that cannot be opened, and a token that is none, are refused; nothing is made")
    func files() async throws {
        let folder = try TemporaryDirectory()
        let text = folder.file("text")
        try String(repeating: "hello ", count: 100).write(toFile: text, atomically: true, encoding: .utf8)
        for (words, answer) in [
            (["--database", text], "Restore the latest backup"), (["--database", folder.path], "it is a folder"),
            (["--database", "/nowhere/waymark.db"], "there is no folder /nowhere"),
            (["--log-file", "/nowhere/log"], "the log file /nowhere/log cannot be opened"),
            (["--access-log", folder.path], "the access log"),
        ] {
            let result = try await run(words)
            #expect(result.exit == .negative && result.notes.contains(answer), "\(words): \(result.notes)")
        }
        let token = try await run([], environment: ["WAYMARK_ADMIN_TOKEN": "x"])
        #expect(token.exit == .negative && token.notes.contains("administrator's token"), "\(token.notes)")
        #expect(try await run(["--backup-folder", "/nowhere"]).notes.contains("backups would fail"))
        #expect(try await run(["--listen", "inherited"]).exit == .done)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["text"])
    }
}
