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
        follow(address, Attempt(kind: kind, source: source, transition: transition, userInfo: userInfo)) { _ in }
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

    /// Opens a typed route of the app's own code.
    @discardableResult
    public func open(
        _ route: some TypedRoute, from source: (any RoutingSource)? = nil, using transition: TransitionType? = nil,
        userInfo: UserInfo = [:]
    ) async -> RouteOutcome {
        await open(route.address, kind: .internal, from: source, using: transition, userInfo: userInfo)
    }
}

// MARK: Results

extension AppRouter {
    /// Follows an address of the app's own code, and passes on the result of its handler.
    /// - Parameters:
    ///   - address: the address.
    ///   - userInfo: values in addition to the address.
    ///   - completion: called once: with the handler's result when it completes, or with nil when a screen or a page was
    ///     opened, or the address was not followed. If a guard redirects to a login, it is called after the login.
    /// - Returns: the outcome, or `asking` while guards decide.
    @discardableResult
    public func open(
        _ address: String?, userInfo: UserInfo = [:],
        completion: @escaping @MainActor (RouteOutcome, (any Sendable)?) -> Void
    ) -> RouteOutcome {
        let joined = JoinedCompletion(completion)
        let answer = OneAnswer<(any Sendable)?>(forgotten: nil) { joined.result($0) }
        var attempt = Attempt(kind: .internal, userInfo: userInfo, answer: answer)
        // A link that is parked for a login has not ended: its outcome and its result come afterwards.
        attempt.ending = Ending { joined.outcome($0) }
        return follow(address, attempt) { _ in }
    }

    /// Opens an address and waits for the result that its screen sends.
    /// - Parameters:
    ///   - type: the type of the result.
    ///   - address: the address.
    ///   - source: where the jump starts.
    ///   - userInfo: other values in addition to the address.
    /// - Returns: the result; nil if the screen was closed without one, or could not be shown, or the calling task was
    ///   cancelled, such as that of a view that went away. A cancelled caller does not close the screen.
    public func ask<Value: Sendable>(
        for type: Value.Type, at address: String, from source: (any RoutingSource)? = nil, userInfo: UserInfo = [:]
    ) async -> Value? {
        let channel = ResultChannel<Value>()
        return await withTaskCancellationHandler {
            await open(address, answering: channel, from: source, userInfo)
            return await channel.value()
        } onCancel: {
            Task { @MainActor in channel.giveUp() }
        }
    }

    /// Separate from ``ask(for:at:from:userInfo:)``, so that the port is released before the wait for the result.
    private func open<Value: Sendable>(
        _ address: String, answering channel: ResultChannel<Value>, from source: (any RoutingSource)?,
        _ userInfo: UserInfo
    ) async {
        var userInfo = userInfo
        userInfo[ResultChannel<Value>.userInfoKey] = channel.makePort()
        await open(address, kind: .internal, from: source, userInfo: userInfo)
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
        guard let registration = screens[request.name],
            permissions.rejection(of: registration, for: request.kind) == nil,
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
        guard case .go(.screen(let registration, _, _)) = plan(request.address, Attempt(kind: request.kind)) else {
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
