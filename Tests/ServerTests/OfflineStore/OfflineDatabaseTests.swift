import Foundation
import OfflineStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Operations on a database without a server", .scheduled)
struct OfflineDatabaseTests {
    /// Runs the closure with a new store that has one app with one release, and closes the store; the path of its file.
    private func database(
        in folder: TemporaryDirectory, _ body: (SQLiteRuleStore, String) throws -> Void = { _, _ in }
    ) throws -> String {
        let path = folder.file("waymark.db")
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        try store.makeApp()
        try store.publish(.make(basis: 2, version: 1))
        try body(store, path)
        return path
    }

    /// Changes the first row of the audit without its hash.
    private func changeFirstRow(_ path: String) throws {
        let change = "UPDATE audit SET action = 'rule.add' WHERE sequence = 1"
        try tamper(path, "DROP TRIGGER audit_is_never_changed; \(change)")
    }

    private func refusal(_ body: () throws(OfflineError) -> Void) -> String {
        do throws(OfflineError) {
            try body()
            return ""
        } catch { return error.detail }
    }

    @Test("compacting refuses a database that is open, missing or foreign; a closed one is intact afterwards")
    func compact() throws {
        let folder = try TemporaryDirectory()
        func refused(_ path: String) -> String {
            refusal { () throws(OfflineError) in _ = try OfflineDatabase.compact(path) }
        }
        let path = try database(in: folder) { _, path in #expect(refused(path).contains("has the database")) }
        let (before, after) = try OfflineDatabase.compact(path)
        #expect(before > 0 && after > 0)
        let found = try OfflineDatabase.inspect(path)
        #expect(found.complaints.isEmpty && found.releases == 1)
        // The file beside the database still fits it.
        let store = try SQLiteRuleStore(path: path, at: .make())
        #expect(try store.ruleIDs() == ["a", "b", "c"])
        store.close()
        #expect(refused(folder.file("none.db")).contains("there is no database"))
        try "no database".write(toFile: folder.file("text.db"), atomically: true, encoding: .utf8)
        #expect(!refused(folder.file("text.db")).isEmpty)
        #expect(try String(contentsOfFile: folder.file("text.db"), encoding: .utf8) == "no database")
    }

    @Test("an inspection states the content of a file that is open, and its errors")
    func inspect() throws {
        let folder = try TemporaryDirectory()
        let wrong = "1:" + String(repeating: "0a", count: 32)
        let path = try database(in: folder) { store, path in
            let found = try OfflineDatabase.inspect(path)
            #expect(found.complaints.isEmpty && found.apps == 1 && found.releases == 1 && !found.isBackup)
            #expect(try found.auditRows == store.audit(AuditQuery(limit: 100)).count && found.auditCutThrough == nil)
            let checkpoint = found.auditHash ?? ""
            #expect(try OfflineDatabase.inspect(path, expecting: [checkpoint]).complaints.isEmpty)
            let other = try OfflineDatabase.inspect(path, expecting: [wrong]).complaints
            #expect(other.first?.contains("not the one of the checkpoint") == true)
        }
        try changeFirstRow(path)
        let found = try OfflineDatabase.inspect(path)
        #expect(found.complaints.first?.contains("the audit is broken at row 1") == true)
        #expect(found.auditRows == nil && found.auditHash == nil)
        #expect(refusal { () throws(OfflineError) in _ = try OfflineDatabase.inspect(path + "x") }.contains("no file"))
    }

    @Test("a restored database has the content of the backup and a higher epoch; a damaged backup replaces nothing")
    func restore() throws {
        let folder = try TemporaryDirectory()
        let backup = folder.file("backup.db")
        let path = try database(in: folder) { store, _ in
            _ = try store.backup(to: backup, by: .make(), at: .make())
            try store.makeApp("later")
        }
        let before = try OfflineDatabase.inspect(path)
        #expect(before.apps == 2)
        let damaged = folder.file("damaged.db")
        try FileManager.default.copyItem(atPath: backup, toPath: damaged)
        try changeFirstRow(damaged)
        func refused() -> String {
            refusal { () throws(OfflineError) in _ = try OfflineDatabase.restore(damaged, to: path) }
        }
        #expect(refused().contains("is damaged"))
        #expect(try OfflineDatabase.inspect(path).apps == 2)
        let done = try OfflineDatabase.restore(backup, to: path)
        #expect(done.findings.apps == 1 && done.findings.epoch > before.epoch && done.findings.complaints.isEmpty)
        #expect(try OfflineDatabase.inspect(#require(done.kept)).apps == 2)
        let new = try OfflineDatabase.restore(backup, to: folder.file("new.db"))
        #expect(new.kept == nil && new.findings.apps == 1)
    }

    @Test("a raised epoch is higher than the one that clients have seen; a database that is open or missing is refused")
    func raiseEpoch() throws {
        let folder = try TemporaryDirectory()
        func refused(_ path: String) -> String {
            refusal { () throws(OfflineError) in
                _ = try OfflineDatabase.raiseEpoch(of: path, above: nil, acceptsHead: false)
            }
        }
        let path = try database(in: folder) { _, path in #expect(refused(path).contains("has the database")) }
        #expect(refused(folder.file("none.db")).contains("There is no database"))
        let seen = 9_000_000_000
        let epoch = try OfflineDatabase.raiseEpoch(of: path, above: seen, acceptsHead: false)
        #expect(try epoch > seen && OfflineDatabase.inspect(path).epoch == epoch)
        try FileManager.default.removeItem(atPath: folder.file("waymark.db-head"))
        #expect(refused(path).contains("waymark.db-head is missing"))
        #expect(try OfflineDatabase.raiseEpoch(of: path, above: nil, acceptsHead: true) > epoch)
    }
}
