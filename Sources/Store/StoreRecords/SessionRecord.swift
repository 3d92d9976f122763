package import RouteModel

/// A person whom a proxy in front of the console named at a sign-in, and who has no token.
package struct ProxiedPerson: Sendable, Hashable {
    /// What stands before the name in ``id``.
    package static let prefix = "person:"

    /// The name that the proxy sent.
    package var name: String
    /// The groups that the proxy sent.
    package var groups: [String]
    /// The proxy: the peer's address, or the text for a unix socket.
    package var proxy: String

    /// Names a person.
    package init(name: String, groups: [String], proxy: String) {
        self.name = name
        self.groups = groups
        self.proxy = proxy
    }

    /// The person in place of a token's id; those of tokens have hexadecimal digits alone.
    package var id: String { Self.prefix + name }
}

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

    /// Whose rights it has.
    package enum Owner: Sendable, Hashable {
        /// Those of a token, with the SHA-256 of its secret at sign-in: when the token has another secret, the session has
        /// ended.
        case token(id: String, secretHash: [UInt8])
        /// Those that the server's settings give to the groups of a person.
        case person(ProxiedPerson)

        /// The id of the token or of the person.
        var id: String {
            switch self {
            case .token(let id, _): id
            case .person(let person): person.id
            }
        }
    }

    /// A random id, safe to show.
    package var id: String
    /// Whose rights it has.
    package var owner: Owner
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
        id: String, owner: Owner, secretHash: [UInt8], origin: Origin, address: String, createdAt: Instant,
        endsAt: Instant, lastUsedAt: Instant
    ) {
        self.id = id
        self.owner = owner
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
