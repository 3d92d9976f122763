import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import TestSupport
import Testing

@testable import ReleaseStore
@testable import StoreRecords

@Suite("Cuts of the audit", .scheduled)
struct AuditCutTests {
    private func at(_ seconds: Int64) -> Instant { .make(1_800_000_000 + seconds) }

    /// A store whose audit has a row for each instant, behind the two rows of a new app.
    private func withRows(_ seconds: [Int64], _ body: (any RuleStore, StorePlace) throws -> Void) throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            for (number, second) in seconds.enumerated() {
                _ = try store.changeApp(
                    "moments", title: "\(number)", poll: nil, if: .any, by: .make(), at: at(second))
            }
            try body(store, place)
        }
    }

    private func cut(_ store: any RuleStore, before second: Int64) throws -> AuditCut? {
        try store.cutAudit(before: at(second), by: .make(), at: at(1_000_000))
    }

    private func rows(_ store: any RuleStore) throws -> [AuditRecord] { try store.audit(AuditQuery(limit: 1000)) }

    @Test("The oldest rows up to the instant are removed; the rest is a chain that begins at the checkpoint")
    func cut() throws {
        try withRows([10, 20, 30]) { store, place in
            let before = try rows(store)
            let cut = try #require(try cut(store, before: 20))
            #expect(cut.through == 3 && cut.rowCount == 3 && cut.hash == before[2].hash)
            let after = try rows(store)
            #expect(after.map(\.sequence) == [6, 5, 4] && after[1...] == before[0...1])
            #expect(after[0].action == "audit.cut" && AuditCut(of: after[0]) == cut)
            #expect(try store.verifyAudit() == .intact(rows: 3, lastHash: after[0].hash))
            store.close()
            let again = try place.open()
            defer { again.close() }
            #expect(try again.verifyAudit() == .intact(rows: 3, lastHash: after[0].hash))
            try again.edit(.addRule(.make("d")))
            #expect(try rows(again).first?.sequence == 7)
            again.close()
            guard case .file(let path) = place else { return }
            let found = try StoreInspection(of: path)
            #expect(found.auditCutThrough == 3 && found.damage.isEmpty)
        }
    }

    @Test("A row that is not older ends the cut, whatever later rows say, and the newest row stays")
    func prefix() throws {
        try withRows([50, 10, 20]) { store, _ in
            #expect(try cut(store, before: 30)?.through == 2)
            #expect(try cut(store, before: 30) == nil)
            #expect(try cut(store, before: 2_000_000)?.through == 5)
            #expect(try rows(store).map(\.sequence) == [7, 6])
            guard case .intact(2, _) = try store.verifyAudit() else { throw StoreError(.corrupt, "audit", hint: "") }
        }
    }

    @Test("Rows that are removed without a cut, or a cut of another row, break the chain")
    func forged() throws {
        try withRows([10, 20, 30]) { store, place in
            #expect(code { try store.write { session in _ = try session.run("DELETE FROM audit") } } == .storage)
            _ = try cut(store, before: 15)
            #expect(code { try store.write { session in _ = try session.run("DELETE FROM audit") } } == .storage)
            try place.dropTriggers(["audit_is_never_cut"])
            try place.tamper("DELETE FROM audit WHERE sequence = 4")
            guard case .broken(5, _) = try store.verifyAudit() else {
                throw StoreError(.corrupt, "a missing row was not found", hint: "")
            }
        }
    }

    @Test("Changed rows are not removed")
    func changed() throws {
        try withRows([10, 20, 30]) { store, place in
            try place.dropTriggers(["audit_is_never_changed"])
            try place.tamper("UPDATE audit SET action = 'x' WHERE sequence = 2")
            #expect(code { _ = try cut(store, before: 25) } == .corrupt)
            #expect(try rows(store).count == 5)
        }
    }

    @Test("A long change goes with its last row; a text that a later row has stays; pieces are of bounded size")
    func longChanges() throws {
        try withSelectedStore { store, _ in
            try store.makeApp(rules: [])
            let long = String(repeating: "x", count: StoreLimits.auditTextBytesMax + 100)
            func edit(_ edit: DraftEdit, _ second: Int64) throws {
                _ = try store.editDraft(
                    "moments", edit, if: .any, publishing: nil, by: .make(), at: at(second), recording: nil)
            }
            try edit(.addRule(.make("r", note: long)), 10)
            try edit(.deleteRule(id: "r"), 20)
            try edit(.addRule(.make("s", note: long + "y")), 30)
            try edit(.deleteRule(id: "s"), 40)
            try edit(.addRule(.make("t")), 50)
            func pieces() throws -> Int {
                try store.read { session in
                    try session.first("SELECT count(*) FROM audit_pieces") { row in row.integer(0) } ?? 0
                }
            }
            #expect(try pieces() == 2)
            _ = try cut(store, before: 15)
            #expect(try pieces() == 2, "the deletion of the rule has the same text")
            _ = try cut(store, before: 25)
            #expect(try pieces() == 1)
            guard case .intact = try store.verifyAudit() else { throw StoreError(.corrupt, "audit", hint: "") }
            #expect(try store.auditDetail(5, limit: 10)?.items.count == 1)
            for number in 0..<StoreLimits.auditCutRows {
                _ = try store.changeApp(
                    "moments", title: "\(number)", poll: nil, if: .any, by: .make(), at: at(60))
            }
            #expect(try cut(store, before: 2_000_000)?.rowCount == StoreLimits.auditCutRows)
            #expect(try cut(store, before: 2_000_000)?.rowCount ?? 0 < 20)
        }
    }
}
