import Foundation
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
    "Opening a store on PostgreSQL", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct OpeningTests {
    let place: StorePlace

    init() throws { place = try .newSchema() }

    private func open() throws -> PostgresRuleStore { try place.openPostgres() }

    @Test("Both stores have the same layout, by number and names")
    func layout() throws {
        #expect(PostgresSchema.steps + PostgresMigration.all.map(\.name) == Migration.all.map(\.name))
        let store = try open()
        defer { store.close() }
        #expect(try store.overview().facts.schemaVersion == Migration.all.count)
    }

    @Test("The first opening makes the tables; a later one changes nothing, and keeps the epoch")
    func again() throws {
        let store = try open()
        let facts = try store.overview().facts
        try store.makeApp()
        store.close()
        #expect(store.notices == [.created] && facts.epoch > 1_700_000_000)
        let again = try open()
        defer { again.close() }
        #expect(again.notices.isEmpty)
        #expect(try again.overview().facts == facts && again.apps().count == 1)
        #expect(again.statistics.auditHead == AuditExpectation(try again.read { session in try session.head() }))
    }

    @Test("Of several nodes that start at once, one makes the tables")
    func together() throws {
        let found = Monitor<[[PostgresOpeningNotice]]>([])
        let threads = (0..<4).map { _ in
            TestThread { [place] in
                guard let store = try? place.openPostgres() else { return }
                found.withLock { $0.append(store.notices) }
                store.close()
            }
        }
        #expect(threads.allSatisfy { $0.join() })
        #expect(found.withLock { $0.sorted { $0.count < $1.count } } == [[], [], [], [.created]])
    }

    @Test("A schema with other tables is refused and stays as it is")
    func foreign() throws {
        try place.tamper("CREATE TABLE cluster (id bigint)")
        #expect(code { _ = try open() } == .foreign)
        try place.tamper("DROP TABLE cluster")
        let store = try open()
        store.close()
    }

    @Test("A newer layout is refused, and an older one is migrated")
    func otherLayouts() throws {
        try open().close()
        let next =
            PostgresMigration.all + [
                PostgresMigration(name: "next", script: "CREATE TABLE next (id bigint)")
            ]
        let newer = try place.openPostgres(migrations: next)
        newer.close()
        #expect(newer.notices == [.migrated(["next"])])
        #expect(code { _ = try open() } == .newer)
        let failing = next + [PostgresMigration(name: "failing", script: "CREATE TABLE a (id bigint); SELECT 1 / 0")]
        #expect(code { _ = try place.openPostgres(migrations: failing) } == .storage)
        #expect(throws: PostgresError.self) { try place.tamper("SELECT 1 FROM a") }
        try place.openPostgres(migrations: next).close()
    }

    @Test("Another server, timeline or start raises the epoch, with a row of the audit")
    func otherServer() throws {
        try open().close()
        for column in ["system_identifier", "timeline", "started_at"] {
            try place.tamper("UPDATE cluster SET \(column) = '1'; UPDATE facts SET epoch = epoch + 1000")
            let store = try open()
            defer { store.close() }
            let facts = try store.overview().facts
            guard case .server(let change, let epoch) = store.notices.first else {
                Issue.record("no notice after a change of \(column)")
                return
            }
            #expect(epoch == facts.epoch && change.contains("server"))
            let row = try #require(try store.audit(AuditQuery(limit: 1)).first)
            #expect(row.action == "store.epoch" && row.by == .machine("waymark"))
            #expect(String(decoding: row.after ?? [], as: UTF8.self).contains("\(epoch)"))
        }
        let store = try open()
        defer { store.close() }
        #expect(store.notices.isEmpty)
    }

    @Test("A copy of another database gets a new epoch at its first opening")
    func copy() throws {
        try open().close()
        try place.tamper("UPDATE facts SET is_copy = 1")
        let store = try open()
        store.close()
        guard case .copy = store.notices.first else {
            Issue.record("no notice")
            return
        }
        let again = try open()
        defer { again.close() }
        #expect(again.notices.isEmpty)
    }
}

@Suite(
    "A store on PostgreSQL that one process uses alone", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct ExclusiveTests {
    let place: StorePlace

    init() throws { place = try .newSchema() }

    private func state() throws -> PostgresStartCheck.State {
        guard case .schema(let uri) = place else { preconditionFailure("not a schema") }
        return try PostgresStartCheck.state(of: PostgresAddress(uri), StorePlace.settings)
    }

    @Test("A second process is refused while the first one is open, and the check says so")
    func second() throws {
        #expect(try state() == .new)
        let store = try place.openPostgres(use: .alone)
        #expect(try state() == .open)
        #expect(code { _ = try place.openPostgres(use: .alone) } == .locked)
        try store.makeApp()
        store.close()
        #expect(try eventually { try state() == .ready })
        let again = try place.openPostgres(use: .alone)
        defer { again.close() }
        #expect(try again.apps().count == 1)
    }

    @Test("What waymark database check reads: every stored part and the audit, while a server has the store open")
    func inspected() throws {
        guard case .schema(let uri) = place else { preconditionFailure("not a schema") }
        let inspect = { try StoreInspection(of: DatabasePlace(uri)) }
        #expect(code { _ = try inspect() } == .foreign)
        let store = try place.openPostgres()
        defer { store.close() }
        try store.makeApp()
        try store.publish(.makeCompiled(basis: 2, version: 1))
        let found = try inspect()
        #expect(found.appCount == 1 && found.releaseCount == 1 && found.damagedReleases.isEmpty)
        guard case .intact(let rows, _) = found.audit else { return #expect(Bool(false), "\(found.audit)") }
        #expect(rows > 1)
        try place.tamper(
            "", postgres: "UPDATE blob_chunks SET bytes = convert_to(repeat('x', length(bytes)), 'UTF8')")
        let parts = try inspect().damagedReleases.map { "\($0)" }
        for part in ["body", "gzip", "draft", "index"] {
            #expect(parts.contains { $0.contains(part) && $0.contains("moments") }, "\(part): \(parts)")
        }
    }

    @Test("A process that has closed its store keeps no other one from it, however slowly the server ends connections")
    func closedIsFree() throws {
        for _ in 0..<30 { try place.openPostgres(use: .alone).close() }
    }

    @Test("After a lost connection the lock is taken again; a process that has lost it to another writes no more")
    func lost() throws {
        let name = "n-\(UUID().uuidString)"
        let store = try place.openPostgres(use: .alone) { settings in settings.applicationName = name }
        defer { store.close() }
        let end = """
            DO $$ BEGIN PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity
            WHERE application_name = '\(name)'; END $$
            """
        try place.tamper(end)
        try store.makeApp()
        #expect(try state() == .open)
        try place.tamper(end)
        let other = try place.openPostgres(use: .alone)
        #expect(code { try store.edit(.deleteRule(id: "a")) } == .locked)
        other.close()
        #expect(try eventually { try state() == .ready })
        try store.edit(.deleteRule(id: "a"))
    }

    @Test("The check refuses what a start would refuse, and changes nothing")
    func check() throws {
        try place.tamper("CREATE TABLE other (id bigint)")
        #expect(code { _ = try state() } == .foreign)
        try place.tamper("DROP TABLE other")
        #expect(try state() == .new)
        #expect(throws: PostgresError.self) { try place.tamper("SELECT 1 FROM cluster") }
    }
}

extension StorePlace {
    /// Opens the store of a schema.
    func openPostgres(
        migrations: [PostgresMigration] = PostgresMigration.all, use: PostgresUse = .node,
        _ change: (inout PostgresSettings) -> Void = { _ in },
        onChange: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> PostgresRuleStore {
        guard case .schema(let uri) = self else { preconditionFailure("not a schema") }
        var settings = Self.settings
        change(&settings)
        let place = PostgresStorePlace(
            address: try PostgresAddress(uri), settings: settings, migrations: migrations, use: use)
        return try PostgresRuleStore(place) { notice in
            if case .server(let change, _) = notice { onChange(change) }
        }
    }
}
