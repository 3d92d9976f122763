import Glibc
import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("The migration that makes compiled indexes", .scheduled)
struct IndexMigrationTests {
    private static let name = "10 compiled indexes"
    /// It, and the migrations behind it, which the old layout does not have.
    private static let later = Array(Migration.all.map(\.name).drop { $0 != name })

    /// A closed store of the layout before, with two releases: a channel points at the second, and at a third one that
    /// cannot be compiled.
    private func makeOldStore(_ path: String) throws -> ReleaseIndex {
        let store = try SQLiteRuleStore(path: path, at: .make())
        try store.makeApp()
        try store.publish(.makeCompiled(basis: 2, version: 1))
        let prepared = try PreparedRelease.makeCompiled(basis: 2, version: 2)
        try store.publish(prepared)
        try store.publish(.make(basis: 2, version: 3, channel: .private("beta")))
        store.close()
        try tamper(
            path,
            """
            DROP TABLE release_indexes;
            DROP TABLE sessions;
            DROP TABLE hosts;
            DROP TABLE person_sessions;
            DROP TABLE release_surfaces;
            DROP TABLE adoption;
            ALTER TABLE screens DROP COLUMN revision;
            ALTER TABLE blobs DROP COLUMN digest;
            ALTER TABLE facts DROP COLUMN marked_at;
            ALTER TABLE facts DROP COLUMN marked_clock;
            ALTER TABLE facts DROP COLUMN settled_at;
            ALTER TABLE facts DROP COLUMN identity;
            DELETE FROM migrations WHERE name IN (\(Self.later.map { "'\($0)'" }.joined(separator: ", ")));
            """)
        return try #require(prepared.index)
    }

    private func expectIndex(_ index: ReleaseIndex, _ path: String) throws {
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        #expect(try store.releaseContent("moments", 2).indexes == [index])
        for version in [1, 3] { #expect(try store.release("moments", version).indexes.isEmpty) }
        #expect(try store.overview().facts.schemaVersion == Migration.all.count)
        #expect(try StoreInspection(of: path).damage.isEmpty)
    }

    @Test("It makes the indexes of releases that channels point at, equal to those of a publish")
    func migrated() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let index = try makeOldStore(path)
        let store = try SQLiteRuleStore(path: path, at: .make(90))
        guard case .migrated(let names, _)? = store.notices.first else {
            Issue.record("not migrated: \(store.notices)")
            return
        }
        #expect(names == Self.later)
        store.close()
        try expectIndex(index, path)
    }

    @Test("A process that is killed during it leaves the old layout, and the next start migrates")
    func killed() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let index = try makeOldStore(path)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let migrations = Migration.all.map { step in
                var step = step
                let work = step.work
                step.work = { session, stamp throws(StoreError) in
                    try work?(session, stamp)
                    kill(getpid(), SIGKILL)
                }
                return step
            }
            _ = try SQLiteRuleStore(path: path, at: .make(90), migrations: migrations)
        }
        var connection = try Connection(path, .readOnly)
        #expect(try !connection.tableNames().contains("release_indexes"))
        connection.close()
        try expectIndex(index, path)
    }
}
