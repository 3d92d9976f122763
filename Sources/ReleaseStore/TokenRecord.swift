package import RouteModel

/// What a token may do; each role includes those before it.
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

    /// Orders roles by what they may do.
    package static func < (lower: Role, higher: Role) -> Bool { lower.rank < higher.rank }
}

/// The apps a token is for.
package enum AppScope: Sendable, Hashable {
    /// Every app, also those made later.
    case all
    /// These apps only.
    case only(Set<String>)

    /// Whether every app of `other` is in here too.
    package func covers(_ other: AppScope) -> Bool {
        switch (self, other) {
        case (.all, _): true
        case (.only, .all): false
        case (.only(let mine), .only(let theirs)): theirs.isSubset(of: mine)
        }
    }

    /// Whether the app is in here.
    package func contains(_ app: String) -> Bool { covers(.only([app])) }
}

/// A token as it is stored: its secret is known only as a SHA-256.
package struct TokenRecord: Sendable, Hashable {
    /// A random id, safe to show.
    package var id: String
    /// What people call it.
    package var name: String
    /// What it may do.
    package var role: Role
    /// The apps it is for.
    package var scope: AppScope
    /// The 32 bytes of the secret's SHA-256; compare in constant time.
    package var secretHash: [UInt8]
    /// When it stops to work; nil for never.
    package var expiresAt: Instant?
    /// When it was made.
    package var createdAt: Instant
    /// Id of the token that made it; nil when the machine's operator did.
    package var createdBy: String?
    /// When it was last used, as far as that was noted.
    package var lastUsedAt: Instant?

    /// Whether it is an administrator of everything.
    package var isUnlimitedAdmin: Bool { role == .admin && scope == .all }

    /// Whether it still works at that instant.
    package func isLive(at instant: Instant) -> Bool {
        guard let expiresAt else { return true }
        return instant < expiresAt
    }
}

/// A token to be made.
package struct NewToken: Sendable, Hashable {
    /// A random id, chosen by the caller.
    package var id: String
    /// What people call it.
    package var name: String
    /// What it may do.
    package var role: Role
    /// The apps it is for.
    package var scope: AppScope
    /// The 32 bytes of the secret's SHA-256.
    package var secretHash: [UInt8]
    /// When it stops to work; nil for never.
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
