import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("Adoption of releases in the store", .scheduled)
struct AdoptionTests {
    private static let hour: Int64 = 60 * 60 * 1000
    private static let now = Instant(milliseconds: 1_800_000_000_000)

    private func record(
        _ app: String = "moments", hoursAgo hours: Int64 = 0, channel: String? = "production", version: Int? = 1,
        received: Int = 1, heads: Int = 0
    ) -> AdoptionRecord {
        var counts = AdoptionCounts()
        (counts.received, counts.heads) = (received, heads)
        return AdoptionRecord(
            at: Instant(milliseconds: Self.now.milliseconds - hours * Self.hour),
            key: AdoptionKey(app: app, channel: channel, version: version), counts: counts)
    }

    @Test("counts of the same hour, channel and release are added up; others are rows of their own, oldest first")
    func sums() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.addAdoption([record(received: 2), record(channel: nil), record(version: nil)], at: Self.now)
            try store.addAdoption([record(received: 3, heads: 7), record(hoursAgo: 5)], at: Self.now)
            let rows = try store.adoption("moments", since: record(hoursAgo: 5).hour)
            #expect(rows.map(\.key.channel) == ["production", nil, "production", "production"])
            #expect(rows.map(\.key.version) == [1, 1, nil, 1])
            #expect(rows.map(\.counts.received) == [1, 1, 1, 5] && rows[3].counts.heads == 7)
            #expect(rows.allSatisfy { $0.hour.milliseconds % Self.hour == 0 && $0.key.app == "moments" })
            #expect(try store.adoption("moments", since: Self.now).count == 3)
            let missing = code { _ = try store.adoption("other", since: Self.now) }
            #expect(missing == .notFound)
        }
    }

    @Test(
        "what is too old goes, counts of deleted apps are left out, and no row of the audit is written"
    )
    func retention() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.makeApp("gone")
            try store.deleteApp("gone", if: .any, by: .make(), at: .make())
            let rows = try store.auditCheckpoint()?.sequence
            let old = StoreLimits.adoptionMilliseconds / Self.hour + 1
            let before = Instant(milliseconds: Self.now.milliseconds - Self.hour)
            try store.addAdoption([record(hoursAgo: old), record("gone"), record("never")], at: before)
            #expect(try store.adoption("moments", since: Instant(milliseconds: 0)).count == 1)
            try store.settle(until: Self.now)
            try store.addAdoption([record()], at: Self.now)
            #expect(try store.adoption("moments", since: Instant(milliseconds: 0)).map(\.hour) == [record().hour])
            #expect(try store.auditCheckpoint()?.sequence == rows)
        }
    }

    @Test("an app with too many rows loses its oldest hours")
    func bound() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.makeApp("other")
            let perHour = 100
            let hours = StoreLimits.adoptionRowsMax / perHour + 2
            let records = (0..<hours).flatMap { hour in
                (1...perHour).map { record(hoursAgo: Int64(hour), version: $0) }
            }
            try store.addAdoption(records + [record("other", hoursAgo: Int64(hours))], at: Self.now)
            let rows = try store.adoption("moments", since: Instant(milliseconds: 0))
            #expect(rows.count == StoreLimits.adoptionRowsMax)
            #expect(rows.first?.hour == record(hoursAgo: Int64(hours - 3)).hour && rows.last?.hour == record().hour)
            #expect(try store.adoption("other", since: Instant(milliseconds: 0)).count == 1)
        }
    }
}
