import Digests
import SQLKit

/// Verifies the audit's hash chain in the file, by a second implementation of its definition.
struct AuditProof {
    private(set) var actions: [String: Int] = [:]
    private(set) var rows = 0
    private(set) var failure: String?

    init(_ connection: borrowing Connection) throws {
        var previous = [UInt8](repeating: 0, count: 32)
        let rows = try connection.all(
            """
            SELECT sequence, at, principal_id, principal_name, address, action, app, before_json, after_json,
                previous_hash, hash FROM audit ORDER BY sequence
            """
        ) { row in
            var bytes = row.bytes(9) + Self.number(row.integer(0)) + Self.number(row.integer(1))
            for column in 2..<9 {
                let field = row.optionalBytes(column)
                bytes += field.map { [1] + Self.number($0.count) + $0 } ?? [0]
            }
            return (
                sequence: row.integer(0), action: row.text(5), previous: row.bytes(9), hash: row.bytes(10),
                content: SHA256.hash(bytes)
            )
        }
        for row in rows {
            self.rows += 1
            actions[row.action, default: 0] += 1
            guard failure == nil else { continue }
            if row.sequence != self.rows || row.previous != previous || row.hash != row.content {
                failure = "the audit's chain breaks at row \(row.sequence)"
            }
            previous = row.hash
        }
    }

    func count(_ isWanted: (String) -> Bool) -> Int {
        actions.reduce(0) { $0 + (isWanted($1.key) ? $1.value : 0) }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }
}
