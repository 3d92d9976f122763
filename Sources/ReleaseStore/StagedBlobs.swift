import Digests
import SQLSessions
import StoreRecords

/// Numbers of the stored byte strings of one release.
struct StagedBlobs: Sendable {
    let body: Int
    let gzip: Int
    let draft: Int
    /// Of the compiled index, if the release has one.
    let index: Int?

    /// Takes the numbers of body, gzip, draft and index.
    init(_ numbers: [Int]) {
        (body, gzip, draft) = (numbers[0], numbers[1], numbers[2])
        index = numbers.count > 3 ? numbers[3] : nil
    }
}

extension RuleStore {
    /// Publishes with the release's bytes staged beforehand if they are long; deletes the staged bytes if the publish
    /// fails.
    func withStagedBytes<Value>(
        of prepared: PreparedRelease, _ publish: (StagedBlobs?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try prepared.verifyDigest()
        let parts = [prepared.body, prepared.gzip, prepared.draft] + [prepared.index?.gzip].compactMap(\.self)
        return try withStagedBytes(parts) { staged throws(StoreError) in
            try publish(staged.map(StagedBlobs.init))
        }
    }

    /// Runs a write with some byte strings staged beforehand if they are long together; deletes them if it fails.
    func withStagedBytes<Value>(
        _ parts: [[UInt8]], _ write: ([Int]?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard parts.reduce(0, { $0 + $1.count }) > StatementLimits.chunkBytes else { return try write(nil) }
        var staged: [Int] = []
        do throws(StoreError) {
            for bytes in parts {
                staged.append(try begin(bytes))
                try stage(bytes, as: staged[staged.count - 1])
            }
            return try write(staged)
        } catch {
            let staged = staged
            // The failure of the write is reported; staged bytes that stay are deleted at the next opening.
            try? self.write { session in try session.blobs.delete(staged) }
            throw error
        }
    }

    private func begin(_ bytes: [UInt8]) throws(StoreError) -> Int {
        try write { session in try session.blobs.stage(byteCount: bytes.count) }
    }

    private func stage(_ bytes: [UInt8], as blob: Int) throws(StoreError) {
        for (ordinal, chunk) in Chunks(of: bytes).enumerated() {
            try write { session in
                try session.blobs.append(chunk, ordinal: ordinal, to: blob)
            }
        }
    }
}

extension PreparedRelease {
    /// Verifies that the body has its digest, on the caller's thread: the digest of a long body would delay other
    /// writers.
    fileprivate func verifyDigest() throws(StoreError) {
        guard SHA256.hexDigest(of: body) == digest, index.map({ $0.bodyDigest == digest }) ?? true else {
            throw StoreError(
                .invalid, "Release \(version) does not have the digest of its body.", hint: "Prepare it again.")
        }
    }
}
