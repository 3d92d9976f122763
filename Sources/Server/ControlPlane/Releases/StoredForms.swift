import Digests
import GzipCoding
import HTTPExchange
import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteModel
import StoreRecords
import Synchronization

/// What is stored of a release besides its rules and facts: bytes, digests and compressed forms.
///
/// It depends on the frozen release alone, so it can be made beside the checks: for 10,000 rules it takes a third as long as
/// they do.
struct StoredForms: Sendable {
    /// The body's canonical bytes.
    let body: [UInt8]
    /// Their digest in hexadecimal.
    let digest: String
    /// The body in gzip.
    let gzip: [UInt8]
    /// The digest of the content, which is the same for equal rules with another number or time.
    let contentDigest: String
    /// The compiled index; nil if this engine cannot compile the body.
    let index: ReleaseIndex?

    /// Makes the forms of a release that a check has compiled.
    ///
    /// - Throws: A fault if zlib has no memory.
    init(_ release: CheckedRelease) throws(Problem) {
        body = release.bytes
        digest = hex(release.digest)
        do throws(GzipError) {
            gzip = try Gzip.compress(release.bytes)
            index = try ReleaseIndex(release.indexBytes, ofBody: digest)
        } catch {
            throw Self.fault(error)
        }
        contentDigest = SHA256.hexDigest(of: release.body.contentBytes(beside: release.surfaces))
    }

    /// Makes the forms of a body that no check has compiled.
    ///
    /// - Throws: A fault if zlib has no memory.
    init(_ body: ReleaseBody, _ surfaces: ReleaseSurfaces) throws(Problem) {
        self.body = body.canonicalBytes
        digest = SHA256.hexDigest(of: self.body)
        do throws(GzipError) { gzip = try Gzip.compress(self.body) } catch { throw Self.fault(error) }
        index = ReleaseIndex(compiling: self.body)
        contentDigest = SHA256.hexDigest(of: body.contentBytes(beside: surfaces))
    }

    /// The forms with the draft, which are stored together.
    func bytes(with draft: [UInt8]) -> ReleaseBytes {
        ReleaseBytes(body: body, digest: digest, gzip: gzip, draft: draft, index: index)
    }

    private static func fault(_ error: GzipError) -> Problem {
        .fault("the release cannot be compressed: \(error.detail)")
    }
}

/// The forms of a release that is being checked, and what of them the store has already.
struct StagedForms: Sendable {
    /// The forms.
    let forms: StoredForms
    /// Canonical JSON of the draft.
    let draft: [UInt8]
    /// What the store has, or why it has not; nil for a short release, and for one that is not wanted any more.
    let staged: Result<StagedRelease?, StoreError>

    /// Makes the forms of a release and stores them, unless they are short or `interest` ends.
    ///
    /// - Throws: A fault if zlib has no memory.
    init(
        _ release: CheckedRelease, _ draft: [UInt8], in store: any RuleStore, while interest: Interest
    ) throws(Problem) {
        let forms = try StoredForms(release)
        self.forms = forms
        self.draft = draft
        staged = Result { () throws(StoreError) in
            try store.stage(forms.bytes(with: draft), while: { interest.isThere })
        }
    }

    /// Deletes what was stored, since the release is not published.
    func discard(in store: any RuleStore) {
        if case .success(let staged?) = staged { store.discard(staged) }
    }

    /// Whether the release may still be published.
    final class Interest: Sendable {
        private let state = Atomic<Bool>(true)

        /// Whether it may.
        var isThere: Bool { state.load(ordering: .relaxed) }

        /// The release is not published, so storing its bytes stops at the next piece.
        func end() { state.store(false, ordering: .relaxed) }
    }
}
