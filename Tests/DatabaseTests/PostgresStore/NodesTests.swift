import Foundation
import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import SystemIO
import TestSupport
import Testing

@Suite(
    "Nodes on one PostgreSQL database", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct NodesTests {
    let place: StorePlace

    init() throws { place = try .newSchema() }

    /// Ends the connections of a name, as a restart of the server does.
    private func terminate(_ name: String) throws {
        try place.tamper(
            """
            DO $$ BEGIN PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity
            WHERE application_name = '\(name)'; END $$
            """)
    }

    @Test("Writes of two nodes are one history: no number is lost or used twice, and the audit is one chain")
    func oneHistory() throws {
        let stores = [try place.openPostgres(), try place.openPostgres()]
        defer { for store in stores { store.close() } }
        try stores[0].makeApp(rules: [])
        let threads = (0..<8).map { number in
            TestThread {
                for turn in 0..<10 { _ = try? stores[number % 2].edit(.addRule(.make("r-\(number)-\(turn)"))) }
            }
        }
        #expect(threads.allSatisfy { $0.join() })
        #expect(try stores[1].ruleIDs().count == 80 && stores[0].draftHeader("moments").revision == 82)
        guard case .intact(82, _) = try stores[0].verifyAudit() else {
            Issue.record("the audit is not one chain: \(try stores[0].verifyAudit())")
            return
        }
        // Two openings, and the groups of both nodes.
        let groups = stores.reduce(0) { $0 + $1.statistics.groups }
        let counter = try stores[0].read { session in
            try session.first("SELECT sequence FROM cluster") { row in row.integer(0) }
        }
        #expect(counter == groups + 2)
    }

    @Test("Each node sees the other's revision: an edit of an old one is refused")
    func preconditions() throws {
        let stores = [try place.openPostgres(), try place.openPostgres()]
        defer { for store in stores { store.close() } }
        try stores[0].makeApp()
        try stores[1].edit(.deleteRule(id: "a"), if: .exactly(2))
        #expect(code { try stores[0].edit(.deleteRule(id: "b"), if: .exactly(2)) } == .revisionMismatch)
        try stores[0].edit(.deleteRule(id: "b"), if: .exactly(3))
        #expect(try stores[1].ruleIDs() == ["c"])
    }

    @Test("Lost connections are opened again, for writes and for reads; the epoch stays on the same server")
    func reconnection() throws {
        let name = "n-\(UUID().uuidString)"
        let store = try place.openPostgres { settings in settings.applicationName = name }
        defer { store.close() }
        try store.makeApp()
        let epoch = try store.overview().facts.epoch
        try terminate(name)
        #expect(try store.apps().count == 1)
        try terminate(name)
        try store.edit(.deleteRule(id: "a"))
        #expect(try store.overview().facts.epoch == epoch)
        guard case .intact(3, _) = try store.verifyAudit() else {
            Issue.record("the audit is not one chain")
            return
        }
    }

    @Test("A node that finds another server at a later connection raises the epoch with its next write")
    func failover() throws {
        let name = "n-\(UUID().uuidString)"
        let changes = Monitor<[String]>([])
        let store = try place.openPostgres(
            { settings in settings.applicationName = name },
            onChange: { change in changes.withLock { $0.append(change) } })
        defer { store.close() }
        try store.makeApp()
        let epoch = try store.overview().facts.epoch
        try place.tamper("UPDATE cluster SET timeline = '000000FF'")
        try terminate(name)
        for id in ["a", "b"] { try store.edit(.deleteRule(id: id)) }
        #expect(try store.overview().facts.epoch > epoch)
        #expect(changes.withLock { $0.count == 1 && $0[0].contains("promoted") })
        #expect(try store.audit(AuditQuery(limit: 3)).map(\.action) == ["rule.delete", "rule.delete", "store.epoch"])
    }

    @Test("A commit that is not answered is an unknown outcome, which the idempotency key settles")
    func unknownOutcome() throws {
        let name = "n-\(UUID().uuidString)"
        let other = try place.openPostgres()
        defer { other.close() }
        try other.makeApp()
        let recording = Recording<DraftOutcome>(key: .make("k")) { _ in
            StoredAnswer(status: 201, fields: [], body: [])
        }
        // The cluster of the tests has a synchronous standby that does not exist: such a commit waits for ever.
        try place.tamper(
            """
            CREATE FUNCTION wait_for_standby() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM set_config('synchronous_commit', 'on', true); RETURN NULL; END $$;
            CREATE TRIGGER wait_for_standby AFTER INSERT ON answers
                FOR EACH ROW EXECUTE FUNCTION wait_for_standby();
            """)
        let store = try place.openPostgres { settings in
            settings.applicationName = name
            settings.commitWait = .milliseconds(300)
        }
        defer { store.close() }
        #expect(code { try store.edit(.addRule(.make("d")), recording: recording) } == .outcomeUnknown)
        try terminate(name)
        // It was kept, and the key says so, on every node.
        #expect(try other.ruleIDs() == ["a", "b", "c", "d"])
        #expect(try other.claim(.make("k"), at: .make()) == .replay(StoredAnswer(status: 201, fields: [], body: [])))
    }

    @Test("A group that another node keeps open for too long is refused as busy, and can be sent again")
    func lockedCounter() throws {
        let store = try place.openPostgres { settings in settings.lockMilliseconds = 100 }
        defer { store.close() }
        let (isLocked, mayEnd) = (Signal(), Signal())
        let other = try place.openPostgres()
        defer { other.close() }
        try other.makeApp()
        let thread = TestThread {
            _ = try? other.write { _ in
                isLocked.send()
                mayEnd.wait()
            }
        }
        #expect(isLocked.wait())
        #expect(code { try store.edit(.deleteRule(id: "a")) } == .busy)
        mayEnd.send()
        #expect(thread.join())
        // COMMIT itself may wait for others: it takes one lock of the whole cluster to put its notification into a queue.
        #expect(eventually { code { try store.edit(.deleteRule(id: "a")) } == nil })
    }

    @Test("Texts with U+0000 are kept and found")
    func characters() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        let (title, author) = ("a\0b\u{1}", Principal.make("\0x"))
        _ = try store.createApp(
            "moments", title: title, poll: PollSettings(interval: 60, jitter: 10), by: author, at: .make(),
            recording: nil)
        #expect(try store.app("moments").title == title)
        var query = AuditQuery(limit: 10)
        query.actor = "\0x"
        let rows = try store.audit(query)
        #expect(rows.count == 1 && rows[0].by == author)
        guard case .intact = try store.verifyAudit() else {
            Issue.record("the audit is broken")
            return
        }
    }

    @Test("Backups are the database's")
    func backups() throws {
        let store = try place.openPostgres()
        defer { store.close() }
        #expect(code { _ = try store.backup(to: "/nonexistent", by: .make(), at: .make()) } == .invalid)
        #expect(try !store.releaseFreePages())
    }
}
