import Digests
import RouteDocuments
import RouteIndex
import RouteModel
import WebAddress

/// A mix of rules in each form that is measured.
struct EngineSubject {
    let mix: RuleMix
    /// The draft, decoded.
    let draft: Draft
    /// The release made of the draft.
    let release: ReleaseBody
    /// The release as canonical JSON.
    let body: [UInt8]
    /// The SHA-256 of the body.
    let digest: [UInt8]
    /// The release as a compiled index.
    let file: [UInt8]
    /// The opened index.
    let index: CompiledIndex

    /// Prepares a mix.
    ///
    /// - Throws: ``BenchError`` if an address of the mix does not resolve as its rows assume.
    init(_ mix: RuleMix) throws {
        self.mix = mix
        let decoded = DraftDecoder.draft(mix.draft)
        guard let draft = decoded.value, !decoded.hasErrors else {
            throw BenchError("the mix is not a valid draft: \(decoded.findings.prefix(3))")
        }
        self.draft = draft
        release = try ReleaseBody.freeze(draft: draft, app: "bench", version: 1, publishedAt: Self.now)
        body = release.canonicalBytes
        digest = SHA256.hash(body)
        file = try CompiledIndex.compile(release, digest: digest)
        index = try CompiledIndex(IndexBytes(file))
        for hit in mix.hits where resolve(hit).outcome == .unmatched { throw BenchError("\(hit) leads nowhere") }
        for hit in mix.captureHits {
            guard case .screen = resolve(hit).outcome else { throw BenchError("\(hit) leads to no screen") }
        }
        for miss in mix.misses where resolve(miss).outcome != .unmatched { throw BenchError("\(miss) leads somewhere") }
    }

    /// Resolves an address with a context that meets every condition of the mix.
    func resolve(_ address: String) -> Resolution { index.resolve(address, context: Self.context, at: Self.now) }

    static let context = Context(platform: "ios", appVersion: "99")
    static let now = Instant(milliseconds: 1_795_000_000_000)
}
