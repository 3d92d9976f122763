import HTTPWire
import ServerMetrics
import StoreRecords
import Synchronization

/// A release in memory, as clients get it: its record, its bytes, and the prepared answers with them.
///
/// If a channel move makes the release public, an object with the new record and the same bytes replaces this one.
final class ServedRelease: Sendable {
    /// The store's record of the release.
    let record: ReleaseRecord
    /// The body without a content coding.
    let identity: SharedBytes
    /// The same in gzip.
    let gzip: SharedBytes
    private let prepared = Mutex<[PreparedBody.Use: PreparedBody]>([:])

    private init(_ record: ReleaseRecord, identity: SharedBytes, gzip: SharedBytes) {
        self.record = record
        self.identity = identity
        self.gzip = gzip
    }

    /// Uses the bytes that the store has read.
    convenience init(_ content: ReleaseContent) {
        self.init(content.record, identity: SharedBytes(content.body), gzip: SharedBytes(content.gzip))
    }

    /// Uses the bytes of a release that was just stored.
    convenience init(_ record: ReleaseRecord, _ prepared: PreparedRelease) {
        self.init(record, identity: SharedBytes(prepared.body), gzip: SharedBytes(prepared.gzip))
    }

    /// The same release with its current record.
    func with(_ record: ReleaseRecord) -> ServedRelease {
        record == self.record ? self : ServedRelease(record, identity: identity, gzip: gzip)
    }

    /// The release's number.
    var version: Int { record.version }

    /// SHA-256 of the identity bytes, 64 hexadecimal digits.
    var digest: String { record.digest }

    /// The memory that both forms take, in bytes.
    var byteCount: Int { identity.count + gzip.count }

    /// The answers with the body, made once for each use: an app's snapshot changes more often than its bodies.
    func prepared(for use: PreparedBody.Use, _ metrics: RequestMetrics) -> PreparedBody {
        prepared.withLock { prepared in
            if let made = prepared[use] { return made }
            let made = PreparedBody(self, use, metrics)
            prepared[use] = made
            return made
        }
    }
}
