package import RoutePattern
package import TargetTemplate

/// The settings of a draft, which apply to all its rules.
package struct Settings: Sendable, Equatable {
    /// The schemes and authorities of path-only patterns.
    package var origins: [Origin]
    /// The allow-list of redirects; an empty list allows none.
    package var destinations: DestinationAllowList
    /// The app's own schemes, without colon.
    package var schemes: [String]
    /// Whether the authority of a scheme's addresses is a host or a path segment; `host` for schemes not listed.
    package var authority: [String: AuthorityReading]
    /// What only servers read, about links outside the app, as canonical JSON; empty for nothing, and in bodies.
    ///
    /// It is text here because apps link this target and never read it; `Settings.links` has the values.
    package var linkText: [UInt8] = []

    /// Makes settings.
    package init(
        origins: [Origin] = [], destinations: DestinationAllowList = .nothing, schemes: [String] = [],
        authority: [String: AuthorityReading] = [:]
    ) {
        self.origins = origins
        self.destinations = destinations
        self.schemes = schemes
        self.authority = authority
    }

    /// The origins as the author wrote them.
    package var originTexts: [String] { origins.map { $0.text } }
}

extension DestinationAllowList {
    /// The list that allows nothing.
    package static let nothing: DestinationAllowList = {
        do throws(DestinationError) {
            return try DestinationAllowList([])
        } catch {
            preconditionFailure("an empty allow-list was refused: \(error.detail)")
        }
    }()
}
