import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@testable import StoreDatabases

@Suite(
    "How a node hears of others, and who does work once", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct HearingTests {
    let place: StorePlace

    init() throws { place = try .newSchema() }

    private func hearing(isDirect: Bool, name: String = "one") throws -> PostgresHearing {
        guard case .schema(let uri) = place else { preconditionFailure("not a schema") }
        return PostgresHearing(try PostgresAddress(uri), StorePlace.settings, isDirect: isDirect, name: name)
    }

    @Test("What another node has written is heard, with notifications and behind a pooler", arguments: [true, false])
    func hears(isDirect: Bool) throws {
        let store = try place.openPostgres()
        defer { store.close() }
        let hearing = try hearing(isDirect: isDirect)
        defer { hearing.disconnect() }
        #expect(code { _ = try hearing.read() } == .away)
        try hearing.connect()
        let before = try hearing.read()
        #expect(before.position.sequence == 0)
        try store.makeApp()
        try hearing.wait()
        let after = try hearing.read()
        #expect(after.group > before.group && after.position > before.position)
        #expect(after.position == store.statistics.position)
        #expect(after.clock.milliseconds > 1_700_000_000_000)
    }

    @Test(
        "Of two living nodes with one name the second is refused; the name of one that is gone is free",
        arguments: [true, false])
    func names(isDirect: Bool) throws {
        try place.openPostgres().close()
        let (first, second) = (try hearing(isDirect: isDirect), try hearing(isDirect: isDirect))
        let other = try hearing(isDirect: isDirect, name: "two")
        defer { for one in [first, second, other] { one.disconnect() } }
        try first.connect()
        let record = NodeRecord(
            name: "one", version: "1", startedAt: .make(), seenAt: .make(),
            position: StorePosition(epoch: 1, sequence: 1), behindMilliseconds: 0)
        _ = try first.report(record)
        let isAlive = Monitor(true)
        let thread = TestThread {
            while isAlive.withLock({ $0 }) {
                _ = try? first.report(record)
                pause(milliseconds: 300)
            }
        }
        #expect(code { try second.connect() } == .locked)
        try other.connect()
        isAlive.withLock { $0 = false }
        #expect(thread.join())
        // The row stands still, whether the lock is there, as of a machine that has vanished, or not.
        try second.connect()
        if isDirect { first.disconnect() }
        try second.connect()
    }

    @Test("A wait ends when the server stops")
    func stops() throws {
        try place.openPostgres().close()
        let hearing = try hearing(isDirect: false)
        defer { hearing.disconnect() }
        try hearing.connect()
        hearing.stop()
        try hearing.wait()
    }

    @Test("A lease has one holder, who may take it again; it passes on when its time is over")
    func leases() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        #expect(try store.holdLease("retention", as: "a", seconds: 300))
        #expect(try store.holdLease("retention", as: "a", seconds: 300))
        #expect(try !store.holdLease("retention", as: "b", seconds: 300))
        #expect(try store.holdLease("other", as: "b", seconds: 300))
        try place.tamper("UPDATE leases SET ends_at = clock_timestamp()")
        #expect(try store.holdLease("retention", as: "b", seconds: 300))
        #expect(try !store.holdLease("retention", as: "a", seconds: 300))
    }

    @Test("Nodes are listed as they last said; one that said nothing for a day is not")
    func nodes() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        let hearing = try hearing(isDirect: true)
        defer { hearing.disconnect() }
        try hearing.connect()
        func node(_ name: String, _ sequence: Int) -> NodeRecord {
            NodeRecord(
                name: name, version: "1.0.0", startedAt: Instant(milliseconds: 5), seenAt: Instant(milliseconds: 0),
                position: StorePosition(epoch: 7, sequence: sequence), behindMilliseconds: 30)
        }
        #expect(try hearing.report(node("b", 1)) == NodePeers(count: 1, namesakeStartedAt: nil))
        #expect(try hearing.report(node("a", 2)) == NodePeers(count: 2, namesakeStartedAt: nil))
        #expect(try hearing.report(node("b", 3)) == NodePeers(count: 2, namesakeStartedAt: node("b", 1).startedAt))
        let found = try store.nodes()
        #expect(found.map(\.name) == ["a", "b"])
        #expect(found.last?.position == StorePosition(epoch: 7, sequence: 3))
        #expect(found.first?.startedAt == Instant(milliseconds: 5) && found.first?.behindMilliseconds == 30)
        try place.tamper("UPDATE nodes SET seen_at = seen_at - 86400001 WHERE name = 'a'")
        #expect(try store.nodes().map(\.name) == ["b"])
    }

    @Test("A store that was left refuses at once, and goes on after it has joined again")
    func leaves() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp()
        store.leave()
        let refused = #expect(throws: StoreError.self) { _ = try store.apps() }
        #expect(refused?.code == .away && refused?.detail.contains("cannot be reached") == true)
        #expect(code { try store.edit(.deleteRule(id: "a")) } == .away)
        try store.rejoin()
        try store.edit(.deleteRule(id: "a"))
        #expect(try store.apps().count == 1)
    }
}
