import RouteIndex
import SQLKit
import StoreRecords

/// The rows of compiled indexes: one for each body and format.
///
/// A body belongs to one release, because it names its app and its version.
struct IndexTable {
    let session: StoreSession

    /// The records of the indexes of a release `r` in one column, so that a release stays one row; NULL if it has none.
    static func recordsOfRelease(_ dialect: any SQLDialect) -> String {
        let record = "i.format || ' ' || i.digest || ' ' || i.byte_count || ' ' || i.gzip_bytes"
        return "(SELECT \(dialect.joined(record, by: ",")) FROM release_indexes i WHERE i.body_digest = r.digest)"
    }

    /// The records in a column of ``recordsOfRelease(_:)``, by format.
    static func records(_ column: [UInt8]?) -> [IndexRecord] {
        // Word by word: each publish reads the newest releases, and splitting texts took a sixtieth of its work.
        var (records, rest): ([IndexRecord], ArraySlice<UInt8>) = ([], (column ?? [])[...])
        while !rest.isEmpty {
            var row = word(of: &rest, before: UInt8(ascii: ","))
            let words = (0..<4).map { _ in
                String(decoding: word(of: &row, before: UInt8(ascii: " ")), as: UTF8.self)
            }
            guard row.isEmpty, let format = Int(words[0]), !words[1].isEmpty, let bytes = Int(words[2]),
                let gzip = Int(words[3])
            else { continue }
            records.append(IndexRecord(format: format, digest: words[1], byteCount: bytes, gzipByteCount: gzip))
        }
        return records.sorted { $0.format < $1.format }
    }

    /// Takes the bytes before a separator, and the separator, from the front.
    private static func word(of rest: inout ArraySlice<UInt8>, before separator: UInt8) -> ArraySlice<UInt8> {
        let word = rest.prefix { $0 != separator }
        rest = rest.dropFirst(word.count + 1)
        return word
    }

    /// Stores an index, unless its body has one in that format: another write may have made it meanwhile.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - staged: The number of its gzip bytes, if they were staged; they are kept or deleted.
    /// - Throws: The failure of a statement.
    func insert(_ index: ReleaseIndex, staged: Int?) throws(StoreError) {
        let isThere = try session.first(
            "SELECT 1 FROM release_indexes WHERE body_digest = ?1 AND format = ?2",
            [.text(index.bodyDigest), .integer(index.record.format)]
        ) { row in row.integer(0) }
        guard isThere == nil else { return try session.blobs.delete([staged].compactMap(\.self)) }
        if let staged { try session.blobs.keep(staged) }
        let blob = if let staged { staged } else { try session.blobs.insert([index.gzip])[0] }
        try insertRow(index, blob)
    }

    /// Inserts the row of an index whose gzip bytes are stored.
    func insertRow(_ index: ReleaseIndex, _ blob: Int) throws(StoreError) {
        try session.run(
            """
            INSERT INTO release_indexes (body_digest, format, digest, byte_count, gzip_bytes, gzip_blob)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            [
                .text(index.bodyDigest), .integer(index.record.format), .text(index.record.digest),
                .integer(index.record.byteCount), .integer(index.record.gzipByteCount), .integer(blob),
            ])
    }

    /// The indexes of a body by format, with their bytes; nil for one that is damaged.
    func indexes(
        ofBody digest: String, in blobs: BlobTable
    ) throws(StoreError) -> [(format: Int, index: ReleaseIndex?, blob: Int)] {
        let rows = try session.all(
            """
            SELECT format, digest, byte_count, gzip_bytes, gzip_blob FROM release_indexes WHERE body_digest = ?1
            ORDER BY format
            """, [.text(digest)]
        ) { row in
            let record = IndexRecord(
                format: row.integer(0), digest: row.text(1), byteCount: row.integer(2), gzipByteCount: row.integer(3))
            return (record: record, blob: row.integer(4))
        }
        var indexes: [(format: Int, index: ReleaseIndex?, blob: Int)] = []
        for (record, blob) in rows {
            let gzip = try blobs.whole(blob)
            indexes.append(
                (record.format, gzip.flatMap { ReleaseIndex(unpacking: $0, ofBody: digest, record) }, blob))
        }
        return indexes
    }

    /// Deletes the rows of a body; returns the numbers of their bytes, which then belong to no row.
    func remove(ofBody digest: String) throws(StoreError) -> [Int] {
        let blobs = try session.all("SELECT gzip_blob FROM release_indexes WHERE body_digest = ?1", [.text(digest)]) {
            row in row.integer(0)
        }
        try session.run("DELETE FROM release_indexes WHERE body_digest = ?1", [.text(digest)])
        return blobs
    }

    /// Deletes a damaged index.
    func remove(ofBody digest: String, _ format: Int) throws(StoreError) {
        let key: [SQLValue] = [.text(digest), .integer(format)]
        let rows = "release_indexes WHERE body_digest = ?1 AND format = ?2"
        let blobs = try session.all("SELECT gzip_blob FROM \(rows)", key) { row in row.integer(0) }
        try session.run("DELETE FROM \(rows)", key)
        try session.blobs.delete(blobs)
    }

    /// Deletes the rows of all releases of an app; returns the numbers of their bytes.
    func remove(ofApp id: Int) throws(StoreError) -> [Int] {
        let bodies = try session.all("SELECT digest FROM releases WHERE app_id = ?1", [.integer(id)]) { row in
            row.text(0)
        }
        var blobs: [Int] = []
        for digest in bodies { blobs += try remove(ofBody: digest) }
        return blobs
    }

    /// Makes the indexes in the present format that releases of channels lack; for a migration, inside its transaction.
    ///
    /// A release whose body is damaged, or cannot be compiled by this engine, stays without one.
    func makeForChannels() throws(StoreError) {
        let lacking = try session.all(
            """
            SELECT DISTINCT a.name, h.version FROM channels h JOIN apps a ON a.id = h.app_id
            JOIN release_contents c ON c.app_id = h.app_id AND c.version = h.version
            JOIN releases r ON r.app_id = h.app_id AND r.version = h.version
            WHERE a.deleted_at IS NULL AND NOT EXISTS
                (SELECT 1 FROM release_indexes i WHERE i.body_digest = r.digest AND i.format = ?1)
            """, [.integer(CompiledIndex.format)]
        ) { row in (app: row.text(0), version: row.integer(1)) }
        for release in lacking {
            guard
                let body = try session.undamaged({ () throws(StoreError) in
                    try session.content(release.app, release.version).body
                }),
                let index = ReleaseIndex(compiling: body)
            else { continue }
            try insert(index, staged: nil)
        }
    }
}
