/// A way for a screen to come onto the display; apps add their own without changing the router.
@MainActor
public protocol Transition {
    /// Puts the screen there.
    /// - Returns: false where the display did not take it.
    func navigate(
        from source: any ScreenNode, to destination: any ScreenNode, on host: any NavigationHost, animated: Bool
    ) -> Bool
}

/// The ways that every display has; the raw values may stand in rules as `transition`.
public enum StandardTransition: String, Sendable, Hashable, CaseIterable, Transition {
    /// Into the navigation around the source.
    case show
    /// Over everything, as a modal.
    case present
    /// In place of the top of the navigation around the source.
    case replace
    /// At the bottom, in place of everything.
    case root

    /// Puts the screen there.
    public func navigate(
        from source: any ScreenNode, to destination: any ScreenNode, on host: any NavigationHost, animated: Bool
    ) -> Bool {
        switch self {
        case .show: host.show(destination, from: source, animated: animated)
        case .present: host.present(destination, from: source, animated: animated)
        case .replace: host.replaceTop(with: destination, from: source, animated: animated)
        case .root: host.setRoot(destination, animated: animated)
        }
    }
}

extension TransitionType {
    /// The same as a transition.
    public var transition: any Transition {
        switch self {
        case .show: StandardTransition.show
        case .present: StandardTransition.present
        }
    }
}

/// The transitions that rules and addresses may choose by name.
@MainActor
public final class TransitionRegistry {
    private var transitions: [String: any Transition] = [:]

    /// Makes a registry that holds the standard transitions; `push` and `modal` are other names for two of them.
    public init() {
        for transition in StandardTransition.allCases { transitions[transition.rawValue] = transition }
        transitions["push"] = StandardTransition.show
        transitions["modal"] = StandardTransition.present
    }

    /// Adds a transition, in place of one of the same name.
    public func register(_ name: String, _ transition: any Transition) { transitions[name] = transition }

    /// The transition of this very name.
    public subscript(name: String) -> (any Transition)? { transitions[name] }
}

/// Says how a screen comes onto the display where neither caller nor rule does.
@MainActor
public protocol TransitionProvider: AnyObject {
    /// The transition for a context; nil leaves it to the screen's registration.
    func transition(for context: ScreenContext) -> (any Transition)?
}
