import RouteDocuments
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("Retention of releases", .scheduled)
struct RetentionTests {
    private static let rule = RetentionRule(releases: 2, days: 90)

    /// The instant some days after the store was made.
    private func day(_ days: Int64) -> Instant { .make(1_800_000_000 + days * 86_400) }

    /// A store with an app of six releases; `production` points at the newest.
    private func withReleases(_ body: (any RuleStore, StorePlace) throws -> Void) throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            for version in 1...6 { try store.publish(.make(basis: 2, version: version)) }
            try body(store, place)
        }
    }

    private func move(_ store: any RuleStore, _ name: String, to version: Int, at: Instant) throws {
        _ = try store.moveChannel("moments", name, to: version, isPublic: false, if: .any, by: .make(), at: at)
    }

    private func remove(
        _ store: any RuleStore, at: Instant, _ rule: RetentionRule = rule
    ) throws -> [Int] {
        try store.removeReleases(of: "moments", under: rule, by: .make(), at: at).versions
    }

    private func blobs(_ store: any RuleStore) throws -> [Int] {
        try store.read { session in try session.all("SELECT is_staged FROM blobs") { row in row.integer(0) } }
    }

    @Test("The newest releases, those of channels, and those that a channel left within the days stay")
    func conditions() throws {
        try withReleases { store, place in
            try move(store, "staging", to: 2, at: day(0))
            try move(store, "beta", to: 3, at: day(0))
            try move(store, "beta", to: 6, at: day(10))
            #expect(try remove(store, at: day(89)).isEmpty)
            let plan = try store.retentionPlan(of: "moments", under: Self.rule, at: day(90))
            #expect(plan.versions == [1, 4] && plan.releaseCount == 2 && plan.byteCount > 0 && plan.rule == Self.rule)
            #expect(try remove(store, at: day(90)) == [1, 4])
            #expect(try remove(store, at: day(99)).isEmpty)
            #expect(try remove(store, at: day(100)) == [3])
            try store.deleteChannel("moments", "staging", if: .any, by: .make(), at: day(101))
            #expect(try remove(store, at: day(190)).isEmpty)
            #expect(try remove(store, at: day(191)) == [2])
            #expect(try remove(store, at: day(9000)).isEmpty)
            #expect(try blobs(store).count == 2 * 3)
            for version in [5, 6] { _ = try store.releaseContent("moments", version) }
        }
    }

    @Test("A removed release keeps its row; its bytes, its draft and a move to it are refused")
    func removed() throws {
        try withReleases { store, place in
            let before = try store.release("moments", 1)
            #expect(try remove(store, at: day(91)) == [1, 2, 3, 4])
            var expected = before
            expected.removedAt = day(91)
            #expect(try store.release("moments", 1) == expected)
            #expect(try store.release("moments", digest: before.digest) == expected)
            #expect(try store.releases("moments", below: nil, limit: 10).map(\.version) == [6, 5, 4, 3, 2, 1])
            #expect(code { _ = try store.releaseContent("moments", 1) } == .removed)
            #expect(code { _ = try store.releaseSource("moments", 1) } == .removed)
            #expect(code { try move(store, "production", to: 1, at: day(91)) } == .removed)
            #expect(code { _ = try store.releaseContent("moments", 7) } == .notFound)
            #expect(try store.channel("moments", "production").version == 6)
            let row = try #require(try store.audit(AuditQuery(limit: 1)).first)
            #expect(row.action == "retention.run" && row.app == "moments")
            #expect(String(decoding: row.after ?? [], as: UTF8.self).contains(#""releases":[1,2,3,4]"#))
            #expect(try blobs(store) == [Int](repeating: 0, count: 6))
            let last = try store.audit(AuditQuery(limit: 1))[0]
            #expect(try store.verifyAudit() == .intact(rows: last.sequence, lastHash: last.hash))
            try store.publish(.make(basis: 2, version: 7))
            #expect(try store.release("moments", 7).removedAt == nil)
        }
    }

    @Test("An app's own values replace the server's")
    func own() throws {
        try withReleases { store, _ in
            let changed = try store.changeApp(
                "moments", title: nil, poll: nil, retention: AppRetention(releases: 5, days: nil), if: .any,
                by: .make(), at: .make())
            #expect(changed.retention == AppRetention(releases: 5, days: nil))
            #expect(try remove(store, at: day(91)) == [1])
            _ = try store.changeApp("moments", title: "x", poll: nil, if: .any, by: .make(), at: .make())
            #expect(try store.app("moments").retention.releases == 5)
        }
    }

    @Test("What channels pointed at before the migration is unknown, so the days begin with it")
    func unknown() throws {
        try withReleases { store, place in
            let name = MigrationName.retention
            try place.tamper("UPDATE migrations SET applied_at = \(day(50).milliseconds) WHERE name = '\(name)'")
            #expect(try remove(store, at: day(139)).isEmpty)
            #expect(try remove(store, at: day(140)) == [1, 2, 3, 4])
        }
    }

    @Test("A transaction removes a bounded number of releases, and long bytes are deleted in pieces")
    func bounded() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            let count = StatementLimits.retentionReleasesPerWrite + 3
            for version in 1...count {
                try store.publish(.make(basis: 2, version: version, bytes: version == 1 ? 9_000_000 : 0))
            }
            let rule = RetentionRule(releases: 1, days: 0)
            #expect(try remove(store, at: day(0), rule).count == StatementLimits.retentionReleasesPerWrite)
            #expect(try remove(store, at: day(0), rule).count == 2)
            #expect(try remove(store, at: day(0), rule).isEmpty)
            #expect(try blobs(store) == [0, 0, 0])
        }
    }

    @Test("A failure in the transaction changes nothing; one after it leaves bytes that the next opening deletes")
    func interrupted() throws {
        try withReleases { store, place in
            for step in ["INSERT ON audit", "UPDATE ON releases", "UPDATE ON blobs", "DELETE ON release_contents"] {
                try place.addFault(before: step)
                #expect(code { _ = try remove(store, at: day(91)) } == .storage, "\(step)")
                try place.removeFault(before: step)
                for version in 1...6 { _ = try store.releaseContent("moments", version) }
                #expect(try store.release("moments", 1).removedAt == nil)
            }
            let step = "DELETE ON blob_chunks"
            try place.addFault(before: step)
            #expect(try remove(store, at: day(91)) == [1, 2, 3, 4])
            try place.removeFault(before: step)
            #expect(try blobs(store).filter { $0 == 1 }.count == 4 * 3)
            store.close()
            try place.ageStagedBytes()
            let again = try place.open()
            defer { again.close() }
            #expect(try blobs(again) == [Int](repeating: 0, count: 2 * 3))
            for version in [5, 6] { _ = try again.releaseContent("moments", version) }
            #expect(code { _ = try again.releaseContent("moments", 4) } == .removed)
        }
    }

    @Test("Unused channels and manifests are proposed and stay")
    func proposals() throws {
        try withReleases { store, _ in
            try move(store, "old", to: 6, at: day(0))
            try move(store, "fresh", to: 6, at: day(50))
            for (platform, version, at) in [("ios", "1", 0), ("ios", "2", 80), ("android", "1", 0)] {
                _ = try store.putScreens(
                    "moments", ScreenManifest(platform: platform, version: version, screens: [:]), by: .make(),
                    at: day(Int64(at)))
            }
            let plan = try store.retentionPlan(of: "moments", under: Self.rule, at: day(91))
            #expect(plan.unusedChannels.map(\.name) == ["old"])
            #expect(plan.unusedScreens.map { "\($0.platform) \($0.version)" } == ["ios 1"])
            #expect(try !remove(store, at: day(91)).isEmpty)
            #expect(try store.channels("moments").count == 3 && store.screens("moments").rows.count == 3)
        }
    }
}
