public import Foundation

// Foundation only carries the text: what it means is read by the same parser as on the server, never by URL's own.

extension AppRouting {
    /// Goes where an address leads.
    @_disfavoredOverload
    @discardableResult
    public func route(
        to url: URL?, from source: (any RoutingSource)? = nil, using transition: TransitionType? = nil
    ) -> RouteOutcome {
        route(to: url?.absoluteString, from: source, using: transition)
    }
}

extension AppRouter {
    /// Goes where an address leads, with the care its origin asks for.
    @_disfavoredOverload
    @discardableResult
    public func open(
        _ url: URL?, kind: LinkKind, from source: (any RoutingSource)? = nil, using transition: TransitionType? = nil,
        userInfo: UserInfo = [:]
    ) async -> RouteOutcome {
        await open(url?.absoluteString, kind: kind, from: source, using: transition, userInfo: userInfo)
    }
}

extension IncomingLink {
    /// Makes a link.
    @_disfavoredOverload
    public init(_ kind: LinkKind, _ url: URL?, id: String? = nil) { self.init(kind, url?.absoluteString, id: id) }
}
