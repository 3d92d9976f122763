/// How long caches may keep an answer (RFC 9111 section 5.2).
package enum CachePolicy: Sendable, Hashable {
    /// The current release of a channel: a few seconds, longer while the server cannot be reached.
    case brief
    /// A body named by its digest, which never changes.
    case immutable
    /// An answer that needed a token: shared caches must not give it to other clients (RFC 9111 section 3.5).
    case withheld
    /// The contract, which changes with the program.
    case contract
    /// `no-store`, for everything else.
    case noStore

    /// The value of `Cache-Control`.
    package var field: String {
        switch self {
        case .brief: "public, max-age=5, stale-while-revalidate=30, stale-if-error=604800"
        case .immutable: "public, max-age=31536000, immutable"
        case .withheld: "private, no-cache"
        case .contract: "public, max-age=300"
        case .noStore: "no-store"
        }
    }
}
