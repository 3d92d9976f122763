public import RouteProtocols

/// Goes to one destination with a method that has no display: a structure with this one method compiles unchanged.
@available(*, deprecated, message: "conform to Navigating, or copy Config/examples/OlderRouter; goes in 0.3.0")
@MainActor
public protocol ControllerNavigating: Navigating {
    /// The class of the screens on the display.
    associatedtype Controller: ScreenNode

    /// Goes to the destination, with ``navigate(to:from:using:)``.
    /// - Parameters:
    ///   - viewController: where the jump starts.
    ///   - transitionType: how to show the screen.
    ///   - parameters: the query of the address, as ``QueryItems/flattenedAsInLessons(_:from:)`` has it.
    func navigate(from viewController: Controller, using transitionType: TransitionType, parameters: [String: String])
}

@available(*, deprecated)
extension ControllerNavigating {
    /// Calls the method without a display; its screens go through the display, as all others do.
    /// - Returns: the outcome: `notShown` if the display refused a screen, `handled` also if none was shown.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        guard let controller = source as? Controller else {
            return .failed("\(Self.self) starts at a \(Controller.self), not at a \(type(of: source))")
        }
        let call = ControllerCall(host, controller, screen: request.name)
        ControllerCall.begin(call)
        defer { ControllerCall.end() }
        let parameters = QueryItems.flattenedAsInLessons(request.address, from: request.kind)
        navigate(from: controller, using: transition, parameters: parameters)
        return call.isRefused ? .rejected(.notShown(request.name)) : .handled(screen: request.name)
    }

    /// Shows a screen with a transition, on the display of the router that called this navigator.
    ///
    /// A navigator may also call it later, such as when data has arrived. The display is then that of the latest call that
    /// started at the same screen; for another screen it is the only display that has called such navigators. If that display
    /// is gone, or there are several, nothing is shown: a screen must not appear in another window.
    /// - Returns: `handled`, or why nothing was shown.
    @discardableResult
    public func navigate(
        to destinationViewController: some ScreenNode, from sourceViewController: Controller,
        using transitionType: TransitionType
    ) -> RouteOutcome {
        let call: ControllerCall
        switch ControllerCall.call(for: sourceViewController) {
        case .success(let found): call = found
        case .failure(let lost): return .failed(lost.reason)
        }
        guard let host = call.host else { return .failed("the display of \(call.screen) is gone") }
        let isShown = transitionType.transition.navigate(
            from: sourceViewController, to: destinationViewController, on: host, animated: true)
        if !isShown { call.isRefused = true }
        return isShown ? .handled(screen: call.screen) : .rejected(.notShown(call.screen))
    }
}
