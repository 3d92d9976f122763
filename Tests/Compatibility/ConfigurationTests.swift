import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("The configuration of an older version has the same effect", .scheduled)
struct ConfigurationTests {
    @Test(
        "File, variables and flags give each setting the value and the source that they gave", arguments: Recording.all)
    func settings(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        try recording.copy("waymark.json", to: folder)
        let pairs = try (recording.json("configuration.json").arrayValue ?? []).map(RecordedCommand.init).map { old in
            (old: old, new: try old.run(by: .current, server: "{server}", in: folder))
        }
        #expect(pairs.count == 6)
        for (old, new) in pairs {
            #expect(old.status == new.status, "\(old.arguments)")
            let settings = try JSONDocument(parsing: Array(new.output.utf8)).root.value
            for (name, choice) in try JSONDocument(parsing: Array(old.output.utf8)).root.value.objectValue ?? [:] {
                #expect(settings[name] == choice, "\(name) by \(old.arguments) \(old.environment)")
            }
        }
    }

    @Test("The server starts with the old file and applies its settings", arguments: Recording.all)
    func start(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        try recording.copy("waymark.json", to: folder)
        let server = try TestedProgram.current.startServer(["--config", "waymark.json"], in: folder)
        let hasStarted = eventually { TestedProgram.text(folder.file("waymark.log")).contains("listening on") }
        let access = folder.file("access.log")
        let log = TestedProgram.text(folder.file("waymark.log"))
        if let port = log.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/).flatMap({ UInt16($0.1) }) {
            _ = try HTTPPeer(port: port).send(RecordedRequest(method: "GET", target: "/healthz"))
        }
        let isLogged = eventually { !TestedProgram.text(access).isEmpty }
        server.terminate()
        #expect(server.ended() == 0)
        #expect(hasStarted && isLogged)
        #expect(FileManager.default.fileExists(atPath: folder.file("configured.sqlite3")))
        #expect(log.hasPrefix("{") && TestedProgram.text(access).hasPrefix("{"), "both logs are JSON: \(log)")
    }
}
