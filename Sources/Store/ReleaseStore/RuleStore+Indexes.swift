import RouteIndex
import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// The release with an index of that digest, in any format, or `notFound`.
    package func release(_ app: String, index digest: String) throws(StoreError) -> ReleaseRecord {
        try read { session in
            let version = try session.first(
                """
                SELECT r.version FROM release_indexes i JOIN releases r ON r.digest = i.body_digest
                WHERE r.app_id = ?1 AND i.digest = ?2
                """, [.integer(try session.appID(app)), .text(digest)]
            ) { row in row.integer(0) }
            guard let version else {
                throw StoreError.notFound(
                    .index, "compiled index \(digest) of \(app)", hint: "Take the digest from the head of a channel.")
            }
            return try session.release(app, version)
        }
    }

    /// One of several parts of all releases that have bytes; each release is in one part.
    ///
    /// - Parameters:
    ///   - number: Any number; parts are taken in turn.
    ///   - count: The number of parts.
    /// - Returns: The releases, in no order.
    /// - Throws: The failure of the read.
    package func storedReleases(_ number: Int, of count: Int) throws(StoreError) -> [StoredRelease] {
        try read { session in
            try session.all(
                """
                SELECT a.name, c.version, r.body_bytes FROM release_contents c JOIN apps a ON a.id = c.app_id
                JOIN releases r ON r.app_id = c.app_id AND r.version = c.version WHERE (c.app_id + c.version) % ?1 = ?2
                """, [.integer(count), .integer(number % count)]
            ) { row in StoredRelease(app: row.text(0), version: row.integer(1), byteCount: row.integer(2)) }
        }
    }

    /// Stores again what is damaged of a release: its gzip form, and its compiled index under the digest of the new file.
    ///
    /// - Parameter content: The release, as it was read; its index is compiled on the caller's thread.
    /// - Returns: The release as it is stored now.
    /// - Throws: The failure of the write.
    package func remake(_ content: ReleaseContent) throws(StoreError) -> ReleaseContent {
        let (app, version) = (content.record.app, content.record.version)
        let isThere = content.indexes.contains { $0.record.format == CompiledIndex.format }
        let index = isThere ? nil : ReleaseIndex(compiling: content.body)
        return try write { session in
            for damage in content.damage {
                switch damage.part {
                case .gzip: try session.replaceGzip(content)
                case .index(let format): try IndexTable(session: session).remove(ofBody: content.record.digest, format)
                case .body, .draft, .row: break
                }
            }
            if let index { try IndexTable(session: session).insert(index, staged: nil) }
            return try session.content(app, version)
        }
    }

    /// Deletes the bytes of a release from the copy that a node has of a store, so that they are copied again.
    package func dropBytes(of app: String, _ version: Int) throws(StoreError) {
        try write { session in
            let digest = try session.release(app, version).digest
            let blobs = try session.all(
                """
                SELECT body_blob FROM release_contents c JOIN apps a ON a.id = c.app_id WHERE a.name = ?1 AND c.version = ?2
                UNION SELECT gzip_blob FROM release_contents c JOIN apps a ON a.id = c.app_id
                    WHERE a.name = ?1 AND c.version = ?2
                UNION SELECT gzip_blob FROM release_indexes WHERE body_digest = ?3
                """, [.text(app), .integer(version), .text(digest)]
            ) { row in row.integer(0) }
            try session.blobs.delete(blobs)
        }
    }

    /// Compiles the body of a release that has no index in the present format, on the caller's thread.
    ///
    /// - Returns: The index; nil if the release has one, has no bytes, or cannot be compiled.
    /// - Throws: The failure of the read, but not `notFound` or `removed`: the caller's transaction throws those.
    func missingIndex(_ app: String, _ version: Int) throws(StoreError) -> ReleaseIndex? {
        do throws(StoreError) {
            let record = try release(app, version)
            guard !record.indexes.contains(where: { $0.format == CompiledIndex.format }) else { return nil }
            return ReleaseIndex(compiling: try releaseContent(app, version).body)
        } catch {
            guard error.code == .notFound || error.code == .removed else { throw error }
            return nil
        }
    }
}
