import Digests
import GzipCoding

/// A text of the audit that rows share: compressed, and named by the SHA-256 of the text.
struct AuditPiece: Sendable {
    /// SHA-256 of the text.
    let digest: [UInt8]
    /// The length of the text in bytes.
    let byteCount: Int
    /// The text in gzip.
    let packed: [UInt8]

    /// Compresses a text; this is done beside the writer where the text is known before the transaction.
    ///
    /// - Parameter text: Canonical JSON.
    /// - Throws: `storage` where zlib cannot compress it.
    init(_ text: [UInt8]) throws(StoreError) {
        digest = SHA256.hash(text)
        byteCount = text.count
        do { packed = try Gzip.compress(text, level: StoreLimits.auditPackingLevel) } catch {
            throw StoreError(.storage, "A text of the audit cannot be compressed: \(error.detail)", hint: error.hint)
        }
    }

    /// The columns of a stored piece.
    init(digest: [UInt8], byteCount: Int, packed: [UInt8]) {
        self.digest = digest
        self.byteCount = byteCount
        self.packed = packed
    }

    /// The text, or nil where it cannot be decompressed or is not the one that the digest names.
    var text: [UInt8]? {
        guard (0...StoreLimits.auditPieceBytesMax).contains(byteCount),
            let text = try? Gzip.decompress(packed, limit: byteCount), text.count == byteCount,
            SHA256.hash(text) == digest
        else { return nil }
        return text
    }
}
