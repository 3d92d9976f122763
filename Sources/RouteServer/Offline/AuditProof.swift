package import CanonicalJSON
import Digests
import ReleaseStore
import RouteModel

/// Proves an audit from what a server tells of it, newest row first: every row has the hash of its content, and names
/// the hash of the row before.
package struct AuditProof: Sendable {
    private var chain = AuditChain()
    /// Why a row could not be read; nil so far.
    private var unreadable: String?

    /// The number of rows added.
    package var rows: Int { chain.rowCount }
    /// The newest row's hash, hexadecimal, or empty; a later run that finds it again shows that no row before it was changed.
    package var newestHash: String { rows == 0 ? "" : hex(chain.newestHash) }
    /// The first thing that does not fit; nil so far.
    package var failure: String? { unreadable ?? (chain.isBroken ? Self.sentence(chain.verdict) : nil) }

    /// Begins a proof.
    package init() {}

    /// Adds the next older row.
    package mutating func add(_ row: JSONValue) {
        guard failure == nil else { return }
        guard let record = Self.record(row) else {
            unreadable = "a row cannot be read: \(row.text.prefix(200))"
            return
        }
        chain.add(record)
    }

    /// Ends the proof after the oldest row; returns what does not fit, or nil.
    package func finished() -> String? { unreadable ?? Self.sentence(chain.verdict) }

    private static func sentence(_ verdict: AuditVerdict) -> String? {
        switch verdict {
        case .intact: nil
        case .broken(let sequence, let detail): "row \(sequence): \(detail)"
        }
    }

    private static func record(_ row: JSONValue) -> AuditRecord? {
        guard let sequence = row["sequence"]?.integerValue,
            let at = row["at"]?.stringValue.flatMap(Instant.init(rfc3339:)),
            let name = row["by"]?.stringValue, let address = row["from"]?.stringValue,
            let action = row["action"]?.stringValue, let previous = row["previousHash"]?.stringValue,
            let previousHash = bytes(fromHex: previous), let hash = row["hash"]?.stringValue.flatMap(bytes(fromHex:))
        else { return nil }
        return AuditRecord(
            sequence: Int(sequence), at: at,
            by: Principal(tokenID: row["token"]?.stringValue, name: name, address: address), action: action,
            app: row["app"]?.stringValue, before: row["before"]?.canonicalBytes, after: row["after"]?.canonicalBytes,
            previousHash: previousHash, hash: hash)
    }
}
