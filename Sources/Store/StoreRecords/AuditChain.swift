import Digests
import RouteModel

/// The audit's chain of hashes, verified from the newest row to the oldest: a row that is changed, removed or inserted
/// invalidates the hashes of all rows after it.
///
/// A row's hash is SHA-256 over, in this order: the hash of the row before (32 bytes), sequence and instant (8 bytes
/// each, big-endian), then token id, name, address, action, app, before and after, each as one byte (0 for absent, 1
/// for present) and, if present, its length in bytes (8 bytes, big-endian) and its UTF-8. Because of the lengths,
/// moving text from one column to the next changes the hash.
package struct AuditChain: Sendable {
    /// The hash before the first row: 32 zero bytes.
    package static let start = [UInt8](repeating: 0, count: SHA256.digestByteCount)

    /// The number of rows added so far.
    package private(set) var rowCount = 0
    /// The hash of the newest row.
    package private(set) var newestHash = AuditChain.start
    /// The sequence and the hash that the next older row must have.
    private var expected: (sequence: Int, hash: [UInt8])?
    private var failure: AuditVerdict?
    /// The last removed rows and their hashes that rows of the chain state.
    private var cuts: [AuditCut] = []

    /// Begins a verification.
    package init() {}

    /// Whether a row was wrong; rows added after it are ignored.
    package var isBroken: Bool { failure != nil }

    /// The result after the oldest row.
    package var verdict: AuditVerdict {
        if let failure { return failure }
        guard let expected, expected.sequence > 0 || expected.hash != Self.start else {
            return .intact(rows: rowCount, lastHash: newestHash)
        }
        if cutThrough != nil { return .intact(rows: rowCount, lastHash: newestHash) }
        return .broken(sequence: expected.sequence + 1, detail: "the row before it, \(expected.sequence), is missing")
    }

    /// The last row that was removed before the oldest one, if a row `audit.cut` of the chain states its hash.
    package var cutThrough: Int? {
        guard failure == nil, let expected else { return nil }
        return cuts.contains { $0.through == expected.sequence && $0.hash == expected.hash } ? expected.sequence : nil
    }

    /// Adds the next older row.
    package mutating func add(_ record: AuditRecord) {
        guard failure == nil else { return }
        rowCount += 1
        if rowCount == 1 { newestHash = record.hash }
        if let expected, record.sequence != expected.sequence {
            fail(expected.sequence + 1, "the row before it, \(expected.sequence), is missing")
        } else if let expected, record.hash != expected.hash {
            fail(expected.sequence + 1, "it does not have the hash of the row before it")
        } else if record.hash != Self.hash(record) {
            fail(record.sequence, "its hash is not the hash of its content")
        }
        if let cut = AuditCut(of: record) { cuts.append(cut) }
        expected = (record.sequence - 1, record.previousHash)
    }

    private mutating func fail(_ sequence: Int, _ detail: String) {
        failure = .broken(sequence: sequence, detail: detail)
    }

    /// The hash that a row must have.
    package static func hash(_ record: AuditRecord) -> [UInt8] {
        var bytes = record.previousHash
        // Room at once, because this runs for each write, inside its transaction.
        bytes.reserveCapacity(StoreLimits.usualAuditBytes + (record.before?.count ?? 0) + (record.after?.count ?? 0))
        append(UInt64(record.sequence), to: &bytes)
        append(UInt64(bitPattern: record.at.milliseconds), to: &bytes)
        let texts = [record.by.tokenID, record.by.name, record.by.address, record.action, record.app]
        for text in texts { append(text?.utf8, to: &bytes) }
        append(record.before, to: &bytes)
        append(record.after, to: &bytes)
        return SHA256.hash(bytes)
    }

    private static func append(_ field: (some Collection<UInt8>)?, to bytes: inout [UInt8]) {
        guard let field else { return bytes.append(0) }
        bytes.append(1)
        append(UInt64(field.count), to: &bytes)
        bytes += field
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
