package import CanonicalJSON
import Digests
import ReleaseStore
import RouteModel

/// Verifies the rows of an audit that a server sends, newest row first: the hash of each row, and its link to the hash
/// of the row before.
package struct AuditProof: Sendable {
    private var chain = AuditChain()
    private var comparison: AuditComparison
    /// The reason why a row could not be read, or nil.
    private var unreadable: String?

    /// The number of rows added.
    package var rows: Int { chain.rowCount }
    /// The newest row's hash, hexadecimal, or empty.
    ///
    /// If a later verification finds the same hash, no row before it was changed.
    package var newestHash: String { rows == 0 ? "" : hex(chain.newestHash) }
    /// The first error, or nil.
    package var failure: String? { unreadable ?? (chain.isBroken ? Self.sentence(chain.verdict) : nil) }

    /// Makes a verification without rows.
    ///
    /// - Parameter texts: Rows that the audit must have, as `HASH` or `SEQUENCE:HASH`.
    /// - Throws: For a text that is neither.
    package init(expecting texts: [String] = []) throws(ServerStartError) {
        comparison = AuditComparison(try Self.expectations(texts))
    }

    /// Reads texts `HASH` or `SEQUENCE:HASH`.
    static func expectations(_ texts: [String]) throws(ServerStartError) -> [AuditExpectation] {
        var expectations: [AuditExpectation] = []
        for text in texts {
            guard let expectation = AuditExpectation(text) else {
                throw ServerStartError(
                    "\(text) is neither HASH nor SEQUENCE:HASH",
                    hint: "take sequence and hash from a line `audit checkpoint` of the server log, such as "
                        + "27:374fc1…, with all 64 digits of the hash")
            }
            expectations.append(expectation)
        }
        return expectations
    }

    /// Verifies the next older row.
    package mutating func add(_ row: JSONValue) {
        guard failure == nil else { return }
        guard let record = Self.record(row) else {
            unreadable = "a row cannot be read: \(row.text.prefix(200))"
            return
        }
        chain.add(record)
        comparison.add(record)
    }

    /// Ends the verification after the oldest row; returns the error, or nil.
    package func finished() -> String? { unreadable ?? Self.sentence(chain.verdict) ?? comparison.failures.first }

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
