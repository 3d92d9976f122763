import Digests
package import RouteModel

/// The newest row of the audit, to be kept outside of the database: its hash covers all rows before it.
package struct AuditCheckpoint: Sendable, Hashable {
    /// The epoch of the database.
    package let epoch: Int
    /// The number of the row.
    package let sequence: Int
    /// The hash of the row.
    package let hash: [UInt8]
    /// The instant of the row.
    package let at: Instant

    /// Makes a checkpoint from the columns of a row.
    package init(epoch: Int, sequence: Int, hash: [UInt8], at: Instant) {
        self.epoch = epoch
        self.sequence = sequence
        self.hash = hash
        self.at = at
    }
}

/// A row that an audit must have, as a checkpoint says.
package struct AuditExpectation: Sendable, Hashable {
    /// The number of the row; nil if any row may have the hash.
    let sequence: Int?
    /// The hash of the row.
    let hash: [UInt8]

    /// Reads `HASH` or `SEQUENCE:HASH`, the hash in 64 hexadecimal digits; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, let hash = bytes(fromHex: last.lowercased()), hash.count == SHA256.digestByteCount
        else { return nil }
        let sequence = parts.count == 2 ? Int(parts[0]) : nil
        guard parts.count == 1 || sequence.map({ $0 > 0 }) == true else { return nil }
        self.sequence = sequence
        self.hash = hash
    }

    /// The newest row of a head; nil if there is none.
    package init?(_ head: StoreHead?) {
        guard let head, head.sequence > 0 else { return nil }
        sequence = head.sequence
        hash = head.hash
    }

    /// `SEQUENCE:HASH`, or `HASH`.
    package var text: String { (sequence.map { "\($0):" } ?? "") + hex(hash) }
}

/// Compares the rows of an audit with checkpoints.
///
/// It works beside ``AuditChain``: in an intact chain, a row that has its expected hash proves all rows before it.
package struct AuditComparison: Sendable {
    private let expectations: [AuditExpectation]
    private var found: Set<AuditExpectation> = []
    /// The hashes that the expected rows have instead.
    private var others: [Int: [UInt8]] = [:]

    /// Begins a comparison.
    package init(_ expectations: [AuditExpectation]) { self.expectations = expectations }

    /// Takes the next row, in any order.
    package mutating func add(_ record: AuditRecord) {
        for expectation in expectations {
            if let sequence = expectation.sequence, sequence != record.sequence { continue }
            if expectation.hash == record.hash {
                found.insert(expectation)
            } else if expectation.sequence != nil {
                others[record.sequence] = record.hash
            }
        }
    }

    /// After all rows: the expectations that are not met, one sentence each.
    package var failures: [String] {
        expectations.filter { !found.contains($0) }.map { expectation in
            let expected = "the expected \(hex(expectation.hash))"
            guard let sequence = expectation.sequence else {
                return "no row has \(expected): a row was changed, inserted or removed before the checkpoint"
            }
            guard let other = others[sequence] else { return "row \(sequence) with \(expected) is missing" }
            return "row \(sequence) has the hash \(hex(other)) instead of \(expected): "
                + "this row or one before it was changed, inserted or removed"
        }
    }
}
