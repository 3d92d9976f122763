/// Goes to one destination; an app registers one for each path, and a structure is enough.
@MainActor
public protocol Navigating {
    /// Goes to the destination.
    /// - Parameters:
    ///   - source: where the jump starts.
    ///   - transition: how to show the screen.
    ///   - request: the parameters, and the caller's values in addition to the address.
    ///   - host: the display.
    /// - Returns: the outcome.
    func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome
}

extension Navigating {
    /// Shows a screen with a transition.
    /// - Returns: false if the display refused it.
    @discardableResult
    public func navigate(
        to screen: any ScreenNode, from source: any ScreenNode, using transition: TransitionType,
        host: any NavigationHost
    ) -> Bool {
        transition.transition.navigate(from: source, to: screen, on: host, animated: true)
    }
}
