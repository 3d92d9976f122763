import CanonicalJSON
import Digests
package import HTTPExchange
package import HTTPWire
import RouteDocuments

/// The link files that a host serves, by the system that reads them.
package enum LinkFileKind: CaseIterable, Sendable {
    case apple, appleOld, android, harmony

    /// The path; iOS before 9.3 reads the one without `.well-known`
    /// (<https://developer.apple.com/documentation/xcode/supporting-associated-domains>).
    package var path: String {
        switch self {
        case .apple: "/.well-known/apple-app-site-association"
        case .appleOld: "/apple-app-site-association"
        case .android: "/.well-known/assetlinks.json"
        case .harmony: "/.well-known/applinking.json"
        }
    }

    func bytes(_ files: ReleaseSurfaces.Files) -> [UInt8] {
        switch self {
        case .apple, .appleOld: files.apple
        case .android: files.android
        case .harmony: files.harmony
        }
    }
}

/// A link file in the form that loops send: the platforms want 200, JSON and no redirect.
package final class LinkFile: Sendable {
    /// The entity tag.
    package let tag: EntityTag
    /// The answer with the file.
    package let whole: PreparedResponse
    /// The answer to a client that has it.
    package let unchanged: PreparedResponse

    /// Prepares the answers.
    package init(_ bytes: [UInt8]) {
        tag = EntityTag(SHA256.hexDigest(of: bytes))
        let fields = [
            HeaderField("ETag", tag.description),
            HeaderField("Cache-Control", "public, max-age=\(HostingLimits.fileSecondsMax)"),
        ]
        whole = PreparedResponse(
            200,
            fields + [
                HeaderField("Content-Type", JSONText.mediaType)
            ], body: SharedBytes(bytes))
        unchanged = PreparedResponse(304, fields)
    }

    /// The answer to a request with this `If-None-Match` (RFC 9110 section 13.1.2: weak comparison).
    package func answer(ifNoneMatch field: String?) -> PreparedResponse {
        guard let field = field?.trimmingBlanks(), !field.isEmpty else { return whole }
        if field == "*" { return unchanged }
        return EntityTag.list(field)?.contains { $0.opaque == tag.opaque } == true ? unchanged : whole
    }
}
