/// Takes a person to one destination; one for each screen that is reached by a registered path.
@MainActor
public protocol Navigating: AnyObject {
    /// Goes there.
    /// - Parameters:
    ///   - source: where the jump starts.
    ///   - transition: how to go.
    ///   - request: the parameters, and what the caller hands over beside the address.
    ///   - host: the display.
    /// - Returns: how it ended.
    func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome
}

extension Navigating {
    /// Puts a screen onto the display in the way asked for.
    /// - Returns: false where the display did not take it.
    @discardableResult
    public func navigate(
        to screen: any ScreenNode, from source: any ScreenNode, using transition: TransitionType,
        host: any NavigationHost
    ) -> Bool {
        transition.transition.navigate(from: source, to: screen, on: host, animated: true)
    }
}
