import SQLiteKit

/// Long byte strings, in chunks.
///
/// A release of 100,000 rules is 70 MB in all. Written in one transaction it would keep other writers waiting for most of
/// a second, so it is staged: chunk by chunk in transactions of its own, beforehand. The publishing transaction then only
/// adopts it. What was staged and never adopted is dropped when the publish fails, or at the next opening.
extension Session {
    /// Makes room for a byte string that is not yet adopted; returns its number.
    func stageBlob(byteCount: Int) throws(StoreError) -> Int {
        try run("INSERT INTO blobs (byte_count, is_staged) VALUES (?1, 1)", [.integer(byteCount)])
        return lastInsertedRow
    }

    /// Adds the next chunk.
    func appendChunk(_ bytes: ArraySlice<UInt8>, ordinal: Int, to blob: Int) throws(StoreError) {
        try run(
            "INSERT INTO blob_chunks (blob_id, ordinal, bytes) VALUES (?1, ?2, ?3)",
            [.integer(blob), .integer(ordinal), .blob(Array(bytes))])
    }

    /// Keeps a staged byte string for good.
    func adoptBlob(_ blob: Int) throws(StoreError) {
        let adopted = try run("UPDATE blobs SET is_staged = 0 WHERE id = ?1 AND is_staged = 1", [.integer(blob)])
        guard adopted == 1 else { throw StoreError(DatabaseError.unreadable("the staged bytes \(blob) are gone")) }
    }

    /// Stores a byte string at once; returns its number.
    func insertBlob(_ bytes: [UInt8]) throws(StoreError) -> Int {
        let blob = try stageBlob(byteCount: bytes.count)
        for (ordinal, chunk) in Chunks(of: bytes).enumerated() { try appendChunk(chunk, ordinal: ordinal, to: blob) }
        try adoptBlob(blob)
        return blob
    }

    /// Reads a byte string.
    func blob(_ blob: Int) throws(StoreError) -> [UInt8] {
        let expected = try first("SELECT byte_count FROM blobs WHERE id = ?1", [.integer(blob)]) { row in row.integer(0)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected ?? 0)
        try forEach("SELECT bytes FROM blob_chunks WHERE blob_id = ?1 ORDER BY ordinal", [.integer(blob)]) { row in
            row.append(0, to: &bytes)
        }
        guard bytes.count == expected else {
            throw StoreError(DatabaseError.unreadable("the bytes \(blob) are not whole"))
        }
        return bytes
    }

    /// Drops byte strings.
    func dropBlobs(_ blobs: [Int]) throws(StoreError) {
        for blob in blobs {
            try run("DELETE FROM blob_chunks WHERE blob_id = ?1", [.integer(blob)])
            try run("DELETE FROM blobs WHERE id = ?1", [.integer(blob)])
        }
    }

    /// Drops what a publish before the last stop has staged and not adopted.
    func dropStagedBlobs() throws(StoreError) {
        try dropBlobs(try all("SELECT id FROM blobs WHERE is_staged = 1") { row in row.integer(0) })
    }
}

/// The chunks of a byte string, in order; none for an empty one.
struct Chunks: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(of bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(StoreLimits.chunkBytes) }
        return rest.prefix(StoreLimits.chunkBytes)
    }
}
