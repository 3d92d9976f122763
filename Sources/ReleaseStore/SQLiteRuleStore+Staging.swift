import SQLiteKit

/// Numbers of the byte strings of one release.
struct ReleaseBytes: Sendable {
    let body: Int
    let gzip: Int
    let draft: Int

    var all: [Int] { [body, gzip, draft] }
}

extension SQLiteRuleStore {
    /// Publishes with the release's bytes staged beforehand where they are long; a failure drops what was staged.
    func withStagedBytes<Value>(
        of publication: Publication, _ publish: (ReleaseBytes?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try publication.verifyDigest()
        let byteCount = publication.body.count + publication.gzip.count + publication.draft.count
        guard byteCount > StoreLimits.chunkBytes else { return try publish(nil) }
        var staged: [Int] = []
        do throws(StoreError) {
            for bytes in [publication.body, publication.gzip, publication.draft] {
                staged.append(try begin(bytes))
                try stage(bytes, as: staged[staged.count - 1])
            }
            return try publish(ReleaseBytes(body: staged[0], gzip: staged[1], draft: staged[2]))
        } catch {
            let staged = staged
            // The failure of the publish is the one to tell; what stays behind is dropped at the next opening.
            try? writes.perform { session throws(StoreError) in try session.dropBlobs(staged) }
            throw error
        }
    }

    private func begin(_ bytes: [UInt8]) throws(StoreError) -> Int {
        try writes.perform { session throws(StoreError) in try session.stageBlob(byteCount: bytes.count) }
    }

    private func stage(_ bytes: [UInt8], as blob: Int) throws(StoreError) {
        for (ordinal, chunk) in Chunks(of: bytes).enumerated() {
            try writes.perform { session throws(StoreError) in
                try session.appendChunk(chunk, ordinal: ordinal, to: blob)
            }
        }
    }
}
