package import RouteModel

/// A session of the console: what the cookie of a browser stands for.
package struct SessionRecord: Sendable, Hashable {
    /// How a person signed in.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        /// With a token.
        case token
        /// With a one-time link.
        case link
        /// Through a proxy that names the person.
        case proxy
    }

    /// A random id, safe to show.
    package var id: String
    /// The token whose rights it has.
    package var tokenID: String
    /// The SHA-256 of that token's secret at sign-in: when the token has another secret, the session has ended.
    package var tokenHash: [UInt8]
    /// The SHA-256 of the cookie's value, 32 bytes; compare in constant time.
    package var secretHash: [UInt8]
    /// How the person signed in.
    package var origin: Origin
    /// The client's address at sign-in.
    package var address: String
    /// When it began.
    package var createdAt: Instant
    /// When it ends, however much it is used.
    package var endsAt: Instant
    /// When it was last used, as of the last write of uses.
    package var lastUsedAt: Instant

    /// Makes a record from its columns.
    package init(
        id: String, tokenID: String, tokenHash: [UInt8], secretHash: [UInt8], origin: Origin, address: String,
        createdAt: Instant, endsAt: Instant, lastUsedAt: Instant
    ) {
        self.id = id
        self.tokenID = tokenID
        self.tokenHash = tokenHash
        self.secretHash = secretHash
        self.origin = origin
        self.address = address
        self.createdAt = createdAt
        self.endsAt = endsAt
        self.lastUsedAt = lastUsedAt
    }

    /// Whether it has not ended at an instant by its age or by not being used.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - use: Its last use, if that is later than the stored one.
    /// - Returns: Whether it may be used.
    package func isLive(at instant: Instant, lastUse use: Instant? = nil) -> Bool {
        let last = max(use ?? lastUsedAt, lastUsedAt)
        return instant < endsAt && instant.milliseconds - last.milliseconds < StoreLimits.sessionIdleMilliseconds
    }
}
