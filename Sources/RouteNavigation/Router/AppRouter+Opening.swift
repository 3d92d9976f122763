extension AppRouter {
    /// Goes where an address leads, with the care its origin asks for.
    /// - Parameters:
    ///   - address: the address as it came in.
    ///   - kind: how it came in.
    ///   - source: where the jump starts; nil or a foreign object stands for the root.
    ///   - transition: how to go there; nil leaves it to rule and screen.
    ///   - userInfo: what the caller hands over beside the address; dropped for addresses from outside.
    /// - Returns: how it ended, after every guard has decided.
    @discardableResult
    public func open(
        _ address: String?, kind: LinkKind, from source: (any RoutingSource)? = nil,
        using transition: TransitionType? = nil, userInfo: UserInfo = [:]
    ) async -> RouteOutcome {
        await follow(address, Attempt(kind: kind, source: source, transition: transition, userInfo: userInfo))
    }

    /// Goes where an address leads as far as that works without waiting: where guards have to be asked, the outcome is
    /// `asking`, and the end comes as an event.
    /// - Parameters:
    ///   - address: the address as it came in.
    ///   - kind: how it came in.
    ///   - source: where the jump starts; nil or a foreign object stands for the root.
    ///   - transition: how to go there; nil leaves it to rule and screen.
    ///   - userInfo: what the caller hands over beside the address; dropped for addresses from outside.
    /// - Returns: how it ended, or `asking`.
    @discardableResult
    public func start(
        _ address: String?, kind: LinkKind, from source: (any RoutingSource)? = nil,
        using transition: TransitionType? = nil, userInfo: UserInfo = [:]
    ) -> RouteOutcome {
        start(address, Attempt(kind: kind, source: source, transition: transition, userInfo: userInfo)) { _ in }
    }

    /// Goes where an address of the app's own leads, without waiting for guards.
    @discardableResult
    public func route(
        to address: String?, from source: (any RoutingSource)?, using transition: TransitionType?
    ) -> RouteOutcome {
        start(address, kind: .internal, from: source, using: transition)
    }

    /// Goes without waiting; `done` gets the end exactly once, at once where nobody has to be asked.
    func start(
        _ address: String?, _ attempt: Attempt, done: @escaping @MainActor (RouteOutcome) -> Void
    ) -> RouteOutcome {
        // What runs here may open addresses itself, and those others: a circle must end before the stack does, and
        // whoever hears of the end may begin anew.
        guard depth < Limits.attemptsInsideMax else {
            Task { done(end(address, attempt, .rejected(.tooDeep))) }
            return .rejected(.tooDeep)
        }
        depth += 1
        defer { depth -= 1 }
        let prepared = prepare(address, attempt, telling: true)
        guard case .go(let plan) = prepared, !guards(of: plan).isEmpty else {
            let outcome = end(address, attempt, perform(prepared, attempt))
            done(outcome)
            return outcome
        }
        Task { done(end(address, attempt, await askInTurn(address, plan, attempt))) }
        return .asking(screen: Self.name(of: plan))
    }

    /// Goes and waits for guards; one `ended` event.
    func follow(_ address: String?, _ attempt: Attempt) async -> RouteOutcome {
        let prepared = prepare(address, attempt, telling: true)
        guard case .go(let plan) = prepared, !guards(of: plan).isEmpty else {
            return end(address, attempt, perform(prepared, attempt))
        }
        return end(address, attempt, await askInTurn(address, plan, attempt))
    }

    private func end(_ address: String?, _ attempt: Attempt, _ outcome: RouteOutcome) -> RouteOutcome {
        tell(.ended(address: address, attempt.kind, outcome))
        // A link that waits for a login has not ended yet.
        attempt.ending?.give(outcome, resumptions: attempt.resumptions)
        return outcome
    }

    /// Asks the guards unless too many attempts are being asked about: a page may open a link at every tick.
    private func askInTurn(_ address: String?, _ plan: Plan, _ attempt: Attempt) async -> RouteOutcome {
        guard asked < Limits.attemptsAskedMax else { return .rejected(.tooManyAtOnce) }
        asked += 1
        defer { asked -= 1 }
        return await ask(address, plan, attempt)
    }

    private func ask(_ address: String?, _ plan: Plan, _ attempt: Attempt) async -> RouteOutcome {
        guard let request = Self.request(of: plan) else { return perform(.go(plan), attempt) }
        let runner = GuardRunner(clock: clock, limit: policy.guardTimeLimit)
        switch await runner.ask(guards(of: plan), about: request) {
        case .allowed:
            return await goOn(address, plan, attempt)
        case .denied(let name, let reason): return .rejected(.denied(by: name, reason))
        case .timedOut(let name): return .rejected(.guardTimedOut(name))
        case .cancelled: return .rejected(.cancelled)
        case .redirected(let name, let target, let resume):
            return await redirect(to: target, by: name, address, attempt, resume: resume)
        }
    }

    /// Goes where guards have allowed to go; the world may have changed while they thought, so rules and permissions
    /// are asked again, and the guards too where that leads to something else than they were asked about.
    private func goOn(_ address: String?, _ plan: Plan, _ attempt: Attempt) async -> RouteOutcome {
        let now = prepare(address, attempt, telling: false)
        guard case .go(let plannedNow) = now, !guards(of: plannedNow).isEmpty, !isSame(plan, plannedNow) else {
            return perform(now, attempt)
        }
        guard attempt.rounds < Limits.guardRoundsMax else { return .rejected(.tooManyGuardRedirects) }
        var next = attempt
        next.rounds += 1
        return await ask(address, plannedNow, next)
    }

    private func isSame(_ one: Plan, _ other: Plan) -> Bool {
        Self.request(of: one)?.context == Self.request(of: other)?.context
            && Self.request(of: one)?.parameters == Self.request(of: other)?.parameters
            && guards(of: one).map(ObjectIdentifier.init) == guards(of: other).map(ObjectIdentifier.init)
    }

    private func redirect(
        to target: String, by name: String, _ address: String?, _ attempt: Attempt, resume: Bool
    ) async -> RouteOutcome {
        guard attempt.guardRedirects.count < Limits.guardRedirectsMax, !attempt.guardRedirects.contains(target) else {
            return .rejected(.tooManyGuardRedirects)
        }
        // The guard is the app's own code, so where it leads may be internal; nothing of the attempt goes along.
        var detour = Attempt(kind: .internal, source: attempt.source)
        detour.guardRedirects = attempt.guardRedirects + [target]
        guard !resume || attempt.resumptions < Limits.resumptionsMax else { return .rejected(.tooManyGuardRedirects) }
        // Before the detour, which may be done with the login at once.
        let parking = resume && !attempt.isDetourOfParked ? address.map { park($0, attempt) } : nil
        detour.isDetourOfParked = resume || attempt.isDetourOfParked
        let prepared = prepare(target, detour, telling: true)
        let outcome: RouteOutcome
        if case .go(let plan) = prepared, !guards(of: plan).isEmpty {
            outcome = await ask(target, plan, detour)
        } else {
            outcome = perform(prepared, detour)
        }
        guard outcome.isHandled else {
            if let parking { unpark(parking) }
            return outcome
        }
        if let parking { settle(parking) }
        if case .redirected(let other, let last, let resumes) = outcome {
            return .redirected(by: other, to: last, resumes: resumes || resume)
        }
        return .redirected(by: name, to: target, resumes: resume)
    }

    func guards(of plan: Plan) -> [any RouteGuard] {
        switch plan {
        case .screen(let registration, _, _): guards + registration.guards
        case .handler(let entry, _): guards + entry.traits.guards
        case .path(let entry, _): guards + entry.traits.guards
        case .page: []
        }
    }

    private static func request(of plan: Plan) -> ScreenRequest? {
        switch plan {
        case .screen(_, let request, _), .handler(_, let request), .path(_, let request): request
        case .page: nil
        }
    }

    private static func name(of plan: Plan) -> String { request(of: plan)?.name ?? "" }
}
