import CanonicalJSON
import Foundation
import SQLKit
import TestSupport
import Testing

@Suite("Faults of the database at the start and while serving", .scheduled, .serialized)
struct StartFaultTests {
    @Test("after a truncated log the start warns and raises the epoch, so that clients accept the older release")
    func truncatedLog() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let first = try RunningServer(database: database)
        try first.makeShop()
        try first.done("publish", "--app", "shop", "--message", "first")
        let epoch = try first.send("GET", "/v1/apps/shop/head").json["epoch"]?.integerValue ?? 0
        try first.done("publish", "--app", "shop", "--message", "second")
        first.kill()
        let log = try FileHandle(forUpdating: URL(fileURLWithPath: database + "-wal"))
        let length = try log.seekToEnd()
        // The last frames, of 4,096 bytes and a head of 24, hold the second release.
        try log.truncate(atOffset: length - 3 * (4096 + 24))
        try log.close()
        let second = try RunningServer(database: database)
        #expect(second.log.contains("has lost writes"), "\(second.log)")
        let head = try second.send("GET", "/v1/apps/shop/head").json
        #expect(head["version"] == 1 && (head["epoch"]?.integerValue ?? 0) > epoch, "\(head.text)")
        #expect(second.stop() == 0)
    }

    @Test("a variable of the environment that is nearly a setting's is named in the log, and the server starts")
    func misspeltVariable() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(
            database: folder.file("waymark.db"),
            environment: ["WAYMARK_LOG_LEVLE": "debug", "WAYMARK_OTHER_THING": "x"])
        #expect(server.log.contains("variable=WAYMARK_LOG_LEVLE"), "\(server.log)")
        #expect(server.log.contains("did you mean WAYMARK_LOG_LEVEL?") && !server.log.contains("OTHER_THING"))
        #expect(server.stop() == 0)
    }

    @Test(
        "a file of another program, of a newer version, or that may not be written is refused with a hint",
        arguments: [
            ("text", "another"), ("newer", "newer Waymark"), ("other", "another program"),
            ("unreadable", "account write"),
        ])
    func refused(kind: String, word: String) throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        switch kind {
        case "text":
            try String(repeating: "hello, world ", count: 1000).write(
                toFile: database, atomically: true, encoding: .utf8)
        case "other":
            _ = FileManager.default.createFile(atPath: database, contents: nil)
            var connection = try Connection(database, .readWrite)
            try connection.runScript("CREATE TABLE notes (text TEXT)")
            connection.close()
        default:
            let server = try RunningServer(database: database)
            #expect(server.stop() == 0)
            guard kind == "newer" else { break }
            var connection = try Connection(database, .readWrite)
            try connection.runScript("INSERT INTO migrations VALUES (99, '99 from the future', 0)")
            connection.close()
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        let serve = ["serve", "--listen", "127.0.0.1:0", "--database", database]
        let result: ProgramResult
        if kind == "unreadable" {
            // root may write to any file, so another user starts the server.
            guard geteuid() == 0 else { return }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: database)
            let binary = Program.products.appendingPathComponent("waymark").path
            result = try Program.tool("setpriv", ["--reuid=65534", "--clear-groups", binary] + serve)
            // The other user may not be able to read the build folder; then this is not tested.
            if result.errors.contains("failed to execute") { return }
        } else {
            result = try Program.run("waymark", serve)
        }
        #expect(result.status == 1, "\(result.errors)")
        #expect(kind == "text" ? result.errors.contains("database") : result.errors.contains(word), "\(result.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before, "the file was touched")
    }

    @Test("while no file can grow the server reads and reports the fault, and later it writes without a restart")
    func fileSizeLimit() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        try server.done("publish", "--app", "shop", "--message", "first")
        let pid = String(server.processIdentifier)
        #expect(try Program.tool("prlimit", ["--pid", pid, "--fsize=4096:unlimited"]).status == 0)
        let rule = #"{"match":["/new"],"to":{"screen":"New"}}"#
        let refused = try server.admin("POST", "/v1/apps/shop/draft/rules", rule)
        #expect(refused.status == 503 && refused.text.contains("store-"), "\(refused.text)")
        #expect(try server.send("GET", "/v1/apps/shop/rules").status == 200)
        #expect(try server.admin("GET", "/v1/apps/shop/draft").status == 200)
        #expect(try Program.tool("prlimit", ["--pid", pid, "--fsize=unlimited:unlimited"]).status == 0)
        #expect(try server.admin("POST", "/v1/apps/shop/draft/rules", rule).status == 201)
        #expect(try server.command(["audit", "verify"]).status == 0)
    }
}
