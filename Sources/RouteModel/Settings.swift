package import RoutePattern
package import TargetTemplate

/// What a draft says about all its rules.
package struct Settings: Sendable, Hashable {
    /// The schemes and authorities that a path-only pattern stands for.
    package var origins: [Origin]
    /// Where redirects may lead; nothing is allowed while it is empty.
    package var destinations: DestinationAllowList
    /// The app's own schemes, without colon.
    package var schemes: [String]
    /// How the authority of a scheme's addresses is read; `host` where a scheme is not named.
    package var authority: [String: AuthorityReading]

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

    /// The origins as they were given.
    package var originTexts: [String] { origins.map(\.text) }
}

/// The editable rules and settings of an app.
package struct Draft: Sendable, Hashable {
    /// What holds for all rules.
    package var settings: Settings
    /// The rules; their position decides where nothing else does.
    package var rules: [Rule]

    /// Makes a draft.
    package init(settings: Settings = Settings(), rules: [Rule] = []) {
        self.settings = settings
        self.rules = rules
    }
}

extension DestinationAllowList {
    /// The list that allows nothing.
    package static let nothing: DestinationAllowList = {
        do {
            return try DestinationAllowList([])
        } catch {
            preconditionFailure("an empty list has no entry that could be wrong: \(error)")
        }
    }()
}
