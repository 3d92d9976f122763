import CanonicalJSON
import RouteDocuments
import RouteModel
import Testing

@testable import RouteIndex

/// An index compiled from a draft's JSON.
struct IndexFixture {
    let body: ReleaseBody
    let bytes: [UInt8]
    let index: CompiledIndex

    static let digest = (0..<32).map { UInt8($0) }
    static let now = Instant(milliseconds: 1_795_000_000_000)

    /// Compiles rules and settings given as JSON.
    static func make(
        _ rules: String, settings: String = #"{"origins":["https://h.com"],"destinations":["https://h.com","app:"]}"#
    ) throws -> IndexFixture {
        try make(draft: "{\"settings\":\(settings),\"rules\":[\(rules)]}")
    }

    static func make(draft text: String) throws -> IndexFixture {
        let decoded = DraftDecoder.draft(Array(text.utf8))
        let draft = try #require(decoded.value, "\(decoded.findings)")
        return try make(draft)
    }

    static func make(_ draft: Draft) throws -> IndexFixture {
        let body = try ReleaseBody.freeze(draft: draft, app: "test", version: 7, publishedAt: now)
        let bytes = try CompiledIndex.compile(body, digest: digest)
        return IndexFixture(body: body, bytes: bytes, index: try CompiledIndex(IndexBytes(bytes)))
    }

    func resolve(_ address: String, _ context: Context = Context(), explaining: Bool = false) -> Resolution {
        index.resolve(address, context: context, at: Self.now, explaining: explaining)
    }
}
