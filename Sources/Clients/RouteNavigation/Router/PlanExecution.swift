import RouteProtocols

/// Executes a plan: shows a screen, runs a handler or a navigator, or opens a page.
@MainActor
struct PlanExecution {
    let router: AppRouter
    let attempt: Attempt

    private var host: any NavigationHost { router.host }
    private var policy: RoutingPolicy { router.policy }

    /// Goes to the destination of a plan.
    func perform(_ prepared: Prepared) -> RouteOutcome {
        switch prepared {
        case .stop(let outcome): return outcome
        case .go(.page(let target, let opener, let missed)): return openPage(target, opener, missed)
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
            guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
            let presenter = ScreenPresenter(
                router: router, registration: registration, request: request, animated: policy.animates)
            let outcome = presenter.show {
                attempt.source == nil ? host.resolveSource(nil) ?? source : source
            } by: {
                chosenTransition(request, named: named) ?? presenter.preferredTransition
            }
            if case .handled = outcome { router.routes.screenShown() }
            return outcome
        }
    }

    /// The transition that the caller, the address or the rule chooses, in this order; nil if none does.
    private func chosenTransition(_ request: ScreenRequest, named: String?) -> (any Transition)? {
        if let transition = attempt.transition { return transition.transition }
        for name in chosenNames(request, named: named) {
            if let found = router.transitions[name] { return found }
            router.report(.unknownTransition(name))
        }
        return nil
    }

    /// The names of transitions that the address and the rule choose, in this order.
    func chosenNames(_ request: ScreenRequest, named: String?) -> [String] {
        var names = [named].compactMap(\.self)
        if !attempt.kind.isExternal, let key = policy.transitionQueryName,
            let wanted = request.parameters.query.first(where: { $0.name == key })
        {
            names.insert(wanted.value.text, at: 0)
        }
        return names
    }

    /// Opens a page; `missed` is the outcome that the page replaces, and nil for a page that a rule names.
    private func openPage(
        _ target: String, _ opener: RouteOutcome.Opener, _ missed: RouteOutcome?
    ) -> RouteOutcome {
        if opener == .webView, host.openInWebView(target, from: host.resolveSource(attempt.source)) {
            return .opened(address: target, by: .webView)
        }
        if let missed, attempt.kind == .universalLink || !policy.fallbacks.contains(.browser) { return missed }
        return router.openInSystem(target) ? .opened(address: target, by: .system) : .rejected(.nobodyOpens(target))
    }
}
