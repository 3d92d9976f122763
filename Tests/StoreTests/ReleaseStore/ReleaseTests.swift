import Digests
import ReleaseStore
import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("Releases and channels", .scheduled)
struct ReleaseTests {
    @Test("A publish makes the release, moves the channel, marks the draft and stores the bytes")
    func publish() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let publication = PreparedRelease.make(basis: 2, version: 1, text: "one")
            let outcome = try store.publish(publication)
            #expect(outcome.release.version == 1 && outcome.release.wasPublic && outcome.draftRevision == 2)
            #expect(outcome.release.author == .make() && outcome.release.bodyByteCount == publication.body.count)
            #expect(outcome.channel.version == 1 && outcome.channel.sequence == 1 && outcome.channel.isPublic)
            let content = try store.releaseContent("moments", 1)
            #expect(content.body == publication.body && content.gzip == [1, 2, 3] && content.record == outcome.release)
            #expect(try store.release("moments", digest: publication.digest) == content.record)
            let source = try store.releaseSource("moments", 1)
            #expect(source.draft == publication.draft && source.findings == Array("[]".utf8))
            let header = try store.draftHeader("moments")
            #expect(header.publishedRevision == 2 && header.nextVersion == 2 && !header.hasUnpublishedEdits)
        }
    }

    @Test("A wrong revision and a wrong number are different errors, and change nothing")
    func mismatches() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            let audit = try store.audit(AuditQuery(limit: 100)).count
            #expect(code { try store.publish(.make(basis: 1, version: 2)) } == .revisionMismatch)
            #expect(current { try store.publish(.make(basis: 1, version: 2)) } == 2)
            #expect(code { try store.publish(.make(basis: 2, version: 1)) } == .versionMismatch)
            #expect(current { try store.publish(.make(basis: 2, version: 3)) } == 2)
            var wrong = PreparedRelease.make(basis: 2, version: 2)
            wrong.body.append(32)
            #expect(code { try store.publish(wrong) } == .invalid)
            #expect(try store.releases("moments", below: nil, limit: 10).map(\.version) == [1])
            #expect(try store.channel("moments", "production").sequence == 1)
            #expect(try store.audit(AuditQuery(limit: 100)).count == audit)
        }
    }

    @Test("An edit and its publish are one transaction")
    func editAndPublish() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let outcome = try store.edit(
                .addRule(.make("d")), if: .exactly(2), publishing: .make(basis: 2, version: 1))
            #expect(outcome.revision == 3 && outcome.published?.draftRevision == 3)
            #expect(try !store.draftHeader("moments").hasUnpublishedEdits)
            #expect(
                code {
                    try store.edit(.addRule(.make("e")), publishing: .make(basis: 3, version: 7))
                } == .versionMismatch)
            #expect(
                code {
                    try store.edit(.addRule(.make("d")), publishing: .make(basis: 3, version: 2))
                } == .exists)
            #expect(try store.ruleIDs() == ["a", "b", "c", "d"])
            #expect(try store.draftHeader("moments").revision == 3)
            #expect(try store.releases("moments", below: nil, limit: 10).count == 1)
        }
    }

    @Test("Histories are ordered from new to old and have pages")
    func history() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            for version in 1...7 { try store.publish(.make(basis: 2, version: version)) }
            #expect(try store.releases("moments", below: nil, limit: 3).map(\.version) == [7, 6, 5])
            #expect(try store.releases("moments", below: 5, limit: 100).map(\.version) == [4, 3, 2, 1])
            #expect(code { _ = try store.release("moments", 8) } == .notFound)
            #expect(code { _ = try store.release("moments", digest: "00") } == .notFound)
        }
    }

    @Test("A restore makes a new release with the old content, and makes it the draft")
    func restore() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            try store.edit(.deleteRule(id: "a"))
            let back = Restoration(
                version: 1, settings: Array("{}".utf8), rules: ["a", "b", "c"].map { .make($0) })
            func restore(_ restoration: Restoration, _ publication: PreparedRelease) throws -> PublishedRelease {
                try store.restore("moments", restoration, publication, by: .make(), at: .make(), recording: nil)
            }
            #expect(code { _ = try restore(back, .make(basis: 3, version: 2)) } == .unpublishedEdits)
            #expect(try store.ruleIDs() == ["b", "c"])
            var forced = back
            forced.discardsEdits = true
            let outcome = try restore(forced, .make(basis: 3, version: 2))
            #expect(outcome.release.restoredFrom == 1 && outcome.release.version == 2 && outcome.draftRevision == 4)
            #expect(try store.ruleIDs() == ["a", "b", "c"])
            #expect(try !store.draftHeader("moments").hasUnpublishedEdits)
            let rows = try store.audit(AuditQuery(limit: 2))
            #expect(rows.map(\.action) == ["release.restore", "draft.replace"])
            #expect(String(decoding: rows[0].after ?? [], as: UTF8.self).contains(#""forced":true"#))
            _ = try restore(back, .make(basis: 4, version: 3))
            var missing = back
            missing.version = 9
            #expect(code { _ = try restore(missing, .make(basis: 5, version: 4)) } == .notFound)
        }
    }

    @Test("Notes are kept beside the message, and not in the body; a release of the layout before has none")
    func notes() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("a.db")
        let old = try SQLiteRuleStore(path: path, at: .make(), migrations: Array(Migration.all.prefix(7)))
        try old.makeApp()
        old.close()
        try tamper(path, Self.oldRelease)
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        #expect(try store.release("moments", 1).notes == nil && store.release("moments", 1).message == "old")
        var prepared = PreparedRelease.make(basis: 2, version: 2)
        prepared.notes = "for people"
        #expect(try store.publish(prepared).release.notes == "for people")
        #expect(try store.releases("moments", below: nil, limit: 10).map(\.notes) == ["for people", nil])
        #expect(try store.releaseContent("moments", 2).body == prepared.body)
        let row = try #require(try store.audit(AuditQuery(limit: 1)).first)
        #expect(String(decoding: row.after ?? [], as: UTF8.self).contains(#""notes":"for people""#))
    }

    /// A release as the layout before has it.
    private static let oldRelease = """
        INSERT INTO releases (app_id, version, digest, content_digest, published_at, message, author_name,
            author_address, rule_count, body_bytes, gzip_bytes, was_public)
        SELECT id, 1, '\(String(repeating: "0", count: 64))', '', 0, 'old', 'a', 'b', 0, 0, 0, 0 FROM apps;
        UPDATE apps SET next_version = 2;
        """

    @Test("Every move of a channel raises its sequence, and a release that was public stays marked")
    func channels() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, channel: .private("staging")))
            #expect(try !store.release("moments", 1).wasPublic)
            #expect(try !store.channel("moments", "staging").isPublic)
            try store.publish(.make(basis: 2, version: 2))
            func move(_ name: String, _ version: Int, _ isPublic: Bool, _ precondition: Precondition) throws -> Int {
                try store.moveChannel(
                    "moments", name, to: version, isPublic: isPublic, if: precondition, by: .make(), at: .make()
                ).sequence
            }
            #expect(try move("production", 1, true, .exactly(1)) == 2)
            #expect(try store.release("moments", 1).wasPublic)
            #expect(try move("production", 2, false, .any) == 3)
            #expect(try store.release("moments", 2).wasPublic)
            #expect(current { _ = try move("production", 1, true, .exactly(2)) } == 3)
            #expect(code { _ = try move("production", 3, true, .any) } == .notFound)
            #expect(try move("beta", 1, false, .exactly(0)) == 1)
            #expect(current { _ = try move("beta", 2, false, .exactly(0)) } == 1)
            #expect(try store.channels("moments").map(\.name) == ["beta", "production", "staging"])
            #expect(code { _ = try store.channel("moments", "none") } == .notFound)
        }
    }

    @Test("A body that no longer has its digest is not returned")
    func damagedBody() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            try place.tamper("UPDATE blob_chunks SET bytes = zeroblob(length(bytes))")
            #expect(code { _ = try store.releaseContent("moments", 1) } == .corrupt)
        }
    }
}
