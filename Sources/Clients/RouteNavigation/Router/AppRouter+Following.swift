import RouteProtocols

/// The steps of an attempt, in their order: plan, ask guards, carry out, end.
extension AppRouter {
    /// Follows an address and waits for guards.
    func follow(_ address: String?, _ attempt: Attempt) async -> RouteOutcome {
        let chain = LinkChain.next(at: now())
        guard chain.isShortEnough else { return end(address, attempt, .rejected(.tooDeep)) }
        return await LinkChain.$current.withValue(chain) {
            switch followUnguarded(address, attempt) {
            case .stop(let outcome): return outcome
            case .go(let plan): return await followGuarded(address, plan, attempt)
            }
        }
    }

    /// Follows an address without waiting.
    ///
    /// `done` is called once with the final outcome; before the return if no guard has to be asked.
    func follow(
        _ address: String?, _ attempt: Attempt, done: @escaping @MainActor (RouteOutcome) -> Void
    ) -> RouteOutcome {
        // A handler, a factory or `done` may open addresses itself: a circle must end before the stack overflows.
        let chain = LinkChain.next(at: now())
        guard depth < Limits.attemptsInsideMax, chain.isShortEnough else {
            Task { done(end(address, attempt, .rejected(.tooDeep))) }
            return .rejected(.tooDeep)
        }
        depth += 1
        defer { depth -= 1 }
        return LinkChain.$current.withValue(chain) {
            switch followUnguarded(address, attempt) {
            case .stop(let outcome):
                done(outcome)
                return outcome
            case .go(let plan):
                Task { done(await followGuarded(address, plan, attempt)) }
                return .asking(screen: plan.request?.name ?? "")
            }
        }
    }

    /// Follows an address to its end if no guard has to be asked; else returns the plan, and nothing has been done.
    private func followUnguarded(_ address: String?, _ attempt: Attempt) -> Planned {
        let planned = plan(address, attempt, reportingEvents: true)
        if case .go(let plan) = planned, !guards(of: plan).isEmpty { return planned }
        return .stop(end(address, attempt, carryOut(planned, attempt)))
    }

    /// Follows a plan that has guards, unless too many attempts wait for guards: a page may open links without a pause.
    private func followGuarded(_ address: String?, _ plan: Plan, _ attempt: Attempt) async -> RouteOutcome {
        guard askingCount < Limits.attemptsAskedMax else { return end(address, attempt, .rejected(.tooManyAtOnce)) }
        askingCount += 1
        let outcome = await askGuards(of: plan, address, attempt)
        askingCount -= 1
        return end(address, attempt, outcome)
    }

    private func end(_ address: String?, _ attempt: Attempt, _ outcome: RouteOutcome) -> RouteOutcome {
        // A decision has not ended: the app shows it.
        if attempt.sink == nil || !outcome.isHandled { report(.ended(address: address, attempt.kind, outcome)) }
        attempt.ending?.give(outcome, resumptions: attempt.resumptions)
        return outcome
    }
}

// MARK: Guards

extension AppRouter {
    /// Asks the guards of a plan, and carries it out if all of them allow it.
    private func askGuards(of plan: Plan, _ address: String?, _ attempt: Attempt) async -> RouteOutcome {
        guard let request = plan.request else { return carryOut(.go(plan), attempt) }
        let answer = await guardRunner.ask(guards(of: plan), about: request)
        switch answer {
        case .allowed: return await carryOutAllowed(plan, address, attempt)
        case .redirected(let name, let target, let resume):
            return await redirect(address, attempt, to: target, by: name, resume: resume)
        case .denied, .timedOut, .cancelled: return .rejected(answer.rejection ?? .cancelled)
        }
    }

    /// Carries out a plan that guards have allowed.
    ///
    /// Rules and permissions may have changed while the guards decided, so the attempt is planned again; guards that
    /// were not asked about the new plan are asked.
    private func carryOutAllowed(_ plan: Plan, _ address: String?, _ attempt: Attempt) async -> RouteOutcome {
        let now = self.plan(address, attempt)
        guard case .go(let current) = now, !guards(of: current).isEmpty, !isSame(plan, current) else {
            return carryOut(now, attempt)
        }
        guard attempt.rounds < Limits.guardRoundsMax else { return .rejected(.tooManyGuardRedirects) }
        var next = attempt
        next.rounds += 1
        return await askGuards(of: current, address, next)
    }

    private func isSame(_ one: Plan, _ other: Plan) -> Bool {
        one.request?.context == other.request?.context && one.request?.parameters == other.request?.parameters
            && guards(of: one).map(ObjectIdentifier.init) == guards(of: other).map(ObjectIdentifier.init)
    }

    /// Follows the redirect of a guard, and parks the link if it is to be resumed.
    private func redirect(
        _ address: String?, _ attempt: Attempt, to target: String, by name: String, resume: Bool
    ) async -> RouteOutcome {
        guard attempt.guardRedirects.count < Limits.guardRedirectsMax, !attempt.guardRedirects.contains(target),
            !resume || attempt.resumptions < Limits.resumptionsMax
        else { return .rejected(.tooManyGuardRedirects) }
        // A guard is code of the app, so its target may be a screen for the app only. Values of the attempt are not
        // passed on.
        var detour = Attempt(kind: .internal, source: attempt.source)
        detour.sink = attempt.sink
        detour.guardRedirects = attempt.guardRedirects + [target]
        // Parked before the detour, because a handler at the target may log in and resume the link immediately.
        let parking = resume && !attempt.isDetourOfParked ? address.map { parkedLinks.park($0, attempt) } : nil
        detour.isDetourOfParked = resume || attempt.isDetourOfParked
        let planned = plan(target, detour, reportingEvents: true)
        let outcome: RouteOutcome
        if case .go(let plan) = planned, !guards(of: plan).isEmpty {
            outcome = await askGuards(of: plan, target, detour)
        } else {
            outcome = carryOut(planned, detour)
        }
        guard outcome.isHandled else {
            if let parking { parkedLinks.undo(parking) }
            return outcome
        }
        if let parking, let replaced = parkedLinks.confirm(parking) { report(.parkedReplaced(address: replaced)) }
        if case .redirected(let other, let last, let resumes) = outcome {
            attempt.sink?.redirected(by: other, parked: resumes || resume)
            return .redirected(by: other, to: last, resumes: resumes || resume)
        }
        if detour.isDetourOfParked, detour.sink == nil, case .go(.screen(_, let request, _)) = planned {
            parkedLinks.wait(for: request.context)
        }
        attempt.sink?.redirected(by: name, parked: resume)
        return .redirected(by: name, to: target, resumes: resume)
    }
}

// MARK: Carrying out

extension AppRouter {
    /// Carries out a plan: shows a screen, runs a handler or a navigator, or opens a page; a sink only takes it.
    private func carryOut(_ planned: Planned, _ attempt: Attempt) -> RouteOutcome {
        if let sink = attempt.sink { return sink.take(planned, transitionChoice) }
        switch planned {
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
            guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
            let outcome = presenter(of: registration, request, animated: policy.animates).show {
                attempt.source == nil ? host.resolveSource(nil) ?? source : source
            } by: {
                transitionChoice.asked(request, named: named, by: attempt)
                    ?? transitionChoice.preferred(registration, request)
            }
            if case .handled = outcome { routes.screenShown() }
            return outcome
        }
    }

    /// Opens a page; `missed` is the outcome that the page replaces, and nil for a page that a rule names.
    private func openPage(
        _ target: String, _ opener: RouteOutcome.Opener, _ missed: RouteOutcome?, _ attempt: Attempt
    ) -> RouteOutcome {
        if opener == .webView, host.openInWebView(target, from: host.resolveSource(attempt.source)) {
            return .opened(address: target, by: .webView)
        }
        if let missed, attempt.kind == .universalLink || !policy.fallbacks.contains(.browser) { return missed }
        return openInSystem(target) ? .opened(address: target, by: .system) : .rejected(.nobodyOpens(target))
    }
}
