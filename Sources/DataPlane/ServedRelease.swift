import HTTPWire
import ServerMetrics
import StoreRecords
import Synchronization

/// A release as clients get it: its record, the prepared answers, and its bytes if they are in memory.
///
/// If a channel move makes the release public, an object with the new record and the same bytes replaces this one; so does
/// one with bytes when they come back from the store, and one without them when they leave memory.
final class ServedRelease: Sendable {
    /// The store's record of the release.
    let record: ReleaseRecord
    /// The body; nil if it is in the store only.
    let bytes: ReleaseBytes?
    private let prepared = Mutex<[PreparedBody.Use: PreparedBody]>([:])

    /// Makes a release with its bytes, or without them.
    init(_ record: ReleaseRecord, _ bytes: ReleaseBytes?) {
        self.record = record
        self.bytes = bytes
    }

    /// Uses the bytes that the store has read.
    convenience init(_ content: ReleaseContent) { self.init(content.record, ReleaseBytes(content)) }

    /// Uses the bytes of a release that was just stored.
    convenience init(_ record: ReleaseRecord, _ prepared: PreparedRelease) {
        self.init(
            record, ReleaseBytes(identity: SharedBytes(prepared.body), gzip: SharedBytes(prepared.gzip)))
    }

    /// The same release with its current record.
    func with(_ record: ReleaseRecord) -> ServedRelease {
        record == self.record ? self : ServedRelease(record, bytes)
    }

    /// The release's number.
    var version: Int { record.version }

    /// SHA-256 of the identity bytes, 64 hexadecimal digits.
    var digest: String { record.digest }

    /// The memory that both forms take, in bytes; 0 if they are in the store only.
    var byteCount: Int { bytes?.byteCount ?? 0 }

    /// The answers with the body, made once for each use: an app's snapshot changes more often than its bodies.
    func prepared(for use: PreparedBody.Use, _ metrics: RequestMetrics) -> PreparedBody {
        prepared.withLock { prepared in
            if let made = prepared[use] { return made }
            let made = PreparedBody(self, use, metrics)
            prepared[use] = made
            return made
        }
    }

    /// Counts a look at its bytes by ``SnapshotSource/dropIdleBodies()``; returns how many looks in a row, this one
    /// included, have found that no client asked for them.
    func countIdleLook() -> Int {
        guard let bytes else { return 0 }
        // Every use is looked at, so that each one is reset.
        let wasAsked = prepared.withLock { prepared in prepared.values.count { $0.takeAsked() } > 0 }
        return bytes.countIdleLook(wasAsked: wasAsked)
    }
}

/// The bytes of a release in both codings.
final class ReleaseBytes: Sendable {
    /// The body without a content coding.
    let identity: SharedBytes
    /// The same in gzip.
    let gzip: SharedBytes
    /// Whether a worker has used them since the last look.
    private let wasAsked = Atomic<Bool>(true)
    private let idleLooks = Atomic<Int>(0)

    init(identity: SharedBytes, gzip: SharedBytes) {
        self.identity = identity
        self.gzip = gzip
    }

    /// Uses the bytes that the store has read.
    convenience init(_ content: ReleaseContent) {
        self.init(identity: SharedBytes(content.body), gzip: SharedBytes(content.gzip))
    }

    /// The memory that both forms take, in bytes.
    var byteCount: Int { identity.count + gzip.count }

    /// Remembers that a worker uses them.
    func noteAsked() { wasAsked.store(true, ordering: .relaxed) }

    /// Called by one thread at a time.
    fileprivate func countIdleLook(wasAsked loops: Bool) -> Int {
        let isBusy = wasAsked.exchange(false, ordering: .relaxed) || loops
        let looks = isBusy ? 0 : idleLooks.load(ordering: .relaxed) + 1
        idleLooks.store(looks, ordering: .relaxed)
        return looks
    }
}
