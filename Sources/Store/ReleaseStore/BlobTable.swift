import SQLKit
import StoreRecords

/// Long byte strings, stored in chunks.
///
/// A release of 100,000 rules is 70 MB in all. In one transaction it would delay other writers by most of a second, so
/// it is staged before the publishing transaction, each chunk in a separate transaction. The publishing transaction
/// then only marks it as kept. Staged bytes that were not kept are deleted when the publish fails, or at the next
/// opening.
struct BlobTable {
    let session: StoreSession

    /// Inserts a byte string without chunks; returns its number.
    func begin(byteCount: Int, isStaged: Bool) throws(StoreError) -> Int {
        try session.insert(
            "INSERT INTO blobs (byte_count, is_staged) VALUES (?1, ?2) RETURNING id",
            [.integer(byteCount), .integer(isStaged ? 1 : 0)])
    }

    /// Adds the chunk with a number, from 0; none of an empty byte string.
    func append(chunk ordinal: Int, of bytes: [UInt8], to blob: Int) throws(StoreError) {
        let chunk = bytes.dropFirst(ordinal * StatementLimits.chunkBytes).prefix(StatementLimits.chunkBytes)
        guard !chunk.isEmpty else { return }
        try session.run(
            "INSERT INTO blob_chunks (blob_id, ordinal, bytes) VALUES (?1, ?2, ?3)",
            [.integer(blob), .integer(ordinal), .blob(Array(chunk))])
    }

    /// How many chunks a byte string has, at least one.
    static func chunkCount(of bytes: [UInt8]) -> Int { max(1, (bytes.count - 1) / StatementLimits.chunkBytes + 1) }

    /// Marks a staged byte string as kept.
    func keep(_ blob: Int) throws(StoreError) {
        let kept = try session.run("UPDATE blobs SET is_staged = 0 WHERE id = ?1 AND is_staged = 1", [.integer(blob)])
        guard kept == 1 else { throw StoreError.unreadable("the staged bytes \(blob) are missing") }
    }

    /// Stores a byte string in the open transaction; returns its number.
    func insert(_ bytes: [UInt8]) throws(StoreError) -> Int {
        let blob = try begin(byteCount: bytes.count, isStaged: false)
        for ordinal in 0..<Self.chunkCount(of: bytes) { try append(chunk: ordinal, of: bytes, to: blob) }
        return blob
    }

    /// Reads a byte string.
    func bytes(of blob: Int) throws(StoreError) -> [UInt8] {
        let expected = try session.first("SELECT byte_count FROM blobs WHERE id = ?1", [.integer(blob)]) { row in
            row.integer(0)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected ?? 0)
        try session.forEach("SELECT bytes FROM blob_chunks WHERE blob_id = ?1 ORDER BY ordinal", [.integer(blob)]) {
            row in
            row.append(0, to: &bytes)
        }
        guard bytes.count == expected else {
            throw StoreError.unreadable("the bytes \(blob) are incomplete")
        }
        return bytes
    }

    /// Deletes some chunks of a byte string that is staged, as ``deletePiece(of:)``; returns whether there is more to delete.
    ///
    /// A publish whose outcome is unknown may have kept it: writes have one order, so this one comes later and finds it kept.
    func deleteStagedPiece(of blob: Int) throws(StoreError) -> Bool {
        let staged = "SELECT 1 FROM blobs WHERE id = ?1 AND is_staged = 1"
        guard try session.first(staged, [.integer(blob)], { _ in true }) != nil else { return false }
        return try deletePiece(of: blob)
    }

    /// Deletes byte strings.
    func delete(_ blobs: [Int]) throws(StoreError) {
        for blob in blobs {
            try session.run("DELETE FROM blob_chunks WHERE blob_id = ?1", [.integer(blob)])
            try session.run("DELETE FROM blobs WHERE id = ?1", [.integer(blob)])
        }
    }

    /// Marks a kept byte string as staged again: it belongs to no release, and the next opening deletes what is left.
    func release(_ blob: Int) throws(StoreError) {
        try session.run("UPDATE blobs SET is_staged = 1 WHERE id = ?1", [.integer(blob)])
    }

    /// Deletes some chunks of a byte string, or its row after the last one; returns whether the row is still there.
    func deletePiece(of blob: Int) throws(StoreError) -> Bool {
        let deleted = try session.run(
            "DELETE FROM blob_chunks WHERE blob_id = ?1 AND ordinal IN (SELECT ordinal FROM blob_chunks "
                + "WHERE blob_id = ?1 ORDER BY ordinal LIMIT ?2)",
            [.integer(blob), .integer(StatementLimits.retentionChunksPerWrite)])
        guard deleted < StatementLimits.retentionChunksPerWrite else { return true }
        try session.run("DELETE FROM blobs WHERE id = ?1", [.integer(blob)])
        return false
    }
}
