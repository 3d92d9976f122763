import Digests
import RouteModel

/// The audit's chain of hashes: whoever changes, cuts out or slips in a row must redo all rows after it.
///
/// A row's hash is SHA-256 over, in this order: the hash of the row before (32 bytes), sequence and instant (8 bytes
/// each, big-endian), then token id, name, address, action, app, before and after, each as one byte (0 for absent, 1
/// for present) and, if present, its length in bytes (8 bytes, big-endian) and its UTF-8. The lengths make it
/// impossible to move text from one column to the next without a change of the hash.
struct AuditChain {
    /// What the first row names as the hash before it.
    static let start = [UInt8](repeating: 0, count: SHA256.digestByteCount)

    private var lastSequence = 0
    private var lastHash = AuditChain.start
    private var failure: AuditVerdict?

    /// What was found so far.
    var verdict: AuditVerdict { failure ?? .intact(rows: lastSequence, lastHash: lastHash) }

    /// Takes up the next row; after the first that does not fit, nothing more is looked at.
    mutating func add(_ record: AuditRecord) {
        guard failure == nil else { return }
        if record.sequence != lastSequence + 1 {
            fail(record, "the row before it, \(lastSequence + 1), is missing")
        } else if record.previousHash != lastHash {
            fail(record, "it does not carry the hash of the row before it")
        } else if record.hash != Self.hash(record) {
            fail(record, "its content does not have its hash")
        }
        lastSequence = record.sequence
        lastHash = record.hash
    }

    private mutating func fail(_ record: AuditRecord, _ detail: String) {
        failure = .broken(sequence: record.sequence, detail: detail)
    }

    /// The hash a row must carry.
    static func hash(_ record: AuditRecord) -> [UInt8] {
        var bytes = record.previousHash
        append(UInt64(record.sequence), to: &bytes)
        append(UInt64(bitPattern: record.at.milliseconds), to: &bytes)
        let texts = [record.by.tokenID, record.by.name, record.by.address, record.action, record.app]
        for text in texts { append(text.map { Array($0.utf8) }, to: &bytes) }
        append(record.before, to: &bytes)
        append(record.after, to: &bytes)
        return SHA256.hash(bytes)
    }

    private static func append(_ field: [UInt8]?, to bytes: inout [UInt8]) {
        guard let field else { return bytes.append(0) }
        bytes.append(1)
        append(UInt64(field.count), to: &bytes)
        bytes += field
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
