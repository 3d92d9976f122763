import RouteModel

extension AppRouter {
    /// Does what was planned.
    func perform(_ prepared: Prepared, _ attempt: Attempt) -> RouteOutcome {
        switch prepared {
        case .stop(let outcome): return outcome
        case .go(.page(let target, let opener, let missed)): return openPage(target, opener, missed, attempt)
        case .go(.handler(let entry, let request)):
            guard let handler = entry.handler else { return .notFound }
            handler(
                RouteCall(
                    pattern: entry.pattern, parameters: request.parameters, address: request.address,
                    kind: request.kind, userInfo: request.userInfo, answer: attempt.answer))
            return .performed(pattern: entry.pattern)
        case .go(.path(let entry, let request)):
            guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
            return entry.navigator.navigate(
                from: source, using: attempt.transition ?? policy.transition, request: request, host: host)
        case .go(.screen(let registration, let request, let named)):
            return show(registration, request, named, attempt)
        }
    }

    private func show(
        _ registration: ScreenRegistration, _ request: ScreenRequest, _ named: String?, _ attempt: Attempt
    ) -> RouteOutcome {
        guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
        if let outcome = staying(registration, request) { return outcome }
        if let outcome = switched(to: request, animated: attempt.animated ?? policy.animates) { return outcome }
        let node: any ScreenNode
        switch Self.made(registration, request) {
        case .success(let made): node = made
        case .failure(let rejection): return .rejected(rejection.reason)
        }
        let wanted = chosen(attempt, request, named, registration)
        // What the display shows may have changed while the screen was made.
        let start = attempt.source == nil ? host.resolveSource(nil) ?? source : source
        return put(node, registration, by: wanted, from: start, animated: attempt.animated ?? policy.animates)
    }

    /// Puts a screen onto the display, in the container that it asks for.
    func put(
        _ node: any ScreenNode, _ registration: ScreenRegistration, by way: any Transition, from start: any ScreenNode,
        animated: Bool
    ) -> RouteOutcome {
        let destination = registration.wrapping == .navigation ? host.wrapped(node) : node
        return way.navigate(from: start, to: destination, on: host, animated: animated)
            ? .handled(screen: registration.name) : .rejected(.notShown(registration.name))
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

    /// Asks the switchers in order; the first that can decides, and nil is none.
    ///
    /// The screen that comes to the front gets the parameters if it shows something else; one that cannot take them is
    /// told of.
    func switched(to request: ScreenRequest, animated: Bool) -> RouteOutcome? {
        for switcher in switchers where switcher.canSwitch(to: request) {
            guard switcher.switchContext(to: request, animated: animated) else { continue }
            let named = switcher.screen(for: request)
            let node = named ?? top.node
            let context = named.map { ($0 as? any ContextHolder)?.currentContext } ?? top.context
            let sameness = Sameness.of(node, context, with: request)
            if sameness == .same { return .handled(screen: request.name) }
            if named != nil || sameness == .sameType, let updatable = node as? any Updatable, updatable.isReady {
                updatable.post(request)
                return .updated(screen: request.name)
            }
            if !request.parameters.isEmpty { tell(.parametersNotTaken(screen: request.name)) }
            return .handled(screen: request.name)
        }
        return nil
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

    /// Opens a page; `missed` is how the way ended that the page stands in for, and nil for a page that a rule names.
    private func openPage(
        _ target: String, _ opener: RouteOutcome.Opener, _ missed: RouteOutcome?, _ attempt: Attempt
    ) -> RouteOutcome {
        if opener == .webView, host.openInWebView(target, from: host.resolveSource(attempt.source)) {
            return .opened(address: target, by: .webView)
        }
        if let missed, attempt.kind == .universalLink || !policy.fallbacks.contains(.browser) { return missed }
        return host.openInSystem(target) ? .opened(address: target, by: .system) : .rejected(.nobodyOpens(target))
    }
}
