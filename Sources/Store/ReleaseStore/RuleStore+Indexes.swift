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
                    "compiled index \(digest) of \(app)", hint: "Take the digest from the head of a channel.")
            }
            return try session.release(app, version)
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
