/// A screen that is its request: what the factory makes for a display of values, such as a SwiftUI app.
@MainActor
public final class RequestScreen: ScreenNode, ContextHolder {
    /// The request.
    public let request: ScreenRequest

    /// Makes the screen of a request.
    public init(_ request: ScreenRequest) { self.request = request }

    /// The context of the request.
    public var currentContext: ScreenContext? { request.context }
}

extension ScreenRegistry {
    /// Registers the screens of a typed route, for a display of values; a request that is no such route is refused.
    /// - Parameters:
    ///   - names: the names of the screens: the cases of the enum.
    ///   - type: the route.
    ///   - exposure: who may reach them.
    ///   - effect: what showing them does.
    ///   - transition: how to show them if neither caller nor rule chooses a transition.
    ///   - anyOfFeatures: features of which at least one must be on; empty for none.
    ///   - guards: asked in order after the guards of the router.
    ///   - sameScreen: what to do if one is on top already.
    /// - Returns: false if a name is taken; that screen keeps its first registration.
    @discardableResult
    public func register<Route: TypedRoute>(
        _ names: [String], as type: Route.Type, exposure: ScreenRegistration.Exposure = .internal,
        effect: ScreenRegistration.Effect = .read, transition: TransitionType? = nil, anyOfFeatures: [String] = [],
        guards: [any RouteGuard] = [], sameScreen: ScreenRegistration.SameScreenPolicy = .updateIfSameType
    ) -> Bool {
        names.map { name in
            register(
                ScreenRegistration(
                    name, exposure: exposure, effect: effect, transition: transition, anyOfFeatures: anyOfFeatures,
                    guards: guards, sameScreen: sameScreen
                ) { request in
                    do throws(TypedRouteError) { _ = try Route(request: request) } catch {
                        throw ScreenRegistration.Refusal.other(error.description)
                    }
                    return RequestScreen(request)
                })
        }.allSatisfy(\.self)
    }
}
