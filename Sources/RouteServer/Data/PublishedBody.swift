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
    private let forms = Mutex<[BodyUse: BodyForms]>([:])

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

    /// The answers that carry it, made once for each use: snapshots come and go with each change of the app, and most of
    /// their bodies stay.
    func forms(_ use: BodyUse, _ ledger: TrafficLedger) -> BodyForms {
        forms.withLock { forms in
            if let made = forms[use] { return made }
            let made = BodyForms(self, use, ledger)
            forms[use] = made
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
