/// How long caches may keep an answer of the data plane.
enum CachePolicy: Sendable, Hashable {
    /// What a channel points at now.
    case brief
    /// What can never mean anything else.
    case immutable
    /// What needed a token: no shared cache may hand it to somebody else (RFC 9111 section 3.5).
    case withheld

    /// The value of `Cache-Control`.
    var field: String {
        switch self {
        case .brief: "public, max-age=5, stale-while-revalidate=30, stale-if-error=604800"
        case .immutable: "public, max-age=31536000, immutable"
        case .withheld: "private, no-cache"
        }
    }
}
