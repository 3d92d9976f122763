import Digests
import ReleaseStore
import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import StoreDatabases

@Suite("Checkpoints of the audit", .scheduled)
struct AuditCheckpointTests {
    @Test("A whole chain that was made again agrees with no checkpoint from before")
    func rewritten() throws {
        try withStore { store, path in
            try store.makeApp()
            for id in ["x", "y"] { try store.edit(.addRule(.make(id))) }
            let checkpoint = try #require(try store.auditCheckpoint())
            let newest = try store.audit(AuditQuery(limit: 1))[0]
            #expect(checkpoint.sequence == 4 && checkpoint.hash == newest.hash && checkpoint.at == newest.at)
            #expect(try checkpoint.epoch == store.overview().facts.epoch)
            try store.edit(.addRule(.make("z")))
            let digits = hex(checkpoint.hash)
            let texts = [digits, digits.uppercased(), "4:\(digits)", "3:\(digits)", "9:\(digits)"]
            let expected = texts.compactMap { AuditExpectation($0) }
            #expect(expected.count == texts.count)
            let kept = try StoreInspection(of: path, expecting: expected).missedExpectations
            try #require(kept.count == 2)
            #expect(kept[0].hasPrefix("row 3 has the hash") && kept[1].hasPrefix("row 9 with the expected"))
            // As an attacker with the file would do it: one row goes, and each row after it gets the hash that fits.
            var rows = try store.audit(AuditQuery(limit: 9)).reversed().filter { $0.sequence != 3 }
            for index in rows.indices {
                rows[index].sequence = index + 1
                rows[index].previousHash = index == 0 ? AuditChain.start : rows[index - 1].hash
                rows[index].hash = AuditChain.hash(rows[index])
            }
            let changes = rows.dropFirst(2).map { row in
                "UPDATE audit SET previous_hash = x'\(hex(row.previousHash))', hash = x'\(hex(row.hash))', "
                    + "sequence = \(row.sequence) WHERE sequence = \(row.sequence + 1);"
            }
            try tamper(
                path,
                "DROP TRIGGER audit_is_never_changed; DROP TRIGGER audit_is_never_cut; "
                    + "DELETE FROM audit WHERE sequence = 3; \(changes.joined())")
            let found = try StoreInspection(of: path, expecting: expected)
            guard case .intact(4, _) = found.audit else {
                Issue.record("the chain is not made again: \(found.audit)")
                return
            }
            #expect(found.missedExpectations.count == texts.count, "\(found.missedExpectations)")
        }
    }
}
