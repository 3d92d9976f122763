import ReleaseStore

/// A release's bytes as clients get them, made once and never changed.
final class PublishedBody: Sendable {
    /// SHA-256 of the identity bytes, 64 hexadecimal digits.
    let digest: String
    /// The identity bytes.
    let identity: [UInt8]
    /// The same in gzip.
    let gzip: [UInt8]

    init(digest: String, identity: [UInt8], gzip: [UInt8]) {
        self.digest = digest
        self.identity = identity
        self.gzip = gzip
    }

    convenience init(_ content: ReleaseContent) {
        self.init(digest: content.record.digest, identity: content.body, gzip: content.gzip)
    }

    /// What it costs to keep.
    var byteCount: Int { identity.count + gzip.count }
}

/// A release in memory: its record, which a channel move may change, and its bytes, which nothing changes.
struct PublishedRelease: Sendable {
    var record: ReleaseRecord
    let body: PublishedBody
}
