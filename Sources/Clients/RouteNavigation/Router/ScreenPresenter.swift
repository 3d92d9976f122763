import RouteModel
import RouteProtocols

/// Brings a screen onto the display, without showing the same one twice.
@MainActor
struct ScreenPresenter {
    let host: any NavigationHost
    /// Says which screen is on top.
    let top: any TopScreenProvider
    let switchers: [any ContextSwitching]
    let report: (@MainActor (RouterEvent) -> Void)?
    let registration: ScreenRegistration
    let request: ScreenRequest
    let animated: Bool

    /// Does these steps until one gives an outcome: stay on the screen on top or update it; switch to a screen that the
    /// display already has; make the screen; show it.
    ///
    /// `source`, where the jump starts, and `transition` are called after the screen was made, because making it may
    /// change the display.
    func show(
        from source: () -> (any ScreenNode)?, by transition: () -> any Transition
    ) -> RouteOutcome {
        if let outcome = stay() ?? switchToExisting() { return outcome }
        let screen: any ScreenNode
        switch make() {
        case .success(let made): screen = made
        case .failure(let failure): return .rejected(failure.reason)
        }
        guard let source = source() else { return .rejected(.noRoot) }
        let destination = registration.wrapping == .navigation ? host.wrapped(screen) : screen
        return transition().navigate(from: source, to: destination, on: host, animated: animated)
            ? .handled(screen: registration.name) : .rejected(.notShown(registration.name))
    }

    /// Stays on the screen on top if it shows the same, or updates it; nil if it is another screen.
    private func stay() -> RouteOutcome? {
        guard registration.sameScreen != .alwaysNew else { return nil }
        let node = top.topScreen
        switch Sameness.of(node, top.topContext, with: request) {
        case .same: return .alreadyThere(screen: registration.name)
        case .sameType where registration.sameScreen == .updateIfSameType:
            guard let updatable = node as? any Updatable, updatable.isReady else { return nil }
            updatable.post(request)
            return .updated(screen: registration.name)
        case .sameType, .other: return nil
        }
    }

    /// Brings the screen to the front with the first switcher that can do it; nil if none can.
    ///
    /// That screen gets the parameters if it shows something else; if it cannot get them, an event reports it.
    private func switchToExisting() -> RouteOutcome? {
        for switcher in switchers where switcher.canSwitch(to: request) {
            guard switcher.switchContext(to: request, animated: animated) else { continue }
            let named = switcher.screen(for: request)
            let node = named ?? top.topScreen
            let context = named.map { ($0 as? any ContextHolder)?.currentContext } ?? top.topContext
            let sameness = Sameness.of(node, context, with: request)
            if sameness == .same { return .handled(screen: request.name) }
            if named != nil || sameness == .sameType, let updatable = node as? any Updatable, updatable.isReady {
                updatable.post(request)
                return .updated(screen: request.name)
            }
            if !request.parameters.isEmpty { report?(.parametersNotTaken(screen: request.name)) }
            return .handled(screen: request.name)
        }
        return nil
    }

    /// Why no screen was made.
    private struct NothingMade: Error {
        var reason: RouteOutcome.Rejection
    }

    private func make() -> Result<any ScreenNode, NothingMade> {
        do {
            guard let node = try registration.make(request) else {
                return .failure(NothingMade(reason: .nothingMade(registration.name)))
            }
            return .success(node)
        } catch ScreenRegistration.Refusal.missingParameter(let name) {
            return .failure(NothingMade(reason: .missingParameter(name)))
        } catch ScreenRegistration.Refusal.other(let reason) {
            return .failure(NothingMade(reason: .refusedByScreen(reason)))
        } catch {
            return .failure(NothingMade(reason: .refusedByScreen("\(error)")))
        }
    }
}
