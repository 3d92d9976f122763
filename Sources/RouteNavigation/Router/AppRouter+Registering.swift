extension AppRouter {
    /// Registers who takes people to a path of the app; the server's rules come first.
    @discardableResult
    public func register(path: RoutePath, navigator: any Navigating) -> Bool {
        register(path: path, navigator: navigator, defaults: [:])
    }

    /// Registers who takes people to a path of the app, with what the navigator gets beside each address.
    /// - Parameters:
    ///   - path: with or without its first slash, compared without letter case.
    ///   - navigator: who goes there.
    ///   - defaults: handed over as user info; what a caller hands over itself wins.
    ///   - traits: who may reach it, and guards; the app alone by default.
    /// - Returns: false when the path is taken and stays with its first owner.
    @discardableResult
    public func register(
        path: RoutePath, navigator: any Navigating, defaults: UserInfo, traits: RoutingTraits = RoutingTraits()
    ) -> Bool {
        let added = paths.register(path.text, navigator, defaults, traits)
        if added != .added { tell(.duplicate(path.text, replaced: added == .replaced)) }
        return added != .refused
    }

    /// Registers a screen that says everything about itself.
    /// - Throws: `LocalRouteError` where its pattern is none, or its name is taken.
    public func register<Screen: Routable>(_ screen: Screen.Type) throws(LocalRouteError) {
        let pattern = Screen.routingPattern
        guard screens.register(Screen.registration) else {
            throw LocalRouteError(pattern: pattern, detail: "the name \(Screen.screenName) is taken", hint: nil)
        }
        let isTaken = local[pattern]?.handler != nil
        do throws(LocalRouteError) {
            try local.register(pattern, matching: .exact, traits: Screen.routingTraits) {
                $0.screen = Screen.screenName
                $0.handler = nil
            }
        } catch {
            screens.deregister(Screen.screenName)
            throw error
        }
        if isTaken { tell(.duplicate(pattern, replaced: true)) }
    }

    /// The paths and patterns that the app has registered itself, in order; for lists and tests.
    public var registered: [String] { paths.texts + local.patterns }

    /// Sends to a screen by its address: `get` shows it, `post` hands new parameters to the one on top.
    /// - Parameters:
    ///   - method: what is wanted.
    ///   - address: whose screen.
    ///   - body: what is handed over beside the address.
    /// - Returns: how it ended; a post finds nothing to update where another screen is on top.
    @discardableResult
    public func send(_ method: SendMethod, _ address: String, body: UserInfo = [:]) async -> RouteOutcome {
        guard method == .post else { return await open(address, kind: .internal, userInfo: body) }
        let outcome = await post(to: address, body)
        tell(.ended(address: address, .internal, outcome))
        return outcome
    }

    private func post(to address: String, _ body: UserInfo) async -> RouteOutcome {
        let attempt = Attempt(kind: .internal, userInfo: body)
        guard case .go(let asked) = prepare(address, attempt, telling: true),
            case .screen(let registration, let request, _) = asked
        else {
            if case .stop(let outcome) = prepare(address, attempt, telling: false) { return outcome }
            return .rejected(.nothingToUpdate(address))
        }
        let verdict = await GuardRunner(clock: clock, limit: policy.guardTimeLimit).ask(
            guards(of: asked), about: request)
        if let outcome = await outcome(of: verdict) { return outcome }
        let (node, context) = top
        guard Sameness.of(node, context, with: request) != .other, let updatable = node as? any Updatable,
            updatable.isReady
        else { return .rejected(.nothingToUpdate(registration.name)) }
        updatable.post(request)
        return .updated(screen: registration.name)
    }

    /// What to do with a screen.
    public enum SendMethod: String, Sendable, Hashable {
        /// Show it.
        case get
        /// Hand new parameters to it.
        case post
    }
}

/// A path of the app; written as a text, and declared once where several modules need it.
public struct RoutePath: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path as it was written.
    public let text: String

    /// Takes a path as it is.
    public init(_ text: String) { self.text = text }

    /// Takes a path as it is.
    public init(stringLiteral text: String) { self.text = text }
}
