import GzipCoding
import ReleaseStore
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("The migration that stores digests of all bytes", .scheduled)
struct DigestMigrationTests {
    @Test("It gives every proved byte string its digest; what was damaged before has none, and is named")
    func migrated() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        var store = try SQLiteRuleStore(path: path, at: .make())
        try store.makeApp()
        for version in 1...3 {
            var release = try PreparedRelease.makeCompiled(basis: 2, version: version)
            release.gzip = try Gzip.compress(release.body)
            try store.publish(release)
        }
        store.close()
        try tamper(
            path,
            """
            UPDATE blob_chunks SET bytes = zeroblob(length(bytes)) WHERE blob_id IN (
                (SELECT gzip_blob FROM release_contents WHERE version = 1),
                (SELECT gzip_blob FROM release_indexes WHERE body_digest = (SELECT digest FROM releases WHERE version = 2)),
                (SELECT body_blob FROM release_contents WHERE version = 3));
            ALTER TABLE blobs DROP COLUMN digest;
            ALTER TABLE facts DROP COLUMN marked_at;
            ALTER TABLE facts DROP COLUMN marked_clock;
            ALTER TABLE facts DROP COLUMN settled_at;
            ALTER TABLE facts DROP COLUMN identity;
            DELETE FROM migrations WHERE ordinal >= 17;
            """)
        store = try SQLiteRuleStore(path: path, at: .make(90))
        defer { store.close() }
        let found = try store.read { session in
            (
                damage: try session.damagedReleases().map { "\($0.part) \($0.version)" },
                without: try session.first("SELECT count(*) FROM blobs WHERE digest IS NULL") { row in row.integer(0) }
            )
        }
        #expect(found.damage == ["gzip 1", "index(format: \(CompiledFormat.number)) 2", "body 3", "gzip 3"])
        // All four of release 3, because its body proves the others.
        #expect(found.without == 2 + 4)
    }
}

private enum CompiledFormat {
    static let number = (try? PreparedRelease.makeCompiled(basis: 2, version: 1).index?.record.format) ?? 0
}
