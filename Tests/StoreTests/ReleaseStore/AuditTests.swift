import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Audit", .scheduled)
struct AuditTests {
    private func text(_ json: [UInt8]?) -> String? { json.map { String(decoding: $0, as: UTF8.self) } }

    @Test("Every change inserts a row with principal, time, action, old and new value")
    func rows() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            _ = try store.createToken(.make("t1"), by: .make(), at: .make(), recording: nil)
            let principal = Principal(tokenID: "t1", name: "ada", address: "192.0.2.7")
            _ = try store.editDraft(
                "moments", .putRule(.make("a", note: "n")), if: .any, publishing: nil, by: principal, at: .make(5),
                recording: nil)
            let row = try store.audit(AuditQuery(limit: 1))[0]
            #expect(row.by == principal && row.at == .make(5) && row.action == "rule.replace" && row.app == "moments")
            #expect(text(row.before) == #"{"revision":2,"rule":{"id":"a","note":""}}"#)
            #expect(text(row.after) == #"{"revision":3,"rule":{"id":"a","note":"n"}}"#)
            let first = try store.audit(AuditQuery(limit: 10)).last
            #expect(first?.previousHash == [UInt8](repeating: 0, count: 32))
            #expect(text(first?.after) == #"{"poll":{"interval":60,"jitter":10},"revision":1,"title":"T"}"#)
        }
    }

    @Test("Lists are ordered from new to old, have pages, and can be limited to an app")
    func lists() throws {
        try withSelectedStore { store, _ in
            try store.makeApp("one")
            try store.makeApp("two")
            try store.edit(.deleteRule(id: "a"), app: "one")
            #expect(try store.audit(AuditQuery(limit: 2)).map(\.sequence) == [5, 4])
            #expect(try store.audit(AuditQuery(before: 4, limit: 9)).map(\.sequence) == [3, 2, 1])
            #expect(try store.audit(AuditQuery(app: "one", limit: 9)).map(\.sequence) == [5, 2, 1])
            #expect(try store.audit(AuditQuery(app: "one", before: 2, limit: 9)).map(\.sequence) == [1])
        }
    }

    @Test("Of a long text the audit stores length and digest")
    func longText() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let long = String(repeating: "x", count: 100_000)
            try store.edit(.putRule(.make("a", note: long)))
            let row = try store.audit(AuditQuery(limit: 1))[0]
            let after = text(row.after) ?? ""
            #expect(after.hasPrefix(#"{"revision":3,"rule":{"bytes":100020,"sha256":""#))
            #expect(after.utf8.count < 200)
        }
    }

    /// Statements that change the audit without the store.
    static let tamperings = [
        "UPDATE audit SET after_json = '{}' WHERE sequence = 3",
        "UPDATE audit SET principal_name = 'eve' WHERE sequence = 3",
        "UPDATE audit SET at = at + 1 WHERE sequence = 3",
        "UPDATE audit SET app = NULL WHERE sequence = 3",
        "UPDATE audit SET before_json = after_json, after_json = before_json WHERE sequence = 3",
        "UPDATE audit SET action = substr(action, 1, 8), address = 'd' || address WHERE sequence = 3",
        "UPDATE audit SET hash = zeroblob(32) WHERE sequence = 3",
        "UPDATE audit SET previous_hash = zeroblob(32) WHERE sequence = 3",
        "DELETE FROM audit WHERE sequence = 3",
        "UPDATE audit SET sequence = sequence + 10 WHERE sequence >= 3",
    ]

    @Test("A changed, moved or missing row is found", arguments: tamperings)
    func tampering(script: String) throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            for id in ["x", "y", "z"] { try store.edit(.addRule(.make(id))) }
            #expect(try store.verifyAudit() == .intact(rows: 5, lastHash: store.audit(AuditQuery(limit: 1))[0].hash))
            try place.dropTriggers(["audit_is_never_changed", "audit_is_never_cut"])
            try place.tamper(script)
            guard case .broken(let sequence, _) = try store.verifyAudit() else {
                Issue.record("the change was not found: \(script)")
                return
            }
            #expect((3...15).contains(sequence))
        }
    }

    @Test("The schema refuses changes and deletions of audit rows")
    func appendOnly() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            #expect(throws: (any Error).self) { try place.tamper("DELETE FROM audit") }
            #expect(throws: (any Error).self) { try place.tamper("UPDATE audit SET at = 1") }
        }
    }
}
