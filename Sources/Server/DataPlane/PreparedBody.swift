import HTTPExchange
import HTTPWire
import RouteDocuments
import RouteModel
import ServerMetrics
import StoreRecords
import Synchronization

/// A body or a compiled index in the form that loops send: for each coding a 200 and a 304, encoded once.
///
/// Without the bytes, it has the answers that need none: 304, and those to HEAD.
///
/// A class, so that a look-up retains one reference, not eight.
final class PreparedBody: Sendable {
    /// The digest's characters, for `If-None-Match`.
    let digest: [UInt8]
    private let identity: PreparedResponse
    private let gzip: PreparedResponse
    private let identityUnchanged: PreparedResponse
    private let gzipUnchanged: PreparedResponse
    /// The first of four cells in which loops count answers: 200 and 304 without coding, then 200 and 304 in gzip.
    let cell: Int
    /// The same for HEAD.
    let bodilessCell: Int
    /// The cell in which loops count the requests of a turn.
    let turnCell: Int
    private let block: CounterBlock?
    private let hasBytes: Bool
    /// Whether a loop has sent the bytes since the last look.
    private let wasAsked = Atomic<Bool>(false)

    /// A use of a body: route, cache policy and labels.
    struct Use: Sendable, Hashable {
        /// How long caches may keep it.
        let caching: CachePolicy
        /// The route.
        let route: LoopRoute
        /// The release and channel that it is counted for.
        let labels: ReleaseLabels
        /// What of the release is sent.
        var part = ReleasePart.body
    }

    init(_ release: ServedRelease, _ use: Use, _ metrics: RequestMetrics) {
        let (part, bytes) = (use.part.facts(of: release.record), release.bytes?[use.part])
        digest = Array(part.digest.utf8)
        turnCell = RequestMetrics.turn(use.route)
        bodilessCell = RequestMetrics.bodiless(use.route)
        block = metrics.block(use.part.meaning(use.route, part), use.labels)
        cell = block?.first ?? bodilessCell
        hasBytes = bytes != nil
        let remark = AnswerRemark(release: release.version)
        let response = { (coding: ContentCoding, isUnchanged: Bool) in
            let tag = [DataFields.tagField(part.digest, coding)]
            let form = DataFields.Form(coding, use.caching, isUnchanged ? nil : part.mediaType)
            return isUnchanged
                ? PreparedResponse(304, tag, lines: form.lines, remark: remark)
                : PreparedResponse(
                    200, tag, lines: form.lines, body: coding == .gzip ? bytes?.gzip : bytes?.identity,
                    bodyByteCount: coding == .gzip ? bytes?.gzip.count ?? part.gzipByteCount : part.byteCount,
                    remark: remark)
        }
        identity = response(.identity, false)
        gzip = response(.gzip, false)
        identityUnchanged = response(.identity, true)
        gzipUnchanged = response(.gzip, true)
    }

    /// Which of the four cells counts an answer.
    @inline(__always)
    static func cellOffset(_ coding: ContentCoding, isUnchanged: Bool) -> Int {
        (coding == .gzip ? 2 : 0) &+ (isUnchanged ? 1 : 0)
    }

    /// Whether it has the answer with the body, or to HEAD; a GET is remembered as a use of the bytes.
    ///
    /// A loop reads the flag before it writes it, so that loops which send the same body do not write one cache line.
    @inline(__always)
    func takeBody(isHead: Bool) -> Bool {
        if isHead { return true }
        guard hasBytes else { return false }
        if !wasAsked.load(ordering: .relaxed) { wasAsked.store(true, ordering: .relaxed) }
        return true
    }

    /// Whether a loop has sent the bytes since the last call.
    func takeAsked() -> Bool { wasAsked.exchange(false, ordering: .relaxed) }

    /// The answer in a coding; with the body only after ``takeBody(isHead:)``.
    func answer(_ coding: ContentCoding, isUnchanged: Bool) -> PreparedResponse {
        switch (coding, isUnchanged) {
        case (.identity, false): identity
        case (.identity, true): identityUnchanged
        case (.gzip, false): gzip
        case (.gzip, true): gzipUnchanged
        }
    }
}
