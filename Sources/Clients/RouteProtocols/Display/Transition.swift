/// How a screen is shown; rules may use the raw values as `transition`.
public enum TransitionType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Into the navigation container around the source: pushed in a stack, presented if there is no container.
    case show
    /// Presented over everything, as a modal.
    case present
}

/// A way to show a screen; apps can add their own.
@MainActor
public protocol Transition {
    /// Shows the screen.
    /// - Returns: false if the display refused it.
    func navigate(
        from source: any ScreenNode, to destination: any ScreenNode, on host: any NavigationHost, animated: Bool
    ) -> Bool
}

/// The transitions of every display; rules may use the raw values as `transition`.
public enum StandardTransition: String, Sendable, Hashable, CaseIterable, Transition {
    /// Into the navigation container around the source.
    case show
    /// Presented over everything, as a modal.
    case present
    /// Replacing the top of the navigation container around the source.
    case replace
    /// Replacing everything.
    case root

    /// Shows the screen.
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
    /// The standard transition of the same name.
    public var transition: any Transition {
        switch self {
        case .show: StandardTransition.show
        case .present: StandardTransition.present
        }
    }
}

/// Chooses a transition if neither the caller nor the rule does.
@MainActor
public protocol TransitionProvider: AnyObject {
    /// The transition for a context; nil leaves it to the screen's registration.
    func transition(for context: ScreenContext) -> (any Transition)?
}
