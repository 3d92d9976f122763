package import RouteModel

/// A channel: a name that points at a release.
package struct ChannelRecord: Sendable, Hashable {
    /// The app it belongs to.
    package var app: String
    /// Its name such as `production`.
    package var name: String
    /// The release it points at; nil before the first publish.
    package var version: Int?
    /// Whether it is read without a token.
    package var isPublic: Bool
    /// Raised by every move, up or down; 0 before the first.
    package var sequence: Int
    /// When it was last moved.
    package var changedAt: Instant

    /// The channel that every app has from the start, public.
    package static let production = "production"
}
