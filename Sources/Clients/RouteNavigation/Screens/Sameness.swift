import RouteProtocols

/// How the screen on top compares to a request.
enum Sameness: Sendable {
    /// The same screen, which shows the same.
    case same
    /// The same screen, which shows something else.
    case sameType
    /// Another screen.
    case other

    /// Compares a screen and its context with a request.
    @MainActor
    static func of(_ top: (any ScreenNode)?, _ context: ScreenContext?, with request: ScreenRequest) -> Sameness {
        if let routable = top as? any Routable, type(of: routable).screenName == request.name {
            guard let identifier = routable.routingIdentifier,
                identifier == type(of: routable).routingIdentifier(of: request)
            else { return .sameType }
            return .same
        }
        guard let context else { return .other }
        if context == request.context { return .same }
        return context.screen == request.name ? .sameType : .other
    }
}
