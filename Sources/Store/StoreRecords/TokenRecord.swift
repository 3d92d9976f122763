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

/// The channels that a token may publish to and move, for each app with a limit; in other apps it may use all channels.
///
/// Reads and edits of the draft have no limit by channel.
package struct ChannelLimits: Sendable, Hashable {
    /// The channels by app; an app that is missing has no limit.
    package var channelsByApp: [String: Set<String>]

    /// No limit for any app.
    package static let none = ChannelLimits([:])

    /// Makes limits.
    package init(_ channelsByApp: [String: Set<String>]) { self.channelsByApp = channelsByApp }

    /// Whether a channel of an app may be published to and moved.
    package func allows(_ channel: String, of app: String) -> Bool { channelsByApp[app]?.contains(channel) ?? true }

    /// Whether all that `other` allows in some apps is allowed here.
    func covers(_ other: ChannelLimits, of apps: AppScope) -> Bool {
        channelsByApp.allSatisfy { app, channels in
            !apps.contains(app) || other.channelsByApp[app]?.isSubset(of: channels) ?? false
        }
    }

    /// The limits of some of the apps.
    package func limited(to apps: AppScope) -> ChannelLimits {
        ChannelLimits(channelsByApp.filter { apps.contains($0.key) })
    }

    /// Makes limits of pairs of names.
    package init(_ names: [(app: String, channel: String)]) {
        self.init(Dictionary(grouping: names, by: \.app).mapValues { Set($0.map(\.channel)) })
    }

    /// The names in `app/channel`; nil for another text.
    package static func names(_ text: String) -> (app: String, channel: String)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, NameGrammar.isAppName(parts[0]), NameGrammar.isChannelName(parts[1]) else { return nil }
        return (parts[0], parts[1])
    }

    /// The channels as texts `app/channel`, sorted by bytes.
    package var texts: [String] {
        channelsByApp.flatMap { app, channels in channels.map { "\(app)/\($0)" } }.sorted()
    }
}

/// A stored token: of its secret only the SHA-256 is stored.
package struct TokenRecord: Sendable, Hashable {
    /// A random id, safe to show.
    package var id: String
    /// Its name for people.
    package var name: String
    /// Its rights.
    package var role: Role
    /// The apps that it is valid for.
    package var scope: AppScope
    /// The channels that it may publish to and move.
    package var channels: ChannelLimits
    /// The 32 bytes of the secret's SHA-256; compare in constant time.
    package var secretHash: [UInt8]
    /// The SHA-256 of the secret before the last rotation; compare in constant time.
    package var previousHash: [UInt8]?
    /// When the secret before the last rotation ends.
    package var previousUntil: Instant?
    /// When it expires; nil for never.
    package var expiresAt: Instant?
    /// When it was made.
    package var createdAt: Instant
    /// Id of the token that made it; nil if the machine's operator made it.
    package var createdBy: String?
    /// When it was last used, as of the last write of uses.
    package var lastUsedAt: Instant?

    /// Makes a record from its columns.
    package init(
        id: String, name: String, role: Role, scope: AppScope, channels: ChannelLimits = .none, secretHash: [UInt8],
        previousHash: [UInt8]? = nil, previousUntil: Instant? = nil, expiresAt: Instant?, createdAt: Instant,
        createdBy: String?, lastUsedAt: Instant? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.scope = scope
        self.channels = channels
        self.secretHash = secretHash
        self.previousHash = previousHash
        self.previousUntil = previousUntil
        self.expiresAt = expiresAt
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.lastUsedAt = lastUsedAt
    }

    /// Whether it is an administrator of everything.
    package var isUnlimitedAdmin: Bool { role == .admin && scope == .all }

    /// Whether its apps and channels include those of another token; roles are not compared.
    package func covers(_ other: TokenRecord) -> Bool {
        scope.covers(other.scope) && channels.covers(other.channels, of: other.scope)
    }

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
    /// The channels that it may publish to and move.
    package var channels: ChannelLimits
    /// The 32 bytes of the secret's SHA-256.
    package var secretHash: [UInt8]
    /// When it expires; nil for never.
    package var expiresAt: Instant?

    /// Makes a token to be stored.
    package init(
        id: String, name: String, role: Role, scope: AppScope, channels: ChannelLimits = .none, secretHash: [UInt8],
        expiresAt: Instant?
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.scope = scope
        self.channels = channels
        self.secretHash = secretHash
        self.expiresAt = expiresAt
    }
}
