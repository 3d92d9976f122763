package import HTTPWire
import ReleaseStore
import ServerMetrics
import Synchronization

/// The bytes of a release that clients receive, made once and never changed.
package final class ReleaseBytes: Sendable {
    /// The release's number.
    package let version: Int
    /// SHA-256 of the identity bytes, 64 hexadecimal digits.
    package let digest: String
    /// The body without a content coding.
    package let identity: SharedBytes
    /// The same in gzip.
    package let gzip: SharedBytes
    private let prepared = Mutex<[PreparedBody.Use: PreparedBody]>([:])

    /// Makes the object for a release.
    package init(version: Int, digest: String, identity: [UInt8], gzip: [UInt8]) {
        self.version = version
        self.digest = digest
        self.identity = SharedBytes(identity)
        self.gzip = SharedBytes(gzip)
    }

    /// Makes the object for a release of the store.
    convenience init(_ content: ReleaseContent) {
        self.init(
            version: content.record.version, digest: content.record.digest, identity: content.body, gzip: content.gzip)
    }

    /// The answers with this body, made once for each use, because an app's snapshot changes more often than its
    /// bodies.
    func prepared(for use: PreparedBody.Use, _ metrics: RequestMetrics) -> PreparedBody {
        prepared.withLock { prepared in
            if let made = prepared[use] { return made }
            let made = PreparedBody(self, use, metrics)
            prepared[use] = made
            return made
        }
    }

    /// The memory that both forms take, in bytes.
    var byteCount: Int { identity.bytes.count + gzip.bytes.count }
}

/// A release in memory: its record, which a channel move may change, and its bytes.
struct LoadedRelease: Sendable {
    var record: ReleaseRecord
    let bytes: ReleaseBytes
}
