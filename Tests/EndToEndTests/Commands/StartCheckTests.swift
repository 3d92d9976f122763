import Foundation
import SQLKit
import TestSupport
import Testing

@Suite("config check proves that serve would start", .scheduled, .serialized)
struct StartCheckTests {
    private func check(_ database: String, _ words: String...) throws -> ProgramResult {
        try Program.run(
            "waymark", ["config", "check", "--listen", "127.0.0.1:0", "--database", database] + words)
    }

    private func files(_ folder: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("a database is accepted while its server runs, after it was killed, and after it stopped; no file is made")
    func states() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        #expect(try check(database).status == 0)
        #expect(try files(folder).isEmpty)
        let first = try RunningServer(database: database)
        try first.makeShop()
        let port = first.url.replacing("http://", with: "")
        let running = try Program.run("waymark", ["config", "check", "--listen", port, "--database", database])
        #expect(running.status == 0 && running.errors.contains("is in use"), "\(running.errors)")
        let other = try Program.run(
            "waymark", ["config", "check", "--listen", port, "--database", folder.file("other.db")])
        #expect(other.status == 1 && other.errors.contains("another process listens"), "\(other.errors)")
        first.kill()
        let killed = try check(database)
        #expect(killed.status == 0 && killed.errors.contains("killed server"), "\(killed.errors)")
        #expect(try RunningServer(database: database).stop() == 0)
        let before = try files(folder)
        let stopped = try check(database)
        #expect(stopped.status == 0 && stopped.errors.isEmpty, "\(stopped.errors)")
        #expect(try files(folder) == before)
    }

    @Test("a database of a newer version, of another program or without its head file is refused")
    func refused() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let server = try RunningServer(database: database)
        try server.makeShop()
        #expect(server.stop() == 0)
        try FileManager.default.moveItem(atPath: database + "-head", toPath: folder.file("kept"))
        let headless = try check(database)
        #expect(headless.status == 1 && headless.errors.contains("--accept-head"), "\(headless.errors)")
        #expect(try check(database, "--accept-head").status == 0)
        try FileManager.default.moveItem(atPath: folder.file("kept"), toPath: database + "-head")
        var connection = try Connection(database, .readWrite)
        try connection.runScript("INSERT INTO migrations VALUES (99, '99 from the future', 0)")
        connection.close()
        let newer = try check(database)
        #expect(newer.status == 1 && newer.errors.contains("newer Waymark"), "\(newer.errors)")
        let foreign = folder.file("notes?100%#.db")
        _ = FileManager.default.createFile(atPath: foreign, contents: nil)
        var notes = try Connection(foreign, .readWrite)
        try notes.runScript("CREATE TABLE notes (text TEXT)")
        notes.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: foreign)
        let before = try files(folder)
        let served = try Program.run("waymark", ["serve", "--listen", "127.0.0.1:0", "--database", foreign])
        #expect(served.status == 1 && served.errors.contains("another program"), "\(served.errors)")
        let other = try check(foreign)
        #expect(other.status == 1 && other.errors.contains("another program"), "\(other.errors)")
        #expect(try files(folder) == before)
        let mode = try FileManager.default.attributesOfItem(atPath: foreign)[.posixPermissions] as? Int
        #expect(mode == 0o644)
    }

    @Test("serve refuses a wrong address before it makes a database")
    func nothingMade() throws {
        let folder = try TemporaryDirectory()
        let served = try Program.run(
            "waymark", ["serve", "--listen", "8080", "--database", folder.file("waymark.db")])
        #expect(served.status == 1 && served.errors.contains("8080 is not an address to listen on"), "\(served.errors)")
        #expect(try files(folder).isEmpty)
    }
}
