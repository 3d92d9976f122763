import RouteModel

extension AppRouter {
    /// Does what was planned.
    func perform(_ prepared: Prepared, _ attempt: Attempt) -> RouteOutcome {
        switch prepared {
        case .stop(let outcome): return outcome
        case .go(.page(let target, let opener)): return openPage(target, opener, attempt)
        case .go(.handler(let entry, let request)):
            guard let handler = entry.handler else { return .notFound }
            handler(
                RouteCall(
                    pattern: entry.pattern, parameters: request.parameters, address: request.address,
                    userInfo: request.userInfo, answer: attempt.answer))
            return .performed(pattern: entry.pattern)
        case .go(.path(let entry, let request)):
            guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
            return entry.navigator.navigate(
                from: source, using: attempt.transition ?? policy.transition, request: request, host: host)
        case .go(.screen(let registration, let request, let named)):
            guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
            if let outcome = staying(registration, request) { return outcome }
            if switched(to: request, animated: attempt.animated) { return .handled(screen: registration.name) }
            let node: any ScreenNode
            switch Self.made(registration, request) {
            case .success(let made): node = made
            case .failure(let rejection): return .rejected(rejection.reason)
            }
            let wanted = chosen(attempt, request, named, registration)
            // What the display shows may have changed while the screen was made.
            let start = attempt.source == nil ? host.resolveSource(nil) ?? source : source
            wanted.navigate(
                from: start, to: registration.wrapping == .navigation ? host.wrapped(node) : node, on: host,
                animated: attempt.animated ?? policy.animates)
            return .handled(screen: registration.name)
        }
    }

    /// Stays on the screen on top where it shows the same, or takes the new parameters; nil where it is another.
    func staying(_ registration: ScreenRegistration, _ request: ScreenRequest) -> RouteOutcome? {
        guard registration.sameScreen != .alwaysNew else { return nil }
        let (node, context) = top
        switch Sameness.of(node, context, with: request) {
        case .same: return .alreadyThere(screen: registration.name)
        case .sameType where registration.sameScreen == .updateIfSameType:
            guard let updatable = node as? any Updatable, updatable.isReady else { return nil }
            updatable.post(request)
            return .updated(screen: registration.name)
        case .sameType, .other: return nil
        }
    }

    /// Asks the switchers in order; the first that can decides.
    func switched(to request: ScreenRequest, animated: Bool?) -> Bool {
        for switcher in switchers where switcher.canSwitch(to: request) {
            if switcher.switchContext(to: request, animated: animated ?? policy.animates) { return true }
        }
        return false
    }

    /// Why no screen was made.
    struct NothingMade: Error {
        var reason: RouteOutcome.Rejection
    }

    static func made(_ registration: ScreenRegistration, _ request: ScreenRequest) -> Result<
        any ScreenNode, NothingMade
    > {
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

    /// How a screen comes onto the display: caller, address, rule, provider, screen, policy.
    private func chosen(
        _ attempt: Attempt, _ request: ScreenRequest, _ named: String?, _ registration: ScreenRegistration
    ) -> any Transition {
        if let transition = attempt.transition { return transition.transition }
        var names = [named].compactMap(\.self)
        if !attempt.kind.isExternal, let key = policy.transitionQueryName,
            let wanted = request.parameters.query.first(where: { $0.name == key })
        {
            names.insert(wanted.value.text, at: 0)
        }
        for name in names {
            if let found = transitions[name] { return found }
            tell(.unknownTransition(name))
        }
        return transitionProvider?.transition(for: request.context)
            ?? (registration.transition ?? policy.transition).transition
    }

    private func openPage(_ target: String, _ opener: RouteOutcome.Opener, _ attempt: Attempt) -> RouteOutcome {
        if opener == .webView, host.openInWebView(target, from: host.resolveSource(attempt.source)) {
            return .opened(address: target, by: .webView)
        }
        // A page from outside that the web view does not take goes back to where it came from.
        return host.openInSystem(target) ? .opened(address: target, by: .system) : .notFound
    }
}
