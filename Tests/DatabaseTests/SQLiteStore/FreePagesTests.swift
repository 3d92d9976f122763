import Foundation
import ReleaseStore
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("Free pages of the file", .scheduled)
struct FreePagesTests {
    private static let releaseBytes = 3_000_000
    private static let releaseCount = 8

    private func length(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    private func pragma(_ path: String, _ name: StaticString) throws -> String? {
        var connection = try Connection(path, .readOnly)
        defer { connection.close() }
        #expect(try connection.damage().isEmpty)
        return try connection.pragma(name)
    }

    /// Makes releases, removes all but the newest, and closes the store; returns the length of the file before.
    private func fill(_ path: String) throws -> Int {
        let store = try SQLiteRuleStore(path: path, at: .make())
        try store.makeApp()
        for version in 1...Self.releaseCount {
            try store.publish(.make(basis: 2, version: version, bytes: Self.releaseBytes))
        }
        store.close()
        let full = try length(path)
        let again = try SQLiteRuleStore(path: path, at: .make())
        defer { again.close() }
        let rule = RetentionRule(releases: 1, days: 0)
        let removed = try again.removeReleases(of: "moments", under: rule, by: .make(), at: .make())
        #expect(removed.versions.count == Self.releaseCount - 1)
        return full
    }

    /// Gives pages back until there are none; returns the number of transactions.
    private func shrink(_ path: String) throws -> Int {
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        var count = 1
        while try store.releaseFreePages() { count += 1 }
        return count
    }

    /// Checks that the newest release and the audit are intact.
    private func expectContent(_ path: String) throws {
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        let content = try store.releaseContent("moments", Self.releaseCount)
        #expect(content.body.count >= Self.releaseBytes)
        let last = try store.audit(AuditQuery(limit: 1))[0]
        #expect(try store.verifyAudit() == .intact(rows: last.sequence, lastHash: last.hash))
    }

    @Test("A new file gets shorter in bounded transactions, and its content stays")
    func shorter() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let full = try fill(path)
        #expect(try pragma(path, "auto_vacuum") == "2")
        #expect(try length(path) >= full, "without a vacuum the file keeps its length")
        let removed = Self.releaseBytes * (Self.releaseCount - 1)
        let pieces = removed / (FileLimits.freePagesPerWrite * 4096)
        #expect(try shrink(path) >= pieces)
        let kept = FileLimits.freePagesKept * 4096
        #expect(try length(path) <= full - removed + kept + 100_000)
        #expect(try pragma(path, "freelist_count") == String(FileLimits.freePagesKept))
        try expectContent(path)
    }

    @Test("A file of an earlier version keeps its length until it is compacted; then it is as a new one")
    func older() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        var connection = try Connection(path, .create)
        try connection.runScript("PRAGMA auto_vacuum = NONE; CREATE TABLE t (v); DROP TABLE t;")
        connection.close()
        let full = try fill(path)
        #expect(try pragma(path, "auto_vacuum") == "0")
        #expect(try shrink(path) == 1)
        #expect(try length(path) >= full)
        let open = try SQLiteRuleStore(path: path, at: .make())
        #expect(code { try DatabaseCompaction(database: path).run() } == .locked)
        open.close()
        try DatabaseCompaction(database: path).run()
        #expect(try length(path) < full - Self.releaseBytes * (Self.releaseCount - 1) + 100_000)
        #expect(try pragma(path, "auto_vacuum") == "2")
        try expectContent(path)
    }
}
