/// The screens of an app: an allow-list from which rules choose by name.
@MainActor
public final class ScreenRegistry {
    /// What happens if a name is registered twice.
    public enum DuplicatePolicy: Sendable {
        /// The later registration replaces the first.
        case replace
        /// The later registration is refused.
        case refuse
    }

    private var screens: [String: ScreenRegistration] = [:]
    private let duplicates: DuplicatePolicy

    /// Makes an empty registry.
    public init(duplicates: DuplicatePolicy = .refuse) { self.duplicates = duplicates }

    /// Adds a screen.
    /// - Returns: false if the name is taken and keeps its first registration.
    @discardableResult
    public func register(_ screen: ScreenRegistration) -> Bool {
        guard duplicates == .replace || screens[screen.name] == nil else { return false }
        screens[screen.name] = screen
        return true
    }

    /// Removes a screen.
    public func deregister(_ name: String) { screens[name] = nil }

    /// The screen of exactly this name.
    public subscript(name: String) -> ScreenRegistration? { screens[name] }

    /// All names, sorted.
    public var names: [String] { screens.keys.sorted() }

    /// All names with their required parameters, sorted; a build can send them to the server, which checks rules
    /// against them.
    public var manifest: [(name: String, requiredParameters: [String])] {
        names.map { ($0, screens[$0]?.requiredParameters.sorted() ?? []) }
    }
}

/// Returns which features are on; an app connects its own switches.
@MainActor
public protocol FeatureToggleStore: AnyObject {
    /// Whether a feature is on.
    func isOn(_ feature: String) -> Bool
}
