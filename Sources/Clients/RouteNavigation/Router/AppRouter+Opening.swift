public import Foundation
public import RouteProtocols

extension AppRouter {
    /// Follows an address, with the permissions of the given kind of link.
    /// - Parameters:
    ///   - address: the address as the app received it.
    ///   - kind: how it came to the app.
    ///   - source: where the jump starts; nil or an object that is not on the display stands for the root.
    ///   - transition: how to show the screen; nil leaves it to the rule and the screen.
    ///   - userInfo: values of the caller in addition to the address; dropped for links from outside.
    /// - Returns: the outcome, after every guard has decided.
    @discardableResult
    public func open(
        _ address: String?, kind: LinkKind, from source: (any RoutingSource)? = nil,
        using transition: TransitionType? = nil, userInfo: UserInfo = [:]
    ) async -> RouteOutcome {
        await follow(address, Attempt(kind: kind, source: source, transition: transition, userInfo: userInfo))
    }

    // Foundation's URL only transports the text; this package's parser reads it, as on the server.

    /// Follows an address, with the permissions of the given kind of link.
    @_disfavoredOverload
    @discardableResult
    public func open(
        _ url: URL?, kind: LinkKind, from source: (any RoutingSource)? = nil, using transition: TransitionType? = nil,
        userInfo: UserInfo = [:]
    ) async -> RouteOutcome {
        await open(url?.absoluteString, kind: kind, from: source, using: transition, userInfo: userInfo)
    }

    /// Follows an address without waiting: if guards have to be asked, the outcome is `asking`, and an event reports the
    /// final outcome.
    /// - Parameters:
    ///   - address: the address as the app received it.
    ///   - kind: how it came to the app.
    ///   - source: where the jump starts; nil or an object that is not on the display stands for the root.
    ///   - transition: how to show the screen; nil leaves it to the rule and the screen.
    ///   - userInfo: values of the caller in addition to the address; dropped for links from outside.
    /// - Returns: the outcome, or `asking`.
    @discardableResult
    public func start(
        _ address: String?, kind: LinkKind, from source: (any RoutingSource)? = nil,
        using transition: TransitionType? = nil, userInfo: UserInfo = [:]
    ) -> RouteOutcome {
        start(address, Attempt(kind: kind, source: source, transition: transition, userInfo: userInfo)) { _ in }
    }

    /// Follows an address of the app's own code, without waiting for guards.
    @discardableResult
    public func route(
        to address: String?, from source: (any RoutingSource)?, using transition: TransitionType?
    ) -> RouteOutcome {
        start(address, kind: .internal, from: source, using: transition)
    }

    /// Follows a typed route of the app's own code, without waiting for guards.
    @discardableResult
    public func route(
        to route: any TypedRoute, from source: (any RoutingSource)?, using transition: TransitionType?
    ) -> RouteOutcome {
        self.route(to: route.address, from: source, using: transition)
    }

    /// Follows an address without waiting.
    ///
    /// `done` is called once with the final outcome; before the return if no guard has to be asked.
    func start(
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
        return LinkChain.$current.withValue(chain) { startInChain(address, attempt, done) }
    }

    private func startInChain(
        _ address: String?, _ attempt: Attempt, _ done: @escaping @MainActor (RouteOutcome) -> Void
    ) -> RouteOutcome {
        let prepared = prepare(address, attempt, reportingEvents: true)
        guard case .go(let plan) = prepared, !guards(of: plan).isEmpty else {
            let outcome = end(address, attempt, perform(prepared, attempt))
            done(outcome)
            return outcome
        }
        Task { done(end(address, attempt, await openGuarded(address, plan, attempt))) }
        return .asking(screen: plan.request?.name ?? "")
    }

    /// Follows an address and waits for guards.
    func follow(_ address: String?, _ attempt: Attempt) async -> RouteOutcome {
        let chain = LinkChain.next(at: now())
        guard chain.isShortEnough else { return end(address, attempt, .rejected(.tooDeep)) }
        return await LinkChain.$current.withValue(chain) { await followInChain(address, attempt) }
    }

    private func followInChain(_ address: String?, _ attempt: Attempt) async -> RouteOutcome {
        let prepared = prepare(address, attempt, reportingEvents: true)
        guard case .go(let plan) = prepared, !guards(of: plan).isEmpty else {
            return end(address, attempt, perform(prepared, attempt))
        }
        return end(address, attempt, await openGuarded(address, plan, attempt))
    }

    /// Opens a plan that has guards, unless too many attempts wait for guards: a page may open links without a pause.
    private func openGuarded(_ address: String?, _ plan: Plan, _ attempt: Attempt) async -> RouteOutcome {
        guard askingCount < Limits.attemptsAskedMax else { return .rejected(.tooManyAtOnce) }
        askingCount += 1
        defer { askingCount -= 1 }
        return await GuardedOpening(router: self, address: address, attempt: attempt).open(plan)
    }

    private func end(_ address: String?, _ attempt: Attempt, _ outcome: RouteOutcome) -> RouteOutcome {
        // A decision has not ended: the app shows it.
        if attempt.sink == nil || !outcome.isHandled { report(.ended(address: address, attempt.kind, outcome)) }
        attempt.ending?.give(outcome, resumptions: attempt.resumptions)
        return outcome
    }
}

// MARK: Parked links

extension AppRouter {
    /// Follows the parked link, once: rules, permissions and guards are asked again, because they may have changed.
    ///
    /// A link that guards send to the login again and again ends after four times. Cancelling the calling task, such as
    /// the one of a login screen that is closed, does not cancel the link.
    /// - Returns: the outcome; nil if no link is parked.
    @discardableResult
    public func resumeParked() async -> RouteOutcome? {
        guard let link = parkedLinks.take() else { return nil }
        let attempt = Attempt(resuming: link)
        return await Task { await follow(link.address, attempt) }.value
    }

    /// Drops the parked link, such as after a login that a person cancelled by a button of its own.
    ///
    /// A login that a person pulls down or goes back from drops it without this call, where the display reports it
    /// (``PutAwayReporting``): a `Navigator` does, and `UIKitHost` for what it presents.
    public func dropParked() { parkedLinks.take()?.ending?.giveUp(.givenUp) }
}

// MARK: Decisions

extension AppRouter {
    /// Where a link leads: the rules, exposure, features and guards are asked as for
    /// ``open(_:kind:from:using:userInfo:)``, a link that needs a login is parked, and nothing is shown.
    /// - Parameters:
    ///   - link: the link; of the kind `internal` for the app's own code.
    ///   - userInfo: values in addition to the address; dropped for links from outside.
    /// - Returns: what to show, after every guard has decided.
    public func decide(_ link: IncomingLink, userInfo: UserInfo = [:]) async -> Decision {
        var attempt = Attempt(kind: link.kind, userInfo: userInfo)
        attempt.isCallbackRequest = link.address.flatMap(XCallbackURL.init) != nil
        return await decide(link.address, attempt)
    }

    /// Where a typed route of the app's own code leads.
    public func decide(_ route: some TypedRoute, userInfo: UserInfo = [:]) async -> Decision {
        await decide(IncomingLink(.internal, route.address), userInfo: userInfo)
    }

    /// Where the parked link leads now, once: rules, permissions and guards are asked again.
    /// - Returns: what to show; nil if no link is parked.
    public func decideParked() async -> Decision? {
        guard let link = parkedLinks.take() else { return nil }
        let attempt = Attempt(resuming: link)
        return await Task { await decide(link.address, attempt) }.value
    }

    /// Whether a request may be shown now, such as one of a saved state.
    ///
    /// Its screen must be registered, its features on, its parameters complete, and every guard must allow it. If a rule led
    /// to it, a rule of the present release must lead its address to the same screen. Nothing is parked, and no redirect is
    /// followed.
    public func mayShow(_ request: ScreenRequest) async -> Bool {
        guard let registration = screens[request.name], rejection(of: registration, for: request.kind) == nil,
            registration.requiredParameters.allSatisfy({ request.parameters[$0] != nil }),
            // Where screens are values, making one has no effect, and refuses what an earlier version of the app has saved.
            !(host is RequestHost) || (try? registration.make(request)) as? RequestScreen != nil,
            !request.isFromRule || leadsToSameScreen(request)
        else { return false }
        return await guardRunner.ask(guards + registration.guards, about: request) == .allowed
    }

    /// Whether the rules lead the address of a request to its screen; without rules it is not known, and true.
    private func leadsToSameScreen(_ request: ScreenRequest) -> Bool {
        guard routes.isReady else { return true }
        guard case .go(.screen(let registration, _, _)) = prepare(request.address, Attempt(kind: request.kind)) else {
            return false
        }
        return registration.name == request.name
    }

    private func decide(_ address: String?, _ attempt: Attempt) async -> Decision {
        var attempt = attempt
        let sink = DecisionSink()
        attempt.sink = sink
        let outcome = await follow(address, attempt)
        if outcome.isHandled, let decision = sink.decision { return decision }
        return .nothing(outcome)
    }
}
