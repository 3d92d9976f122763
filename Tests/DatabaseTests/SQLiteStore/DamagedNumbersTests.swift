import Foundation
import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("Values that no program wrote", .scheduled)
struct DamagedNumbersTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// A closed store with an app, a release and a token.
    private func prepared() throws -> (bytes: Data, columns: [(table: String, column: String)]) {
        let path = folder.file("first.db")
        let store = try SQLiteRuleStore(path: path, at: .make())
        try store.makeApp()
        try store.publish(.makeCompiled(basis: 2, version: 1))
        _ = try store.createToken(.make("t"), by: .make(), at: .make(), recording: nil)
        let columns = try store.read { session in
            try session.all(
                """
                SELECT m.name, t.name FROM sqlite_schema m, pragma_table_info(m.name) t
                WHERE m.type = 'table' AND t.type = 'INTEGER' AND m.name NOT LIKE 'sqlite%'
                """
            ) { row in (table: row.text(0), column: row.text(1)) }
        }
        store.close()
        return (try Data(contentsOf: URL(filePath: path)), columns)
    }

    @Test("a number of any column that is far too large or too small ends no process")
    func numbers() throws {
        let (bytes, columns) = try prepared()
        #expect(columns.count > 60)
        for (table, column) in columns {
            for value in [Int.max, .min] {
                let path = folder.file("\(table)-\(column)-\(value < 0 ? "min" : "max").db")
                try bytes.write(to: URL(filePath: path))
                try? tamper(
                    path,
                    """
                    PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS audit_is_never_changed;
                    UPDATE OR IGNORE \(table) SET \(column) = \(value);
                    """)
                _ = try? StoreInspection(of: path)
                guard let store = try? SQLiteRuleStore(path: path, at: .make(), acceptsHead: true) else { continue }
                defer { store.close() }
                _ = try? (store.apps(), store.tokens(), store.sessions(), store.allHosts())
                _ = try? store.releases("moments", below: nil, limit: 9).map(\.publishedAt.description)
                _ = try? store.auditPage(AuditQuery(limit: 9))
                _ = try? store.edit(.addRule(.make("z")))
                _ = try? store.publish(.makeCompiled(basis: 3, version: 2))
                _ = try? store.makeApp("other")
            }
        }
    }

    @Test(
        "a scheduled backup of a database that `backup verify` calls damaged replaces no other backup",
        arguments: [
            "UPDATE draft_rules SET json = 'not json'", "UPDATE draft_rules SET json = '7'",
            "UPDATE drafts SET settings = '[]'", "UPDATE tokens SET role = 'boss'",
            "UPDATE channels SET version = 77", "DELETE FROM release_contents",
            "UPDATE releases SET body_bytes = body_bytes - 64", "UPDATE releases SET gzip_bytes = gzip_bytes + 8",
            "DROP TRIGGER audit_is_never_changed; UPDATE audit SET address = '203.0.113.6' WHERE sequence = 2",
        ])
    func backups(script: String) throws {
        let (bytes, _) = try prepared()
        let path = folder.file("waymark.db")
        try bytes.write(to: URL(filePath: path))
        let place = try TemporaryDirectory()
        let backups = try BackupFolder(place.url.path, of: path)
        let good = try backups.make(at: .make()) { false }
        try tamper(path, script)
        #expect(code { _ = try backups.make(at: .make(1_800_000_100)) { false } } == .corrupt)
        #expect(try backups.backups() == [good.name])
        let kept = try FileManager.default.contentsOfDirectory(atPath: place.url.path).filter { $0.contains("damaged") }
        let copy = try #require(kept.first { !$0.hasSuffix(".sha256") })
        let found = try StoreInspection(of: place.file(copy))
        var isBroken = false
        if case .broken = found.audit { isBroken = true }
        #expect(!found.damage.isEmpty || !found.damagedReleases.isEmpty || isBroken)
    }

    @Test("a stored rule that is JSON and no object is named by every reader", arguments: ["7", "[]", "null"])
    func noObject(text: String) throws {
        let (bytes, _) = try prepared()
        let path = folder.file("waymark.db")
        try bytes.write(to: URL(filePath: path))
        try tamper(path, "UPDATE draft_rules SET json = '\(text)'")
        let store = try SQLiteRuleStore(path: path, at: .make(), acceptsHead: true)
        defer { store.close() }
        #expect(code { _ = try store.draftText("moments") } == .corrupt)
        #expect(code { _ = try store.draft("moments") } == .corrupt)
        #expect(try store.apps().map(\.name) == ["moments"])
    }

    @Test("a link to a database that is away is refused, and stays")
    func link() throws {
        let path = folder.file("waymark.db")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("away.db"))
        let refused = #expect(throws: StoreError.self) { _ = try SQLiteRuleStore(path: path, at: .make()) }
        #expect(refused?.code == .invalid && refused?.detail.contains("a link to a file that is missing") == true)
        #expect(Files.isLink(path) && !FileManager.default.fileExists(atPath: folder.file("away.db")))
    }
}
