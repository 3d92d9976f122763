import CanonicalJSON
import Digests
import OfflineStore
import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("The proof of an audit from its rows", .scheduled)
struct AuditProofTests {
    /// The rows of an audit with three edits, newest first.
    private func rows() throws -> [AuditRecord] {
        try withStore { store, _ in
            try store.makeApp()
            for id in ["d", "e", "f"] { try store.edit(.addRule(.make(id))) }
            return try store.audit(AuditQuery(limit: 100))
        }
    }

    private func proof(
        of rows: [AuditRecord], expecting: [String] = [], head: String? = nil
    ) throws -> AuditProof {
        var proof = try AuditProof(expecting: expecting)
        proof.expect(head: head)
        for row in rows { proof.add(try row.json) }
        return proof
    }

    @Test("all rows of a server are a proof, and it says what it does not prove")
    func intact() throws {
        let rows = try rows()
        let checkpoint = "\(rows[0].sequence):\(hex(rows[0].hash))"
        let whole = try proof(of: rows, expecting: [checkpoint], head: checkpoint)
        #expect(whole.finished() == nil && whole.rows == rows.count && whole.cutThrough == nil)
        #expect(whole.newestHash == hex(rows[0].hash))
        #expect(whole.sentences.proved.contains { $0.contains("row \(checkpoint), the newest") })
        #expect(whole.sentences.proved.contains { $0.contains("expected row \(checkpoint) is there") })
        let bare = try proof(of: rows)
        #expect(bare.finished() == nil)
        #expect(bare.sentences.open.contains { $0.contains("no newer row is missing") })
        #expect(bare.sentences.open.contains { $0.contains("--expect") })
        #expect(try proof(of: []).newestHash.isEmpty)
    }

    @Test("a changed row, a missing row and rows without the newest one are no proof")
    func broken() throws {
        let rows = try rows()
        let head = "\(rows[0].sequence):\(hex(rows[0].hash))"
        for place in rows.indices {
            var changed = rows
            changed[place].by.name = "eve"
            let found = try proof(of: changed).finished()
            #expect(found?.hasPrefix("row \(rows[place].sequence): ") == true, "\(found ?? "nil")")
        }
        for place in rows.indices.dropFirst().dropLast() {
            var fewer = rows
            fewer.remove(at: place)
            #expect(try proof(of: fewer).finished() != nil)
        }
        let older = Array(rows.dropFirst())
        #expect(try proof(of: older).finished() == nil)
        #expect(try proof(of: older, head: head).finished()?.contains("newest row is not in its audit") == true)
        #expect(try proof(of: older, expecting: [head]).finished()?.contains("is missing") == true)
    }

    @Test("rows, heads and expectations that cannot be read are errors")
    func unreadable() throws {
        var row = try AuditProof()
        row.add(["sequence": 1])
        #expect(row.finished()?.contains("a row cannot be read") == true)
        #expect(try proof(of: [], head: "1").finished()?.contains("head cannot be read") == true)
        let refused = #expect(throws: OfflineError.self) { try AuditProof(expecting: ["12"]) }
        #expect(refused?.detail == "12 is neither HASH nor SEQUENCE:HASH")
        #expect(refused?.hint?.contains("audit checkpoint") == true)
    }
}

extension AuditRecord {
    /// The row as a server sends it.
    fileprivate var json: JSONValue {
        get throws {
            var members: [String: JSONValue] = [
                "sequence": .integer(Int64(sequence)), "at": .string(at.description), "by": .string(by.name),
                "from": .string(by.address), "action": .string(action), "previousHash": .string(hex(previousHash)),
                "hash": .string(hex(hash)),
            ]
            members["token"] = by.tokenID.map(JSONValue.string)
            members["app"] = app.map(JSONValue.string)
            members["before"] = try before.map { try JSONValue(parsing: $0) }
            members["after"] = try after.map { try JSONValue(parsing: $0) }
            return .object(members)
        }
    }
}
