import Digests
import SQLKit
package import StoreRecords

extension RuleStore {
    /// Stores the bytes of a release before its publish, while the release is checked, so that the publish has less to write.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the release.
    ///   - isWanted: Asked before each write; if it says no, what was stored is deleted.
    /// - Returns: What a ``PreparedRelease`` refers to, or ``discard(_:)`` takes; nil for short bytes, which the publish itself
    ///   writes, and for bytes that are not wanted any more.
    /// - Throws: `invalid` if the digest is not the body's; the failure of a write, after ``discard(_:)``.
    package func stage(
        _ bytes: ReleaseBytes, while isWanted: () -> Bool = { true }
    ) throws(StoreError) -> StagedRelease? {
        // On the caller's thread: the digest of a long body would delay other writers.
        guard SHA256.hexDigest(of: bytes.body) == bytes.digest,
            bytes.index.map({ $0.bodyDigest == bytes.digest }) ?? true
        else { throw Self.wrongDigest }
        let parts = [bytes.body, bytes.gzip, bytes.draft] + [bytes.index?.gzip].compactMap(\.self)
        return try stage(parts, while: isWanted).map { StagedRelease(digest: bytes.digest, $0) }
    }

    /// Deletes the bytes of a release that was not published, unless a publish has kept them; what a failed write leaves is
    /// deleted when a store is opened later.
    package func discard(_ staged: StagedRelease) { discard(staged.numbers) }

    /// Publishes with the release's bytes staged beforehand if they are long; deletes those that it staged itself if the
    /// publish fails.
    func withStagedBytes<Value>(
        of prepared: PreparedRelease, _ publish: (StagedRelease?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if let staged = prepared.staged, staged.digest == prepared.digest { return try publish(staged) }
        guard prepared.staged == nil else { throw Self.wrongDigest }
        guard let staged = try stage(prepared.bytes) else { return try publish(nil) }
        do throws(StoreError) { return try publish(staged) } catch {
            discard(staged)
            throw error
        }
    }

    /// Stages some byte strings, or none if they are short together or not wanted any more.
    func stage(_ parts: [[UInt8]], while isWanted: () -> Bool = { true }) throws(StoreError) -> [Int]? {
        guard parts.reduce(0, { $0 + $1.count }) > StatementLimits.chunkBytes else { return nil }
        var staged: [Int] = []
        do throws(StoreError) {
            for bytes in parts where isWanted() {
                let digest = SHA256.hash(bytes)
                let blob = try write { session in
                    let blob = try session.blobs.begin(byteCount: bytes.count, digest: digest, isStaged: true)
                    try session.blobs.append(chunk: 0, of: bytes, to: blob)
                    return blob
                }
                staged.append(blob)
                for ordinal in 1..<BlobTable.chunkCount(of: bytes) where isWanted() {
                    try write { session in try session.blobs.append(chunk: ordinal, of: bytes, to: blob) }
                }
            }
            if isWanted() { return staged }
            discard(staged)
            return nil
        } catch {
            discard(staged)
            throw error
        }
    }

    func discard(_ staged: [Int]) {
        for blob in staged {
            while (try? write { session in try session.blobs.deleteStagedPiece(of: blob) }) == true {}
        }
    }

    private static var wrongDigest: StoreError {
        StoreError(.invalid, "The release does not have the digest of its body.", hint: "Prepare it again.")
    }
}
