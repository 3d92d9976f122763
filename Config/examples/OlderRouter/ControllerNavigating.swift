import Foundation
import RouteNavigation

/// Goes to one destination with the signatures of an older router: a structure with this one method compiles unchanged.
@MainActor
protocol ControllerNavigating: RouteNavigation.Navigating {
    /// The class of the screens on the display: `UIViewController` in an app.
    associatedtype Controller: ScreenNode

    /// Goes to the destination, with `navigate(to:from:using:)`; `parameters` is the request's `flatQuery`.
    func navigate(from viewController: Controller, using transitionType: TransitionType, parameters: [String: String])
}

/// The protocol's older name; what conforms to Waymark's protocol of this name writes `RouteNavigation.Navigating`.
typealias Navigating = ControllerNavigating

extension ControllerNavigating {
    /// What the router calls: the outcome is `notShown` if the display refused a screen, `handled` also if none was shown.
    func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest, host: any NavigationHost
    ) -> RouteOutcome {
        guard let controller = source as? Controller else {
            return .failed("\(Self.self) starts at a \(Controller.self), not at a \(type(of: source))")
        }
        let call = NavigatorCall(host, controller, screen: request.name)
        call.run { navigate(from: controller, using: transition, parameters: request.flatQuery) }
        return call.isRefused ? .rejected(.notShown(request.name)) : .handled(screen: request.name)
    }

    /// Shows a screen on the display of the router that called this navigator, also later, such as when data has arrived.
    /// - Returns: `handled`, or why nothing was shown: a screen must not appear in another window.
    @discardableResult
    func navigate(
        to destinationViewController: some ScreenNode, from sourceViewController: Controller,
        using transitionType: TransitionType
    ) -> RouteOutcome {
        guard let call = NavigatorCall.of(sourceViewController) else {
            return .failed("no display, or several, have called navigators, and none from this screen")
        }
        guard let host = call.host else { return .failed("the display of \(call.screen) is gone") }
        let isShown = transitionType.transition.navigate(
            from: sourceViewController, to: destinationViewController, on: host, animated: true)
        if !isShown { call.isRefused = true }
        return isShown ? .handled(screen: call.screen) : .rejected(.notShown(call.screen))
    }
}

/// A call of a navigator: the older method has no display among its parameters.
@MainActor
private final class NavigatorCall {
    /// The innermost call under way: a navigator may open an address that another navigator has.
    static var current: NavigatorCall?
    /// The latest calls, oldest first: one for each screen at which they started, and 64 at most.
    static var latest: [NavigatorCall] = []

    weak var host: (any NavigationHost)?
    weak var source: (any ScreenNode)?
    let screen: String
    var isRefused = false

    init(_ host: any NavigationHost, _ source: any ScreenNode, screen: String) {
        self.host = host
        self.source = source
        self.screen = screen
    }

    func run(_ body: () -> Void) {
        let outer = Self.current
        Self.current = self
        defer { Self.current = outer }
        Self.latest.removeAll { ($0.source == nil && $0.host == nil) || $0.source === source }
        Self.latest = Self.latest.suffix(63) + [self]
        body()
    }

    /// The call to which a screen belongs that is shown now: the one under way, else the latest that started there, else the
    /// latest of the only display; nil if there are several.
    static func of(_ source: any ScreenNode) -> NavigatorCall? {
        if let call = current ?? latest.last(where: { $0.source === source }) { return call }
        let alive = latest.filter { $0.host != nil }
        return alive.allSatisfy { $0.host === alive.first?.host } ? alive.last : nil
    }
}

extension ScreenRequest {
    /// The query as older routers made it: names in lower case, the last value of a name counts, a later item without `=`
    /// removes the name, and `+` stays a plus.
    ///
    /// For links from outside it is the query that rules and guards have seen, and the first value counts.
    var flatQuery: [String: String] {
        guard !kind.isExternal else {
            return Dictionary(parameters.query.map { ($0.name.lowercased(), $0.value.text) }) { first, _ in first }
        }
        let items = URLComponents(string: address)?.queryItems ?? []
        return items.reduce(into: [:]) { $0[$1.name.lowercased()] = $1.value }
    }
}
