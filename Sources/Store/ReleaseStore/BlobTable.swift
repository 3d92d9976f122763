import Digests
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
    /// Whether the layout has digests of byte strings.
    var hasDigests = true

    /// Inserts a byte string without chunks; returns its number.
    func begin(byteCount: Int, digest: [UInt8], isStaged: Bool) throws(StoreError) -> Int {
        try session.insert(
            "INSERT INTO blobs (byte_count, digest, is_staged) VALUES (?1, ?2, ?3) RETURNING id",
            [.integer(byteCount), .blob(digest), .integer(isStaged ? 1 : 0)])
    }

    /// Gives a byte string of an older layout its digest.
    func setDigest(_ blob: Int, of bytes: [UInt8]) throws(StoreError) {
        try session.run("UPDATE blobs SET digest = ?2 WHERE id = ?1", [.integer(blob), .blob(SHA256.hash(bytes))])
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
        let kept = try session.change(
            "UPDATE blobs SET is_staged = 0 WHERE id = ?1 AND is_staged = 1", [.integer(blob)])
        guard kept == 1 else { throw StoreError.unreadable("the staged bytes \(blob) are missing") }
    }

    /// Stores byte strings in the open transaction under numbers that were taken before, without waiting.
    func insert(_ parts: [[UInt8]], as numbers: some Collection<Int>) throws(StoreError) {
        for (number, bytes) in zip(numbers, parts) {
            try session.run(
                "INSERT INTO blobs (id, byte_count, digest, is_staged) VALUES (?1, ?2, ?3, 0)",
                [.integer(number), .integer(bytes.count), .blob(SHA256.hash(bytes))])
            for ordinal in 0..<Self.chunkCount(of: bytes) { try append(chunk: ordinal, of: bytes, to: number) }
        }
    }

    /// Stores some byte strings in the open transaction; returns their numbers.
    func insert(_ parts: [[UInt8]]) throws(StoreError) -> [Int] {
        let rows = parts.indices.map { "(?\(2 * $0 + 1), ?\(2 * $0 + 2), 0)" }.joined(separator: ", ")
        let values = parts.flatMap { [SQLValue.integer($0.count), .blob(SHA256.hash($0))] }
        // Rows get ascending numbers in their order, but may be returned in another one.
        let numbers = try session.all(
            "INSERT INTO blobs (byte_count, digest, is_staged) VALUES \(rows) RETURNING id", values
        ) { row in row.integer(0) }.sorted()
        for (blob, bytes) in zip(numbers, parts) {
            for ordinal in 0..<Self.chunkCount(of: bytes) { try append(chunk: ordinal, of: bytes, to: blob) }
        }
        return numbers
    }

    /// Reads a byte string; nil if it is damaged: no longer readable, not complete, or without its digest.
    ///
    /// - Parameters:
    ///   - blob: Its number.
    ///   - digest: The digest that it must have, if it is known from elsewhere.
    ///   - isRight: Looks at bytes whose digest was not stored, because an older version wrote them.
    /// - Returns: The bytes.
    /// - Throws: A failure of the database that is no damage.
    func whole(
        _ blob: Int, digest: [UInt8]? = nil, else isRight: ([UInt8]) -> Bool = { _ in true }
    ) throws(StoreError) -> [UInt8]? {
        try session.undamaged { () throws(StoreError) -> [UInt8]? in
            let facts = try session.first(
                "SELECT byte_count, \(hasDigests ? "digest" : "NULL") FROM blobs WHERE id = ?1", [.integer(blob)]
            ) { row in (count: row.integer(0), digest: row.optionalBytes(1)) }
            guard let facts else { return nil }
            var bytes: [UInt8] = []
            try session.forEach(
                "SELECT bytes FROM blob_chunks WHERE blob_id = ?1 ORDER BY ordinal", [.integer(blob)]
            ) { row in row.append(0, to: &bytes) }
            guard bytes.count == facts.count else { return nil }
            guard let digest = digest ?? facts.digest else { return isRight(bytes) ? bytes : nil }
            return SHA256.hash(bytes) == digest ? bytes : nil
        } ?? nil
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
        let deleted = try session.change(
            "DELETE FROM blob_chunks WHERE blob_id = ?1 AND ordinal IN (SELECT ordinal FROM blob_chunks "
                + "WHERE blob_id = ?1 ORDER BY ordinal LIMIT ?2)",
            [.integer(blob), .integer(StatementLimits.retentionChunksPerWrite)])
        guard deleted < StatementLimits.retentionChunksPerWrite else { return true }
        try session.run("DELETE FROM blobs WHERE id = ?1", [.integer(blob)])
        return false
    }
}
