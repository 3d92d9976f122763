import RouteProtocols

/// Opens a planned destination after asking its guards, and follows the redirects of guards.
@MainActor
struct GuardedOpening {
    let router: AppRouter
    let address: String?
    let attempt: Attempt

    /// Asks the guards, and opens the destination if all of them allow it.
    func open(_ plan: Plan) async -> RouteOutcome {
        guard let request = plan.request else { return router.perform(.go(plan), attempt) }
        let verdict = await router.guardRunner.ask(router.guards(of: plan), about: request)
        switch verdict {
        case .allowed: return await openAllowed(plan)
        case .redirected(let name, let target, let resume):
            return await redirect(to: target, by: name, resume: resume)
        case .denied, .timedOut, .cancelled: return .rejected(verdict.rejection ?? .cancelled)
        }
    }

    /// Opens the destination that guards have allowed.
    ///
    /// Rules and permissions may have changed while the guards decided, so the attempt is planned again; guards that
    /// were not asked about the new plan are asked.
    private func openAllowed(_ plan: Plan) async -> RouteOutcome {
        let now = router.prepare(address, attempt)
        guard case .go(let current) = now, !router.guards(of: current).isEmpty, !isSame(plan, current) else {
            return router.perform(now, attempt)
        }
        guard attempt.rounds < Limits.guardRoundsMax else { return .rejected(.tooManyGuardRedirects) }
        var next = attempt
        next.rounds += 1
        return await GuardedOpening(router: router, address: address, attempt: next).open(current)
    }

    private func isSame(_ one: Plan, _ other: Plan) -> Bool {
        one.request?.context == other.request?.context && one.request?.parameters == other.request?.parameters
            && router.guards(of: one).map(ObjectIdentifier.init) == router.guards(of: other).map(ObjectIdentifier.init)
    }

    private func redirect(to target: String, by name: String, resume: Bool) async -> RouteOutcome {
        guard attempt.guardRedirects.count < Limits.guardRedirectsMax, !attempt.guardRedirects.contains(target),
            !resume || attempt.resumptions < Limits.resumptionsMax
        else { return .rejected(.tooManyGuardRedirects) }
        // A guard is code of the app, so its target may be a screen for the app only. Values of the attempt are not
        // passed on.
        var detour = Attempt(kind: .internal, source: attempt.source)
        detour.sink = attempt.sink
        detour.guardRedirects = attempt.guardRedirects + [target]
        // Parked before the detour, because a handler at the target may log in and resume the link immediately.
        let parking = resume && !attempt.isDetourOfParked ? address.map { router.parkedLinks.park($0, attempt) } : nil
        detour.isDetourOfParked = resume || attempt.isDetourOfParked
        let prepared = router.prepare(target, detour, reportingEvents: true)
        let outcome: RouteOutcome
        if case .go(let plan) = prepared, !router.guards(of: plan).isEmpty {
            outcome = await GuardedOpening(router: router, address: target, attempt: detour).open(plan)
        } else {
            outcome = router.perform(prepared, detour)
        }
        guard outcome.isHandled else {
            if let parking { router.parkedLinks.undo(parking) }
            return outcome
        }
        if let parking, let replaced = router.parkedLinks.confirm(parking) {
            router.report(.parkedReplaced(address: replaced))
        }
        if case .redirected(let other, let last, let resumes) = outcome {
            attempt.sink?.redirected(by: other, parked: resumes || resume)
            return .redirected(by: other, to: last, resumes: resumes || resume)
        }
        if detour.isDetourOfParked, detour.sink == nil, case .go(.screen(_, let request, _)) = prepared {
            router.parkedLinks.wait(for: request.context)
        }
        attempt.sink?.redirected(by: name, parked: resume)
        return .redirected(by: name, to: target, resumes: resume)
    }
}
