package import CanonicalJSON
import Digests
import ReleaseStore
import RouteModel

/// Proves an audit from what a server tells of it, newest row first: every row has the hash of its content, and names
/// the hash of the row before.
package struct AuditProof: Sendable {
    /// Rows that were looked at.
    package private(set) var rows = 0
    /// The newest row's hash, hexadecimal; whoever notes it can tell later that nothing before it was changed.
    package private(set) var newestHash = ""
    /// The first thing that does not fit; nil so far.
    package private(set) var failure: String?

    private var next: (sequence: Int, hash: String)?

    /// Begins a proof.
    package init() {}

    /// Looks at the next older row.
    package mutating func add(_ row: JSONValue) {
        guard failure == nil else { return }
        rows += 1
        guard let record = Self.record(row), let hash = row["hash"]?.stringValue else {
            failure = "a row cannot be read: \(row.text.prefix(200))"
            return
        }
        if rows == 1 { newestHash = hash }
        if let next, next.sequence != record.sequence || next.hash != hash {
            failure = "row \(next.sequence + 1) does not follow row \(record.sequence)"
        } else if hex(record.demandedHash) != hash {
            failure = "row \(record.sequence) does not have the hash of its content"
        }
        next = (record.sequence - 1, hex(record.previousHash))
    }

    /// Ends the proof after the oldest row; returns what does not fit, nil where all of it does.
    package func finished() -> String? {
        if let failure { return failure }
        guard let next else { return nil }
        let isWhole = next.sequence == 0 && next.hash.allSatisfy { $0 == "0" }
        return isWhole ? nil : "the rows before row \(next.sequence + 1) are missing"
    }

    private static func record(_ row: JSONValue) -> AuditRecord? {
        guard let sequence = row["sequence"]?.integerValue,
            let at = row["at"]?.stringValue.flatMap(Instant.init(rfc3339:)),
            let name = row["by"]?.stringValue, let address = row["from"]?.stringValue,
            let action = row["action"]?.stringValue, let previous = row["previousHash"]?.stringValue,
            let previousHash = bytes(fromHex: previous)
        else { return nil }
        return AuditRecord(
            told: Int(sequence), at: at,
            by: Principal(tokenID: row["token"]?.stringValue, name: name, address: address), action: action,
            app: row["app"]?.stringValue, before: row["before"]?.canonicalBytes, after: row["after"]?.canonicalBytes,
            previousHash: previousHash)
    }
}
