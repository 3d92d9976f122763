public import RouteProtocols

extension AppRouter {
    /// Goes to a context that the app made.
    @discardableResult
    public func navigate(
        to context: ScreenContext, using transition: TransitionType? = nil, animated: Bool? = nil
    ) async -> RouteOutcome {
        await navigate(to: [context], using: transition, animated: animated)
    }

    /// Goes to the last of several contexts through the others, so that a person can go back through them.
    ///
    /// Screens that the display already has are kept: a context on top is skipped, a switcher brings others to the
    /// front, and only the missing screens are made. Permissions and guards of every context are checked before
    /// anything moves. Only the last step is animated.
    /// - Parameters:
    ///   - contexts: bottom first, 16 at most.
    ///   - transition: how to show each; nil leaves it to each screen.
    ///   - animated: whether the last step is animated; nil leaves it to the policy.
    /// - Returns: the outcome of the last step, or why a step before it failed.
    @discardableResult
    public func navigate(
        to contexts: [ScreenContext], using transition: TransitionType? = nil, animated: Bool? = nil
    ) async -> RouteOutcome {
        let outcome = await show(contexts, using: transition, animated: animated)
        report(.ended(address: nil, .internal, outcome))
        return outcome
    }

    private func show(
        _ contexts: [ScreenContext], using transition: TransitionType?, animated: Bool?
    ) async -> RouteOutcome {
        guard let last = contexts.last, contexts.count <= Limits.contextsMax else {
            return .failed("a list of contexts has 1 to \(Limits.contextsMax) of them, not \(contexts.count)")
        }
        var steps: [(registration: ScreenRegistration, request: ScreenRequest)] = []
        for context in contexts {
            guard let registration = registration(for: context) else {
                return .rejected(.unknownScreen(context.screen))
            }
            if let rejection = permissions.rejection(of: registration, for: .internal) { return .rejected(rejection) }
            steps.append((registration, ScreenRequest(context)))
        }
        for step in steps {
            let answer = await guardRunner.ask(guards + step.registration.guards, about: step.request)
            if let outcome = await outcome(of: answer) { return outcome }
        }
        var outcome = RouteOutcome.alreadyThere(screen: last.screen)
        for (number, step) in steps.enumerated() {
            // Checked again, because a feature may have been switched off while guards decided.
            if let rejection = permissions.rejection(of: step.registration, for: .internal) {
                return .rejected(rejection)
            }
            let isLast = number == steps.count - 1
            outcome = show(step, using: transition, animated: isLast && (animated ?? policy.animates))
            guard outcome.isHandled else { return outcome }
        }
        return outcome
    }

    private func show(
        _ step: (registration: ScreenRegistration, request: ScreenRequest), using transition: TransitionType?,
        animated: Bool
    ) -> RouteOutcome {
        if top.topContext == step.request.context { return .alreadyThere(screen: step.registration.name) }
        return presenter(of: step.registration, step.request, animated: animated).show {
            top.topScreen ?? host.root
        } by: {
            transition?.transition ?? transitionChoice.preferred(step.registration, step.request)
        }
    }

    private func registration(for context: ScreenContext) -> ScreenRegistration? {
        if let found = screens[context.screen] { return found }
        guard let factory = contextFactory else { return nil }
        return ScreenRegistration(context.screen) { [weak factory] _ in factory?.screen(for: context) }
    }

    /// The outcome of a jump without an address whose guards did not allow it; nil if they did.
    private func outcome(of answer: GuardRunner.Answer) async -> RouteOutcome? {
        guard case .redirected(let name, let target, _) = answer else {
            return answer.rejection.map { .rejected($0) }
        }
        // There is no address to park: the caller has to try again after the detour.
        let outcome = await open(target, kind: .internal)
        return outcome.isHandled ? .redirected(by: name, to: target, resumes: false) : outcome
    }
}

// MARK: Sending to a screen

extension AppRouter {
    /// What to do with a screen.
    public enum SendMethod: String, Sendable, Hashable {
        /// Show it.
        case get
        /// Give it new parameters.
        case post
    }

    /// Shows the screen of an address (`get`), or gives new parameters to it if it is on top (`post`).
    /// - Parameters:
    ///   - method: what to do.
    ///   - address: the address of the screen.
    ///   - body: values in addition to the address.
    /// - Returns: the outcome; `nothingToUpdate` for a post while another screen is on top.
    @discardableResult
    public func send(_ method: SendMethod, _ address: String, body: UserInfo = [:]) async -> RouteOutcome {
        guard method == .post else { return await open(address, kind: .internal, userInfo: body) }
        let outcome = await post(to: address, body)
        report(.ended(address: address, .internal, outcome))
        return outcome
    }

    private func post(to address: String, _ body: UserInfo) async -> RouteOutcome {
        let planned = plan(address, Attempt(kind: .internal, userInfo: body), reportingEvents: true)
        guard case .go(let plan) = planned, case .screen(let registration, let request, _) = plan else {
            if case .stop(let outcome) = planned { return outcome }
            return .rejected(.nothingToUpdate(address))
        }
        let answer = await guardRunner.ask(guards(of: plan), about: request)
        if let outcome = await outcome(of: answer) { return outcome }
        // Checked again, because a feature may have been switched off while guards decided.
        if let rejection = permissions.rejection(of: registration, for: .internal) { return .rejected(rejection) }
        let node = top.topScreen
        guard Sameness.of(node, top.topContext, with: request) != .other, let updatable = node as? any Updatable,
            updatable.isReady
        else { return .rejected(.nothingToUpdate(registration.name)) }
        updatable.post(request)
        return .updated(screen: registration.name)
    }
}
