import ReleaseStore
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Hosts in the store", .scheduled)
struct HostTests {
    @discardableResult
    private func put(
        _ store: SQLiteRuleStore, _ name: String, _ app: String, if precondition: Precondition = .any
    ) throws -> HostRecord {
        try store.putHost(name, of: app, if: precondition, by: .make(), at: .make()).after
    }

    @Test("a host belongs to one app, and its audit says when it came and went")
    func life() throws {
        try withStore { store, _ in
            for app in ["a", "b"] { try store.makeApp(app) }
            let first = try put(store, "go.example", "a", if: .exactly(0))
            #expect(try store.host("go.example") == first && first.app == "a")
            #expect(code { try put(store, "go.example", "b", if: .exactly(0)) } == .revisionMismatch)
            let moved = try store.putHost(
                "go.example", of: "b", if: .exactly(first.revision), by: .make(), at: .make(1))
            #expect(moved.before == first && moved.after.app == "b" && moved.after.revision > first.revision)
            #expect(try store.hosts(of: "a").isEmpty)
            #expect(try store.hosts(of: "b") == [moved.after])
            #expect(code { _ = try delete(store, "go.example", if: .exactly(first.revision)) } == .revisionMismatch)
            #expect(try delete(store, "go.example", if: .exactly(moved.after.revision)) == moved.after)
            #expect(code { _ = try store.host("go.example") } == .notFound)
            #expect(code { _ = try delete(store, "go.example", if: .any) } == .notFound)
            // A host that is made again has a revision that it never had.
            #expect(try put(store, "go.example", "a").revision > moved.after.revision)
            let rows = try store.audit(AuditQuery(limit: 100)).filter { $0.action.hasPrefix("host.") }.reversed()
            #expect(rows.map(\.action) == ["host.put", "host.put", "host.delete", "host.put"])
            #expect(rows.map(\.app) == ["a", "b", "b", "a"])
            guard case .intact = try store.verifyAudit() else { return #expect(Bool(false), "the audit is broken") }
        }
    }

    private func delete(
        _ store: SQLiteRuleStore, _ name: String, if precondition: Precondition
    ) throws -> HostRecord {
        try store.deleteHost(name, if: precondition, by: .make(), at: .make())
    }

    @Test("hosts are listed by name in pages")
    func pages() throws {
        try withStore { store, _ in
            try store.makeApp("a")
            for name in ["c.example", "a.example", "b.example"] { try put(store, name, "a") }
            #expect(try store.hosts(limit: 2).map(\.name) == ["a.example", "b.example"])
            #expect(try store.hosts(after: "b.example", limit: 2).map(\.name) == ["c.example"])
            #expect(code { _ = try store.hosts(of: "none") } == .notFound)
            #expect(code { try put(store, "d.example", "none") } == .notFound)
        }
    }

    @Test("a deleted app has no hosts, and another app may have them")
    func deletedApp() throws {
        try withStore { store, _ in
            for app in ["a", "b"] { try store.makeApp(app) }
            try put(store, "go.example", "a")
            try store.deleteApp("a", if: .any, by: .make(), at: .make())
            #expect(try store.hosts(limit: 9).isEmpty)
            #expect(try put(store, "go.example", "b", if: .exactly(0)).app == "b")
        }
    }
}
