import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("A write is atomic", .scheduled)
struct AtomicityTests {
    /// Every step of an edit that publishes, as the statement of its table that is made to fail.
    static let steps = [
        "INSERT ON draft_rules", "UPDATE ON drafts", "INSERT ON audit", "UPDATE ON apps", "INSERT ON releases",
        "INSERT ON blobs", "INSERT ON blob_chunks", "INSERT ON release_contents", "UPDATE ON channels",
        "UPDATE ON releases",
        "UPDATE OF published_revision ON drafts", "INSERT ON answers", "INSERT ON audit_rules",
    ]

    @Test("A publish that fails at any of its statements changes nothing", arguments: steps)
    func injectedFailure(step: String) throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            let before = try Self.everything(store)
            try place.addFault(before: step)
            let recording = Recording<DraftOutcome>(key: .make("k")) { _ in
                StoredAnswer(status: 201, fields: [], body: [])
            }
            #expect(
                code {
                    try store.edit(
                        .addRule(.make("d")), publishing: .make(basis: 2, version: 2), recording: recording)
                } == .storage)
            #expect(try Self.everything(store) == before)
            try place.removeFault(before: step)
            #expect(
                try store.edit(
                    .addRule(.make("d")), publishing: .make(basis: 2, version: 2), recording: recording
                ).published?.release.version == 2)
            #expect(try store.verifyAudit() == .intact(rows: 5, lastHash: store.audit(AuditQuery(limit: 1))[0].hash))
        }
    }

    @Test(
        "Long bodies are staged before the publish, and deleted if the publish fails or does not follow",
        arguments: [0, 3_000_000])
    func staging(bytes: Int) throws {
        try withSelectedStore { store, place in
            func blobs(_ store: any RuleStore) throws -> [Int] {
                try store.read { session in try session.all("SELECT is_staged FROM blobs") { row in row.integer(0) } }
            }
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, bytes: bytes))
            #expect(try blobs(store) == [0, 0, 0])
            #expect(code { try store.publish(.make(basis: 2, version: 5, bytes: bytes)) } == .versionMismatch)
            #expect(try blobs(store) == [0, 0, 0])
            #expect(
                try store.releaseContent("moments", 1).body
                    == PreparedRelease.make(basis: 2, version: 1, bytes: bytes).body
            )
            store.close()
            try place.tamper("INSERT INTO blobs (byte_count, is_staged) VALUES (9, 1)")
            try place.tamper("INSERT INTO blob_chunks VALUES ((SELECT max(id) FROM blobs), 0, x'00')")
            try place.ageStagedBytes()
            let again = try place.open()
            defer { again.close() }
            #expect(try blobs(again) == [0, 0, 0])
            try again.deleteApp("moments", if: .any, by: .make(), at: .make())
            #expect(try blobs(again).isEmpty)
        }
    }

    /// A text of all records that a publish changes.
    private static func everything(_ store: any RuleStore) throws -> String {
        let draft = try store.draft("moments")
        let releases = try store.releases("moments", below: nil, limit: 100)
        let channels = try store.channels("moments")
        let audit = try store.audit(AuditQuery(limit: 100))
        return "\(draft) \(releases) \(channels) \(audit)"
    }
}
