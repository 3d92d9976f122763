import Digests
import SQLSessions
package import StoreRecords

extension RuleStore {
    /// Stores the bytes of a release before its publish, so that the publish has less to write; for while it is checked.
    ///
    /// - Parameter bytes: The bytes of the release.
    /// - Returns: What a ``PreparedRelease`` refers to, or ``discard(_:)`` takes; nil for bytes so short that the publish
    ///   itself writes them.
    /// - Throws: `invalid` if the digest is not the body's; the failure of a write, after which nothing is left.
    package func stage(_ bytes: ReleaseBytes) throws(StoreError) -> StagedRelease? {
        // On the caller's thread: the digest of a long body would delay other writers.
        guard SHA256.hexDigest(of: bytes.body) == bytes.digest,
            bytes.index.map({ $0.bodyDigest == bytes.digest }) ?? true
        else { throw Self.wrongDigest }
        let parts = [bytes.body, bytes.gzip, bytes.draft] + [bytes.index?.gzip].compactMap(\.self)
        return try stage(parts).map { StagedRelease(digest: bytes.digest, $0) }
    }

    /// Deletes the bytes of a release that was not published, now or at the next opening; bytes that a publish has kept stay.
    package func discard(_ staged: StagedRelease) { discard(staged.numbers) }

    /// Publishes with the release's bytes staged beforehand if they are long; deletes those that it staged itself if the
    /// publish fails.
    func withStagedBytes<Value>(
        of prepared: PreparedRelease, _ publish: (StagedRelease?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let before = prepared.staged
        guard before.map({ $0.digest == prepared.digest }) ?? true else { throw Self.wrongDigest }
        if let before { return try publish(before) }
        guard let staged = try stage(prepared.bytes) else { return try publish(nil) }
        do throws(StoreError) { return try publish(staged) } catch {
            discard(staged)
            throw error
        }
    }

    /// Runs a write with a byte string staged beforehand if it is long; deletes it if the write fails.
    func withStagedBytes<Value>(
        _ bytes: [UInt8]?, _ write: (Int?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard let staged = try stage(bytes.map { [$0] } ?? []) else { return try write(nil) }
        do throws(StoreError) { return try write(staged.first) } catch {
            discard(staged)
            throw error
        }
    }

    /// Stages some byte strings, or none if they are short together; after a failure none of them is left.
    private func stage(_ parts: [[UInt8]]) throws(StoreError) -> [Int]? {
        guard parts.reduce(0, { $0 + $1.count }) > StatementLimits.chunkBytes else { return nil }
        var staged: [Int] = []
        do throws(StoreError) {
            for bytes in parts {
                let blob = try write { session in
                    let blob = try session.blobs.stage(byteCount: bytes.count)
                    try session.blobs.append(chunk: 0, of: bytes, to: blob)
                    return blob
                }
                staged.append(blob)
                for ordinal in 1..<BlobTable.chunkCount(of: bytes) {
                    try write { session in try session.blobs.append(chunk: ordinal, of: bytes, to: blob) }
                }
            }
            return staged
        } catch {
            discard(staged)
            throw error
        }
    }

    private func discard(_ staged: [Int]) {
        try? write { session in try session.blobs.deleteStaged(staged) }
    }

    private static var wrongDigest: StoreError {
        StoreError(.invalid, "The release does not have the digest of its body.", hint: "Prepare it again.")
    }
}
