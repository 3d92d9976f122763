import Foundation
import Glibc
import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

/// The number of the current layout.
private let present = Migration.all.count

/// Further migrations that only these tests use.
private let next = (present + 1...present + 8).map { number in
    Migration(name: "\(number) test", script: "CREATE TABLE test\(number) (value INTEGER) STRICT;")
}

@Suite("Migrations make a verified backup first", .scheduled)
struct MigrationTests {
    /// Runs the closure with a closed store of the present layout in a new folder.
    private func withOldStore(_ body: (_ path: String, _ folder: TemporaryDirectory) throws -> Void) throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let store = try SQLiteRuleStore(path: path, at: .make())
        try store.makeApp()
        try store.publish(.make(basis: 2, version: 1))
        store.close()
        try body(path, folder)
    }

    private func backups(in folder: TemporaryDirectory) throws -> [String] {
        let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return all.filter { $0.contains("-migration-") && !$0.hasSuffix(".sha256") }.sorted()
    }

    @Test("An older layout is copied to a private file beside the database, then migrated")
    func migrated() throws {
        try withOldStore { path, folder in
            let migrations = Migration.all + next.prefix(2)
            let store = try SQLiteRuleStore(path: path, at: .make(90), migrations: migrations)
            defer { store.close() }
            let backup = folder.file("a.db-migration-19700101T000130Z-layout-\(present)")
            #expect(store.notices == [.migrated(next.prefix(2).map(\.name), backup: backup)])
            #expect(try store.overview().facts.schemaVersion == present + 2)
            #expect(try backups(in: folder).count == 1)
            let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let found = try StoreInspection(of: backup)
            #expect(found.digest == .equal)
            #expect(
                found.isCopy && found.damage.isEmpty && found.facts.schemaVersion == present && found.releaseCount == 1)
        }
    }

    @Test("The version that wrote the old layout opens the backup, and finds every record")
    func wayBack() throws {
        try withOldStore { path, folder in
            try SQLiteRuleStore(path: path, at: .make(90), migrations: Migration.all + next).close()
            #expect(code { _ = try SQLiteRuleStore(path: path, at: .make()) } == .newer)
            let backup = folder.file(try backups(in: folder)[0])
            let old = try SQLiteRuleStore(path: backup, at: .make())
            defer { old.close() }
            #expect(try old.ruleIDs() == ["a", "b", "c"])
            #expect(try old.releaseContent("moments", 1).body == PreparedRelease.make(basis: 2, version: 1).body)
        }
    }

    @Test("A new database and one of the present layout get no backup")
    func noBackup() throws {
        try withOldStore { path, folder in
            try SQLiteRuleStore(path: path, at: .make()).close()
            try SQLiteRuleStore(path: folder.file("new.db"), at: .make(), migrations: Migration.all + next).close()
            #expect(try backups(in: folder).isEmpty)
        }
    }

    @Test("Only the newest backups are kept")
    func bounded() throws {
        try withOldStore { path, folder in
            try Data().write(to: URL(filePath: folder.file("a.db-migration-notes")))
            for count in 1...6 {
                let migrations = Migration.all + next.prefix(count)
                try SQLiteRuleStore(path: path, at: .make(Int64(count) * 100), migrations: migrations).close()
            }
            let kept = try backups(in: folder).filter { $0.contains("layout") }
            #expect(kept.count == FileLimits.migrationBackupsMax)
            #expect(kept.last == "a.db-migration-19700101T001000Z-layout-\(present + 5)")
        }
    }

    @Test("If the backup cannot be written, the database is not migrated, and the error gives the cause")
    func unwritable() throws {
        try withOldStore { path, folder in
            // A folder that is not empty has the path of the backup file.
            let obstacle = folder.file("a.db-migration-19700101T000130Z-layout-\(present)-unfinished")
            try FileManager.default.createDirectory(atPath: obstacle + "/x", withIntermediateDirectories: true)
            try expectRefusal(path, .storage)
        }
    }

    @Test("A damaged database is not migrated")
    func damaged() throws {
        try withOldStore { path, folder in
            try damageOneByte(of: path)
            try expectRefusal(path, .corrupt)
            #expect(try backups(in: folder).isEmpty)
        }
    }

    @Test("On a full disk the database is not migrated; with space again it is")
    func fullDisk() async throws {
        let folder = try TemporaryDirectory()
        await #expect(processExitsWith: .success) { [path = folder.file("a.db") as String] in
            let store = try SQLiteRuleStore(path: path, at: .make())
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, bytes: 2_000_000))
            store.close()
            // If SIGXFSZ is ignored, write(2) beyond the limit fails as on a full disk (setrlimit(2)).
            signal(SIGXFSZ, SIG_IGN)
            let limit = setFileSizeLimit(400_000)
            let failure = code { _ = try SQLiteRuleStore(path: path, at: .make(90), migrations: Migration.all + next) }
            try #require(failure == .diskFull || failure == .storage)
            _ = setFileSizeLimit(limit)
            try SQLiteRuleStore(path: path, at: .make()).close()
            let migrated = try SQLiteRuleStore(path: path, at: .make(90), migrations: Migration.all + next)
            try #require(migrated.notices.count == 1)
            migrated.close()
        }
    }

    /// Changes one letter of the app's name, in the table or in an index of it: all pages stay readable, and only a
    /// check of the whole file finds it.
    private func damageOneByte(of path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for index in bytes.indices where bytes[index...].starts(with: "moments".utf8) {
            var changed = bytes
            changed[index] = UInt8(ascii: "n")
            try Data(changed).write(to: URL(filePath: path))
            var connection = try Connection(path, .readOnly)
            defer { connection.close() }
            if try !connection.damage().isEmpty { return }
        }
        Issue.record("no change of one letter is damage")
    }

    /// Checks that opening with newer migrations is refused, and that the file still has the old layout.
    private func expectRefusal(_ path: String, _ expected: StoreError.Code) throws {
        do {
            try SQLiteRuleStore(path: path, at: .make(90), migrations: Migration.all + next).close()
            Issue.record("the database was migrated")
        } catch {
            #expect(error.code == expected && error.detail.contains("is not migrated"), "\(error)")
        }
        var connection = try Connection(path, .readOnly)
        defer { connection.close() }
        #expect(try connection.first("SELECT count(*) FROM migrations") { row in row.integer(0) } == present)
    }
}
