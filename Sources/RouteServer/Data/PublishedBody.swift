import HTTPWire
import ReleaseStore
import Synchronization

/// A release's bytes as clients get them, made once and never changed.
final class PublishedBody: Sendable {
    /// The release's number.
    let version: Int
    /// SHA-256 of the identity bytes, 64 hexadecimal digits.
    let digest: String
    /// The identity bytes.
    let identity: SharedBytes
    /// The same in gzip.
    let gzip: SharedBytes
    private let forms = Mutex<[CachePolicy: BodyForms]>([:])

    init(version: Int, digest: String, identity: [UInt8], gzip: [UInt8]) {
        self.version = version
        self.digest = digest
        self.identity = SharedBytes(identity)
        self.gzip = SharedBytes(gzip)
    }

    convenience init(_ content: ReleaseContent) {
        self.init(
            version: content.record.version, digest: content.record.digest, identity: content.body, gzip: content.gzip)
    }

    /// The answers that carry it, made once for each policy: snapshots come and go with each change of the app, and most
    /// of their bodies stay.
    func forms(_ caching: CachePolicy) -> BodyForms {
        forms.withLock { forms in
            if let made = forms[caching] { return made }
            let made = BodyForms(self, caching: caching)
            forms[caching] = made
            return made
        }
    }

    /// What it costs to keep.
    var byteCount: Int { identity.bytes.count + gzip.bytes.count }
}

/// A release in memory: its record, which a channel move may change, and its bytes, which nothing changes.
struct PublishedRelease: Sendable {
    var record: ReleaseRecord
    let body: PublishedBody
}
