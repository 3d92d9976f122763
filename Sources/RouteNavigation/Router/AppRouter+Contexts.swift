extension AppRouter {
    /// Goes to a context of the app's own making.
    @discardableResult
    public func navigate(
        to context: ScreenContext, using transition: TransitionType? = nil, animated: Bool? = nil
    ) async -> RouteOutcome {
        await navigate(to: [context], using: transition, animated: animated)
    }

    /// Goes to the last of several contexts through the others, so that going back finds them.
    ///
    /// What the display already shows or holds is kept: a context that is on top is passed, one that a switcher can
    /// bring to the front is switched to, and only the others are made. Every context is checked, and every guard asked,
    /// before anything moves. Only the last step is animated.
    /// - Parameters:
    ///   - contexts: bottom first, 16 at most.
    ///   - transition: how each comes onto the display; nil leaves it to each screen.
    ///   - animated: whether the last step is; nil leaves it to the policy.
    /// - Returns: how the last step ended, or why the way there could not be gone.
    @discardableResult
    public func navigate(
        to contexts: [ScreenContext], using transition: TransitionType? = nil, animated: Bool? = nil
    ) async -> RouteOutcome {
        let outcome = await go(to: contexts, using: transition, animated: animated)
        tell(.ended(address: nil, .internal, outcome))
        return outcome
    }

    private func go(
        to contexts: [ScreenContext], using transition: TransitionType?, animated: Bool?
    ) async -> RouteOutcome {
        guard let last = contexts.last, contexts.count <= Limits.contextsMax else {
            return .failed("a list of contexts has 1 to \(Limits.contextsMax) of them")
        }
        var steps: [(registration: ScreenRegistration, request: ScreenRequest)] = []
        for context in contexts {
            guard let registration = registration(for: context) else {
                return .rejected(.unknownScreen(context.screen))
            }
            if let rejection = permission(registration, .internal) { return .rejected(rejection) }
            steps.append((registration, ScreenRequest(context)))
        }
        let runner = GuardRunner(clock: clock, limit: policy.guardTimeLimit)
        for step in steps {
            let verdict = await runner.ask(guards + step.registration.guards, about: step.request)
            if let outcome = await outcome(of: verdict) { return outcome }
        }
        var outcome = RouteOutcome.alreadyThere(screen: last.screen)
        for (number, step) in steps.enumerated() {
            let isLast = number == steps.count - 1
            if let rejection = permission(step.registration, .internal) { return .rejected(rejection) }
            outcome = go(to: step, using: transition, animated: isLast && (animated ?? policy.animates))
            guard outcome.isHandled else { return outcome }
        }
        return outcome
    }

    /// One step, in this order: equal top, switchers, factory, transition from the top as it is then.
    private func go(
        to step: (registration: ScreenRegistration, request: ScreenRequest), using transition: TransitionType?,
        animated: Bool
    ) -> RouteOutcome {
        let name = step.registration.name
        if top.context == step.request.context { return .alreadyThere(screen: name) }
        if let outcome = staying(step.registration, step.request) { return outcome }
        if let outcome = switched(to: step.request, animated: animated) { return outcome }
        let node: any ScreenNode
        switch Self.made(step.registration, step.request) {
        case .success(let made): node = made
        case .failure(let rejection): return .rejected(rejection.reason)
        }
        guard let source = top.node ?? host.root else { return .rejected(.noRoot) }
        let way =
            transition?.transition ?? transitionProvider?.transition(for: step.request.context)
            ?? (step.registration.transition ?? policy.transition).transition
        return put(node, step.registration, by: way, from: source, animated: animated)
    }

    private func registration(for context: ScreenContext) -> ScreenRegistration? {
        if let found = screens[context.screen] { return found }
        guard let factory = contextFactory else { return nil }
        return ScreenRegistration(context.screen) { [weak factory] _ in factory?.screen(for: context) }
    }

    /// What guards that did not allow make of a jump without an address; nil where they allowed.
    func outcome(of verdict: GuardRunner.Verdict) async -> RouteOutcome? {
        switch verdict {
        case .allowed: return nil
        case .denied(let name, let reason): return .rejected(.denied(by: name, reason))
        case .timedOut(let name): return .rejected(.guardTimedOut(name))
        case .cancelled: return .rejected(.cancelled)
        case .redirected(let name, let target, _):
            // Contexts have no address to come back to: whoever asked asks again.
            let outcome = await open(target, kind: .internal)
            return outcome.isHandled ? .redirected(by: name, to: target, resumes: false) : outcome
        }
    }
}
