public import Foundation

/// The part of the router that feature modules use: register paths, and follow addresses.
@MainActor
public protocol AppRouting: AnyObject {
    /// Registers the navigator of a path.
    /// - Parameters:
    ///   - path: with or without its first slash; letter case does not matter.
    ///   - navigator: goes there.
    /// - Returns: false if the path is registered already and keeps its first navigator.
    @discardableResult
    func register(path: RoutePath, navigator: any Navigating) -> Bool

    /// Follows an address of the app's own code.
    /// - Parameters:
    ///   - address: the address; nil is rejected with an outcome.
    ///   - source: where the jump starts; nil or an object that is not on the display stands for the root.
    ///   - transition: how to show the screen; nil leaves it to the rule and the screen.
    /// - Returns: the outcome; `asking` while guards decide.
    @discardableResult
    func route(to address: String?, from source: (any RoutingSource)?, using transition: TransitionType?)
        -> RouteOutcome

    /// Follows a typed route of the app's own code.
    /// - Returns: the outcome; `asking` while guards decide.
    @discardableResult
    func route(to route: any TypedRoute, from source: (any RoutingSource)?, using transition: TransitionType?)
        -> RouteOutcome
}

extension AppRouting {
    /// Registers the navigator of a path that is a text, such as one of a list.
    /// - Returns: false if the path is registered already and keeps its first navigator.
    @_disfavoredOverload
    @discardableResult
    public func register(path: String, navigator: any Navigating) -> Bool {
        register(path: RoutePath(path), navigator: navigator)
    }

    /// The default for routers that follow addresses only: the outcome is `failed`.
    @discardableResult
    public func route(
        to route: any TypedRoute, from source: (any RoutingSource)?, using transition: TransitionType?
    ) -> RouteOutcome {
        .failed("this router follows no typed routes; follow the address of the route")
    }

    /// Follows a typed route, with the transition of the rule or the screen.
    @discardableResult
    public func route(to route: any TypedRoute, from source: (any RoutingSource)? = nil) -> RouteOutcome {
        self.route(to: route, from: source, using: nil)
    }

    /// Follows an address, with the transition of the rule or the screen.
    @discardableResult
    public func route(to address: String?, from source: (any RoutingSource)? = nil) -> RouteOutcome {
        route(to: address, from: source, using: nil)
    }

    /// Follows an address from the source that the provider returns now.
    @discardableResult
    public func route(
        to address: String?, using transition: TransitionType?, sourceProvider: RoutingSourceProvider
    ) -> RouteOutcome {
        route(to: address, from: sourceProvider(), using: transition)
    }

    // Foundation's URL only transports the text; this package's parser reads it, as on the server.

    /// Follows an address.
    @_disfavoredOverload
    @discardableResult
    public func route(
        to url: URL?, from source: (any RoutingSource)? = nil, using transition: TransitionType? = nil
    ) -> RouteOutcome {
        route(to: url?.absoluteString, from: source, using: transition)
    }
}

/// A path of the app, written as a text; declare it once if several modules need it.
public struct RoutePath: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path as it was written.
    public let text: String

    /// Makes a path of a text, unchanged.
    public init(_ text: String) { self.text = text }

    /// Makes a path of a text, unchanged.
    public init(stringLiteral text: String) { self.text = text }
}
