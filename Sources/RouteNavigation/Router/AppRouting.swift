/// What feature modules know of the router: register what they show, go where an address says.
@MainActor
public protocol AppRouting: AnyObject {
    /// Registers who takes people to a path of the app.
    /// - Parameters:
    ///   - path: with or without its first slash, compared without letter case.
    ///   - navigator: who goes there.
    /// - Returns: false when the path is taken and stays with its first owner.
    @discardableResult
    func register(path: RoutePath, navigator: any Navigating) -> Bool

    /// Goes where an address leads.
    /// - Parameters:
    ///   - address: nil is rejected, never ignored.
    ///   - source: where the jump starts; nil or a foreign object stands for the root.
    ///   - transition: how to go there; nil leaves it to rule and screen.
    /// - Returns: how it ended; `asking` where guards are still to decide.
    @discardableResult
    func route(to address: String?, from source: (any RoutingSource)?, using transition: TransitionType?)
        -> RouteOutcome
}

extension AppRouting {
    /// Goes where an address leads, in the way rule and screen prefer.
    @discardableResult
    public func route(to address: String?, from source: (any RoutingSource)? = nil) -> RouteOutcome {
        route(to: address, from: source, using: nil)
    }

    /// Goes where an address leads, from wherever the provider says at this moment.
    @discardableResult
    public func route(
        to address: String?, using transition: TransitionType?, sourceProvider: RoutingSourceProvider
    ) -> RouteOutcome {
        route(to: address, from: sourceProvider(), using: transition)
    }
}
