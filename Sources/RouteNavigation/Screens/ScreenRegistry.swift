/// The screens an app has: the allow-list from which rules choose by name.
@MainActor
public final class ScreenRegistry {
    /// What registering a name twice does.
    public enum DuplicatePolicy: Sendable {
        /// The later registration wins.
        case replace
        /// The later registration is refused.
        case refuse
    }

    private var screens: [String: ScreenRegistration] = [:]
    private let duplicates: DuplicatePolicy

    /// Makes an empty registry.
    public init(duplicates: DuplicatePolicy = .refuse) { self.duplicates = duplicates }

    /// Adds a screen.
    /// - Returns: false when the name is taken and stays with its first owner.
    @discardableResult
    public func register(_ screen: ScreenRegistration) -> Bool {
        guard duplicates == .replace || screens[screen.name] == nil else { return false }
        screens[screen.name] = screen
        return true
    }

    /// Takes a screen out.
    public func deregister(_ name: String) { screens[name] = nil }

    /// The screen of this very name.
    public subscript(name: String) -> ScreenRegistration? { screens[name] }

    /// All names in order, such as for a build's screen manifest.
    public var names: [String] { screens.keys.sorted() }

    /// Names and what they need, in order: what a build tells the server, so that it can check rules against it.
    public var manifest: [(name: String, requiredParameters: [String])] {
        names.map { ($0, screens[$0]?.requiredParameters.sorted() ?? []) }
    }
}

/// Which features are on; an app connects its own switches.
@MainActor
public protocol FeatureToggleStore: AnyObject {
    /// Whether a feature is on.
    func isOn(_ feature: String) -> Bool
}
