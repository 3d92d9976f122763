package import RouteModel

/// The rights of a token; each role includes the roles before it.
package enum Role: String, Sendable, Hashable, CaseIterable, Comparable {
    case viewer
    case editor
    case publisher
    case admin

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .publisher: 2
        case .admin: 3
        }
    }

    /// Orders roles by their rights.
    package static func < (lower: Role, higher: Role) -> Bool { lower.rank < higher.rank }
}

/// The apps that a token is valid for.
package enum AppScope: Sendable, Hashable {
    /// Every app, including later ones.
    case all
    /// These apps only.
    case only(Set<String>)

    /// Whether this scope has every app of `other`.
    package func covers(_ other: AppScope) -> Bool {
        switch (self, other) {
        case (.all, _): true
        case (.only, .all): false
        case (.only(let mine), .only(let theirs)): theirs.isSubset(of: mine)
        }
    }

    /// Whether this scope has the app.
    package func contains(_ app: String) -> Bool { covers(.only([app])) }
}

/// A stored token; of its secret, only the SHA-256 is stored.
package struct TokenRecord: Sendable, Hashable {
    /// A random id, safe to show.
    package var id: String
    /// Its name for people.
    package var name: String
    /// Its rights.
    package var role: Role
    /// The apps that it is valid for.
    package var scope: AppScope
    /// The 32 bytes of the secret's SHA-256; compare in constant time.
    package var secretHash: [UInt8]
    /// When it expires; nil for never.
    package var expiresAt: Instant?
    /// When it was made.
    package var createdAt: Instant
    /// Id of the token that made it; nil if the machine's operator made it.
    package var createdBy: String?
    /// When it was last used, as of the last write of uses.
    package var lastUsedAt: Instant?

    /// Whether it is an administrator of everything.
    package var isUnlimitedAdmin: Bool { role == .admin && scope == .all }

    /// Whether it is not expired at that instant.
    package func isLive(at instant: Instant) -> Bool {
        guard let expiresAt else { return true }
        return instant < expiresAt
    }
}

/// A token to be made.
package struct NewToken: Sendable, Hashable {
    /// A random id, chosen by the caller.
    package var id: String
    /// Its name for people.
    package var name: String
    /// Its rights.
    package var role: Role
    /// The apps that it is valid for.
    package var scope: AppScope
    /// The 32 bytes of the secret's SHA-256.
    package var secretHash: [UInt8]
    /// When it expires; nil for never.
    package var expiresAt: Instant?

    /// Makes a token to be stored.
    package init(id: String, name: String, role: Role, scope: AppScope, secretHash: [UInt8], expiresAt: Instant?) {
        self.id = id
        self.name = name
        self.role = role
        self.scope = scope
        self.secretHash = secretHash
        self.expiresAt = expiresAt
    }
}
