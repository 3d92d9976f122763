import HTTPExchange
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
    /// Body and compiled indexes; nil if they are in the store only.
    let bytes: ReleaseBytes?
    private let prepared = Mutex<[PreparedBody.Use: PreparedBody]>([:])
    private let share = Mutex<Share?>(nil)

    /// Its part of the snapshot of its app.
    struct Share: Sendable {
        /// The answers by the bytes after `/v1/apps/{app}/`: by digest and by number, and its compiled indexes by digest; none
        /// of a release that was never public.
        let answers: [(key: [UInt8], value: PathAnswer)]
        /// The cell that counts bodies for clients with this release, by its digest.
        let update: (key: [UInt8], value: Int)?
        /// Keeps that cell.
        fileprivate let block: CounterBlock?
    }

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
            record,
            ReleaseBytes(
                body: CodedBytes(prepared.body, gzip: prepared.gzip), indexes: [prepared.index].compactMap(\.self)))
    }

    /// The same release with its current record; without bytes if it has other indexes now.
    func with(_ record: ReleaseRecord) -> ServedRelease {
        if record == self.record { return self }
        return ServedRelease(record, record.indexes == self.record.indexes ? bytes : nil)
    }

    /// The release's number.
    var version: Int { record.version }

    /// SHA-256 of the identity bytes, 64 hexadecimal digits.
    var digest: String { record.digest }

    /// The memory that its parts take in both codings, in bytes; 0 if they are in the store only.
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

    /// Its part of each snapshot of its app, made once.
    func share(_ metrics: RequestMetrics) -> Share {
        share.withLock { share in
            if let share { return share }
            let made = makeShare(metrics)
            // Without a free block the next snapshot tries again.
            if made.block != nil { share = made }
            return made
        }
    }

    private func makeShare(_ metrics: RequestMetrics) -> Share {
        let labels = ReleaseLabels(app: record.app, channel: nil, version: version)
        let answer = { (endpoint: LoopEndpoint, value: String, caching: CachePolicy, part: ReleasePart) in
            let use = PreparedBody.Use(caching: caching, route: endpoint.route, labels: labels, part: part)
            return (key: endpoint.pathInApp(value), value: PathAnswer.body(self.prepared(for: use, metrics)))
        }
        let answers =
            !record.wasPublic
            ? []
            : record.indexes.map { answer(.index, $0.digest, .immutable, .index($0)) } + [
                answer(.body, digest, .immutable, .body), answer(.releaseRules, String(version), .brief, .body),
            ]
        let block = metrics.block(.update, labels)
        return Share(answers: answers, update: block.map { (Array(digest.utf8), $0.first) }, block: block)
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

/// One part of a release in both codings.
struct CodedBytes: Sendable {
    /// The bytes without a content coding.
    let identity: SharedBytes
    /// The same in gzip.
    let gzip: SharedBytes

    init(_ identity: [UInt8], gzip: [UInt8]) {
        self.identity = SharedBytes(keeping: identity)
        self.gzip = SharedBytes(keeping: gzip)
    }
}

/// The bytes of a release: of its body and of its compiled indexes.
final class ReleaseBytes: Sendable {
    /// The body.
    let body: CodedBytes
    private let indexes: [IndexRecord: CodedBytes]
    /// Whether a worker has used them since the last look.
    private let wasAsked = Atomic<Bool>(true)
    private let idleLooks = Atomic<Int>(0)

    init(body: CodedBytes, indexes: [ReleaseIndex]) {
        self.body = body
        self.indexes = Dictionary(
            indexes.map { ($0.record, CodedBytes($0.bytes, gzip: $0.gzip)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Uses the bytes that the store has read.
    convenience init(_ content: ReleaseContent) {
        self.init(body: CodedBytes(content.body, gzip: content.gzip), indexes: content.indexes)
    }

    /// A part; nil for an index that the release did not have when its bytes were read.
    subscript(part: ReleasePart) -> CodedBytes? {
        switch part {
        case .body: body
        case .index(let record): indexes[record]
        }
    }

    /// The file of the index in a format, if there is one.
    func index(format: Int) -> [UInt8]? { indexes.first { $0.key.format == format }?.value.identity.bytes }

    /// The memory that all parts take in both codings, in bytes.
    var byteCount: Int {
        indexes.values.reduce(body.identity.count + body.gzip.count) { $0 + $1.identity.count + $1.gzip.count }
    }

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
