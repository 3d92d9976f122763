public import RouteModel

/// Takes a person to one destination; one for each screen that is reached by a registered path.
@MainActor
public protocol Navigating: AnyObject {
    /// Goes there.
    /// - Returns: how it ended.
    func navigate(
        from source: any ScreenNode, using transition: TransitionType, parameters: Parameters, host: any NavigationHost
    ) -> RouteOutcome
}

extension Navigating {
    /// Puts a screen onto the display in the way asked for.
    public func navigate(
        to screen: any ScreenNode, from source: any ScreenNode, using transition: TransitionType,
        host: any NavigationHost
    ) {
        switch transition {
        case .show: host.show(screen, from: source, animated: true)
        case .present: host.present(screen, from: source, animated: true)
        }
    }
}

/// Goes back by one screen.
public final class PopNavigator: Navigating {
    /// Makes one.
    public init() {}

    /// Takes the top screen away; an empty stack is an answer, not a crash.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, parameters: Parameters, host: any NavigationHost
    ) -> RouteOutcome {
        host.pop(from: source.topScreen, animated: true)
            ? .handled(screen: host.topScreen?.currentScreen?.name ?? "") : .failed("there is nothing to go back to")
    }
}
