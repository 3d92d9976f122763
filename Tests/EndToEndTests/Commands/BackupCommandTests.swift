import CanonicalJSON
import Foundation
import SQLKit
import SystemIO
import TestSupport
import Testing

@Suite("Audit and backup commands", .scheduled, .serialized)
struct BackupCommandTests {
    @Test("audit verify checks the chain over the API and in the file, and finds a changed row")
    func audit() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let server = try RunningServer(database: database)
        try server.makeShop()
        try server.done("publish", "--app", "shop", "--message", "first")
        let intact = try server.done("audit", "verify", "--json")
        let summary = try JSONDocument(parsing: Array(intact.utf8)).root.value
        #expect(summary["intact"] == true && (summary["rows"]?.integerValue ?? 0) >= 4, "\(intact)")
        let head = "\(summary["rows"]?.integerValue ?? 0):\(summary["hash"]?.stringValue ?? "")"
        let text = try server.done("audit", "verify", "--expect", head)
        #expect(text.contains("proved: row \(head), the newest") && text.contains("proved: the expected row \(head)"))
        #expect(try server.done("audit", "verify").contains("not proved: that the whole audit was not replaced"))
        #expect(try server.done("audit", "verify", "--database", database).contains("intact"))
        var connection = try Connection(database, .readWrite, lockWaitMilliseconds: 5000)
        try connection.runScript(
            "DROP TRIGGER audit_is_never_changed; UPDATE audit SET principal_name = 'nobody' WHERE sequence = 2")
        connection.close()
        let broken = try server.command(["audit", "verify"])
        #expect(broken.status == 1 && broken.output.contains("row 2"), "\(broken.output)")
        let file = try server.command(["audit", "verify", "--database", database])
        #expect(file.status == 1 && file.output.contains("row 2"), "\(file.output)")
    }

    @Test("audit list, show and export find a change by its rule and show it rule by rule; verify proves what is shown")
    func auditOfRules() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let server = try RunningServer(database: database)
        try server.makeShop()
        let rules = (0..<800).map { number in
            let note = String(repeating: "n", count: 100)
            return #"{"id":"r\#(number)","match":["/r/\#(number)"],"to":{"screen":"R"},"note":"\#(note)"}"#
        }
        let draft = #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft", draft).status == 200)
        let list = try server.done(
            "audit", "list", "--app", "shop", "--rule", "r7", "--action", "draft.replace", "--from", "2020-01-01")
        let lines = list.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("SEQ") && lines[1].contains("draft.replace"), "\(list)")
        let number = try #require(lines[1].split(separator: " ").first.map(String.init))
        #expect(try server.done("audit", "list", "--to", "2020-01-01") == "")
        let shown = try server.done("audit", "show", number)
        #expect(shown.contains("rule r7: added") && shown.contains(#"  + {"id":"r7""#), "\(shown.prefix(500))")
        let exported = try server.done("audit", "export", "--changes").split(separator: "\n")
        let rows = exported.filter { $0.contains("\"previousHash\"") }
        #expect(exported.count >= rows.count + 800 && rows.contains { $0.contains("\"sequence\":\(number),") })
        let rest = try server.done("audit", "export", "--after", number).split(separator: "\n")
        #expect(rest.count == rows.count - (Int(number) ?? 0))
        #expect(try server.done("audit", "verify", "--database", database).contains("intact"))
        var connection = try Connection(database, .readWrite, lockWaitMilliseconds: 5000)
        try connection.runScript(
            "DROP TRIGGER audit_pieces_are_never_changed; UPDATE audit_pieces SET packed = x'00' WHERE id = 2")
        connection.close()
        let file = try server.command(["audit", "verify", "--database", database])
        #expect(file.status == 1 && file.output.contains("row \(number)"), "\(file.output)")
        let changed = try server.command(["audit", "verify"])
        #expect(changed.status == 1 && (changed.output + changed.errors).contains("row \(number)"), "\(changed)")
        #expect(try server.done("audit", "verify", "--rows-only").contains("not proved: that the stored changes of 1 "))
    }

    @Test("audit verify against a server finds that its newest rows are gone")
    func cutAudit() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let server = try RunningServer(database: database)
        try server.makeShop()
        var connection = try Connection(database, .readWrite, lockWaitMilliseconds: 5000)
        try connection.runScript(
            "DROP TRIGGER audit_is_never_cut; DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)")
        connection.close()
        let cut = try server.command(["audit", "verify"])
        #expect(cut.status == 1 && cut.output.contains("the server's newest row is not in its audit"), "\(cut)")
    }

    @Test("a backup made during writes is consistent, and clients accept the older release after a restore")
    func restore() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let copy = folder.file("copy.db")
        let cache = folder.file("cache")
        let first = try RunningServer(database: database)
        try first.makeShop()
        try first.done("publish", "--app", "shop", "--message", "first")
        let target = try KillTarget(first)
        let writers = try (0..<3).map { writer in
            try Threads.start {
                for number in 0..<60 {
                    let rule: JSONValue = ["match": [.string("/w\(writer)/\(number)")], "to": ["screen": "W"]]
                    _ = target.send("POST", "/v1/apps/shop/draft/rules", rule)
                }
            }
        }
        let saved = try first.done("backup", copy)
        for writer in writers { writer.join() }
        #expect(saved.contains("1 apps, 1 releases"), "\(saved)")
        #expect(try first.command(["backup", copy]).status == 2, "a backup overwrites nothing")
        _ = try first.done("rules", "delete", "--app", "shop", "item")
        _ = try first.done("publish", "--app", "shop", "--message", "second, lost by the restore")
        let resolve = ["resolve", "--app", "shop", "--cache", cache, "--json", "--server"]
        let address = "https://shop.example/item/7"
        #expect(try Program.run("waymark", resolve + [first.url, address]).output.contains("unmatched"))
        let epoch = try first.send("GET", "/v1/apps/shop/head").json["epoch"]?.integerValue ?? 0
        let count = try first.admin("GET", "/v1/apps/shop/draft").json["rules"]?.arrayValue?.count ?? 0

        let running = try first.command(["restore-backup", copy, "--database", database, "--yes"])
        #expect(running.status == 1 && running.errors.contains("Another process"), "\(running.errors)")
        #expect(first.stop() == 0)
        let unasked = try first.command(["restore-backup", copy, "--database", database])
        #expect(unasked.status == 2 && unasked.errors.contains("--yes"), "\(unasked.errors)")
        let restored = try first.command(["restore-backup", copy, "--database", database, "--yes", "--json"])
        let summary = try JSONDocument(parsing: Array(restored.output.utf8)).root.value
        #expect(restored.status == 0 && (summary["epoch"]?.integerValue ?? 0) > epoch, "\(restored.errors)")
        let kept = try #require(summary["kept"]?.stringValue)
        #expect(FileManager.default.fileExists(atPath: kept), "the old database is not kept")

        let second = try RunningServer(database: database)
        let head = try second.send("GET", "/v1/apps/shop/head").json
        #expect(head["version"] == 1 && (head["epoch"]?.integerValue ?? 0) > epoch, "\(head.text)")
        let there = try second.admin("GET", "/v1/apps/shop/draft").json["rules"]?.arrayValue?.count ?? 0
        #expect(there >= 2 && there <= count + 1, "\(there) rules")
        let back = try Program.run("waymark", resolve + [second.url, address])
        #expect(back.output.contains("\"screen\":\"Item\"") && back.output.contains("network"), "\(back.output)")
        #expect(try second.command(["audit", "verify"]).status == 0)
        _ = try second.done("publish", "--app", "shop", "--message", "goes on")
        #expect(try second.send("GET", "/v1/apps/shop/head").json["version"] == 2)
    }

    @Test("a server makes backups itself, list and verify examine them, and one is put back as the guide says")
    func scheduled() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let copies = folder.file("copies")
        let flags = ["--backup-folder", copies, "--backup-every", "3600"]
        let first = try RunningServer(database: database)
        try first.makeShop()
        try first.done("publish", "--app", "shop", "--message", "first")
        #expect(first.stop() == 0)
        let second = try RunningServer(database: database, arguments: flags)
        #expect(eventually { second.log.contains("backup made and verified") }, "\(second.log)")
        try second.done("publish", "--app", "shop", "--message", "second, lost by the restore")
        let epoch = try second.send("GET", "/v1/apps/shop/head").json["epoch"]?.integerValue ?? 0
        let list = try second.done("backup", "list", copies).split(separator: "\n")
        #expect(list.count == 2 && list[0].hasPrefix("AGE") && list[1].contains("intact"), "\(list)")
        let verified = try second.done("backup", "verify", copies, "--json")
        let found = try JSONDocument(parsing: Array(verified.utf8)).root.value["backups"]?.arrayValue ?? []
        #expect(found.count == 1 && found[0]["intact"] == true && found[0]["releases"] == 1, "\(verified)")
        #expect((found[0]["ageSeconds"]?.integerValue ?? -1) >= 0 && (found[0]["layout"]?.integerValue ?? 0) >= 3)
        let path = try #require(found[0]["path"]?.stringValue)
        #expect(second.stop() == 0)

        #expect(try second.done("restore-backup", path, "--database", database, "--yes").contains("restored"))
        let third = try RunningServer(database: database, arguments: flags)
        let head = try third.send("GET", "/v1/apps/shop/head").json
        #expect(head["version"] == 1 && (head["epoch"]?.integerValue ?? 0) > epoch, "\(head.text)")
        #expect(third.stop() == 0)

        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: try file.seekToEnd() - 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        for place in [path, copies] {
            let damaged = try second.command(["backup", "verify", place])
            #expect(damaged.status == 1 && !damaged.output.contains("intact"), "\(damaged.output)")
        }
        let empty = try second.command(["backup", "verify", folder.url.path])
        #expect(empty.status == 1 && empty.output.contains("no server has made backups"), "\(empty.output)")
        #expect(try second.command(["backup", "verify", folder.file("nothing")]).status == 2)
    }

    @Test("a damaged file, or one that is not a backup, is refused and nothing changes")
    func refusals() throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let text = folder.file("text.db")
        try "hello".write(toFile: text, atomically: true, encoding: .utf8)
        let server = try RunningServer(database: database)
        try server.makeShop()
        let damaged = folder.file("damaged.db")
        try server.done("backup", damaged)
        #expect(server.stop() == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: damaged))
        let length = try file.seekToEnd()
        try file.seek(toOffset: length - 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        for path in [text, damaged, folder.file("nothing.db")] {
            let result = try server.command(["restore-backup", path, "--database", database, "--yes"])
            #expect(result.status == 1, "\(path): \(result.output) \(result.errors)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
    }
}
