import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore
@testable import StoreDatabases

/// The layout before shares were percent.
private let layoutBefore = Migration.all.firstIndex { $0.name == "9 shares in percent" } ?? 0

@Suite("Stores of 0.1.0 get their shares in percent", .scheduled)
struct SharesMigrationTests {
    private static let old = #"{"id":"a","when":{"rollout":{"percent":1250}}}"#
    private static let new = #"{"id":"a","when":{"rollout":{"percent":12.5}}}"#
    private static let plain = #"{"id":"b"}"#

    private static func rules(_ texts: String...) -> [RuleText] {
        zip(["a", "b"], texts).map { RuleText(id: $0, json: Array($1.utf8)) }
    }

    /// Runs the closure with a store that a migration opened: the app `moments` has a rollout and `books` has none.
    ///
    /// With `isPublished` the drafts have no unpublished edits.
    private func withMigratedStore(
        isPublished: Bool = true, _ body: (SQLiteRuleStore, String) throws -> Void
    ) throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let old = try SQLiteRuleStore(path: path, at: .make(), migrations: Array(Migration.all.prefix(layoutBefore)))
        try old.makeApp()
        try old.makeApp("books")
        try old.edit(.replaceAll(settings: Array("{}".utf8), rules: Self.rules(Self.old, Self.plain)))
        try old.edit(.putRule(Self.rules(Self.old.replacing("1250", with: "7"))[0]))
        try old.edit(.putRule(Self.rules(Self.old)[0]))
        old.close()
        if isPublished { try tamper(path, "UPDATE drafts SET published_revision = revision") }
        let store = try SQLiteRuleStore(path: path, at: .make(60))
        defer { store.close() }
        try body(store, path)
    }

    @Test("A draft with rollouts is rewritten, gets a revision and an audit row; another stays as it is")
    func drafts() throws {
        try withMigratedStore { store, _ in
            let texts = try store.rules("moments", RuleQuery(limit: 9)).rules.map {
                String(decoding: $0.json, as: UTF8.self)
            }
            #expect(texts == [Self.new, Self.plain])
            let header = try store.draftHeader("moments")
            #expect(header.revision == 6 && header.publishedRevision == 6 && !header.hasUnpublishedEdits)
            #expect(try store.draftHeader("books").revision == 2)
            let rows = try store.audit(AuditQuery(limit: 9)).filter { $0.action == "draft.convert" }
            #expect(rows.count == 1 && rows.first?.app == "moments" && rows.first?.by == .machine("waymark"))
            let row = try #require(rows.first)
            let items = try #require(try store.auditDetail(row.sequence, limit: 9)?.items)
            #expect(items.map(\.subject) == [.rule("a")] && items.map(\.change) == [.changed])
            #expect(items[0].before == Array(Self.old.utf8) && items[0].after == Array(Self.new.utf8))
            guard case .intact = try store.verifyAudit() else {
                Issue.record("the audit is broken")
                return
            }
        }
    }

    @Test("Unpublished edits stay unpublished")
    func unpublished() throws {
        try withMigratedStore(isPublished: false) { store, _ in
            let header = try store.draftHeader("moments")
            #expect(header.revision == 6 && header.publishedRevision == 0 && header.hasUnpublishedEdits)
        }
    }

    @Test("A store is converted once; opening it again changes nothing")
    func once() throws {
        try withMigratedStore { store, path in
            let rows = try store.audit(AuditQuery(limit: 99)).count
            store.close()
            let again = try SQLiteRuleStore(path: path, at: .make(90))
            defer { again.close() }
            #expect(try again.draftHeader("moments").revision == 6 && again.audit(AuditQuery(limit: 99)).count == rows)
        }
    }

    @Test("The draft of an old release is read in percent and stored as it was; that of a new one is read as it is")
    func releases() throws {
        try withMigratedStore { store, path in
            func draft(_ rule: String) -> [UInt8] { Array(#"{"rules":[\#(rule)],"settings":{}}"#.utf8) }
            for (version, text) in [(1, Self.old), (2, Self.new)] {
                var prepared = PreparedRelease.make(basis: 6, version: version)
                prepared.draft = draft(text)
                try store.publish(prepared)
            }
            try tamper(path, "UPDATE release_contents SET has_hundredths = 1 WHERE version = 1")
            #expect(try store.releaseSource("moments", 1).draft == draft(Self.new))
            #expect(try store.releaseSource("moments", 2).draft == draft(Self.new))
            let stored = try store.read { session in try session.blobs.whole(3) }
            #expect(stored == draft(Self.old))
        }
    }

    @Test("Rows of the audit stay as they were written; a history of a rule has them in percent")
    func history() throws {
        try withMigratedStore { store, _ in
            let rows = try store.audit(AuditQuery(limit: 99)).filter { $0.action == "rule.replace" }
            #expect(rows.count == 2)
            let sequence = try #require(rows.first?.sequence)
            let stored = try #require(try store.auditDetail(sequence, limit: 9)?.items.first)
            #expect(stored.before.map { String(decoding: $0, as: UTF8.self) }?.contains(#""percent":7}"#) == true)
            #expect(stored.after == Array(Self.old.utf8))
            let shown = try #require(try store.auditDetail(sequence, limit: 9, inPercent: true)?.items.first)
            #expect(shown.before.map { String(decoding: $0, as: UTF8.self) }?.contains(#""percent":0.07}"#) == true)
            #expect(shown.after == Array(Self.new.utf8))
            try store.edit(.putRule(Self.rules(Self.new)[0]))
            let last = try #require(try store.audit(AuditQuery(limit: 1)).first)
            let now = try #require(try store.auditDetail(last.sequence, limit: 9, inPercent: true)?.items.first)
            #expect(now.after == Array(Self.new.utf8))
        }
    }
}
