// An app writes `import RouteNavigation` and uses parameters, resolutions and the client without other imports.
@_exported public import RouteClient
@_exported public import RouteModel
@_exported public import RouteProtocols

/// The router of an app: resolves an address with the rules, checks what the app allows, and goes to the destination.
///
/// Resolving is separate from going: ``destination(of:from:)`` has no effects. There is no global instance; make one
/// where the app is composed, and pass it on.
///
/// An attempt has these steps, and ends with one outcome: rules of the server → routes that the app registered → may
/// this kind of link go there → guards → is the screen on top already → can the display switch to it → make the screen
/// → transition.
@MainActor
public final class AppRouter: AppRouting {
    /// Resolves addresses with the rules.
    public let routes: any AddressResolving
    /// The app's screens.
    public let screens: ScreenRegistry
    /// What the app allows in addition to its screens.
    public let policy: RoutingPolicy
    /// The display.
    public let host: any NavigationHost
    /// Stores large values for screens; an address has only a key.
    public let stash: ParameterStash
    /// The transitions that rules may name.
    public let transitions = TransitionRegistry()

    /// The app's feature switches; with nil every feature is off.
    public weak var features: (any FeatureToggleStore)?
    /// Guards of every screen, handler and path, asked in order before its own guards.
    public var guards: [any RouteGuard] = []
    /// Asked in order, before a screen is made, whether the display already has it.
    public var switchers: [any ContextSwitching] = []
    /// Chooses transitions if neither the caller nor the rule does.
    public weak var transitionProvider: (any TransitionProvider)?
    /// Makes screens for contexts that the registry does not have; never for screens that a rule or an address names.
    public weak var contextFactory: (any ContextFactory)?
    /// Returns which screen is on top, such as a coordinator; with nil the display does.
    public weak var topScreenProvider: (any TopScreenProvider)?
    /// Receives an event for every attempt, and the other events of ``RouterEvent``.
    public var onEvent: (@MainActor (RouterEvent) -> Void)?

    /// The link that waits for ``resumeParked()``.
    public var parked: ParkedLink? { parkedLinks.current }

    var parkedLinks = ParkedLinks()
    /// How many attempts are running inside each other.
    var depth = 0
    /// How many attempts wait for guards.
    var askingCount = 0
    /// The address that the system got last, with its chain: it may be one of this app, and come back.
    private var latestForSystem: (address: String, chain: LinkChain)?
    /// The clock that tells a round of links from links of a person.
    package var now: @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
    var paths: PathTable
    let local: LocalRoutes
    private let clock: any Clock<Duration>

    /// Makes a router.
    /// - Parameters:
    ///   - routes: resolves addresses with the rules, usually a `RouteClient`.
    ///   - screens: the app's screens.
    ///   - host: the display.
    ///   - policy: what the app allows in addition to its screens.
    ///   - paths: how registered paths are matched.
    ///   - stash: stores large values; a new one if none is given.
    ///   - clock: measures the time limit of guards.
    public init(
        routes: any AddressResolving, screens: ScreenRegistry, host: any NavigationHost,
        policy: RoutingPolicy = RoutingPolicy(), paths: PathOptions = PathOptions(), stash: ParameterStash? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.routes = routes
        self.screens = screens
        self.host = host
        self.policy = policy
        self.stash = stash ?? ParameterStash()
        self.clock = clock
        self.paths = PathTable(paths)
        local = LocalRoutes(origins: policy.origins)
        (host as? any PutAwayReporting)?.onPutAway = { [weak self] in self?.werePutAway($0) }
    }

    /// A person has put screens away: with the login, also the link that waits for it.
    private func werePutAway(_ screens: [ScreenContext]) {
        if let detour = parked?.detour, screens.contains(detour) { dropParked() }
    }

    /// Resolves an address; does not go there.
    public func destination(of address: String, from kind: LinkKind = .internal) -> Resolution {
        routes.resolve(address, from: kind)
    }

    /// Whether following an address could end on a screen, in a handler or on a page.
    ///
    /// Nothing is opened, and guards are not asked.
    public func canOpen(_ address: String, from kind: LinkKind = .internal) -> Bool {
        if case .go = plan(address, Attempt(kind: kind)) { return true }
        return false
    }

    // MARK: The parts of an attempt

    func plan(_ address: String?, _ attempt: Attempt, reportingEvents reportsEvents: Bool = false) -> Planned {
        RoutePlanner(
            routes: routes, screens: screens, paths: paths, local: local, policy: policy, permissions: permissions,
            stash: stash, attempt: attempt, report: reportsEvents ? onEvent : nil
        ).plan(address)
    }

    var permissions: Permissions { Permissions(features: features) }

    var guardRunner: GuardRunner { GuardRunner(clock: clock, limit: policy.guardTimeLimit) }

    /// The guards of a plan, in the order in which they are asked; none for pages.
    func guards(of plan: Plan) -> [any RouteGuard] { plan.request == nil ? [] : guards + plan.guards }

    func presenter(of registration: ScreenRegistration, _ request: ScreenRequest, animated: Bool) -> ScreenPresenter {
        ScreenPresenter(
            host: host, top: top, switchers: switchers, report: onEvent, registration: registration, request: request,
            animated: animated)
    }

    var transitionChoice: TransitionChoice {
        TransitionChoice(registry: transitions, provider: transitionProvider, policy: policy, report: onEvent)
    }

    /// Says which screen is on top.
    var top: any TopScreenProvider { topScreenProvider ?? host }

    func report(_ event: RouterEvent) { onEvent?(event) }

    /// Gives an address to the system.
    func openInSystem(_ address: String) -> Bool {
        latestForSystem = LinkChain.current.map { (address, $0) }
        return host.openInSystem(address)
    }

    /// The chain of a link that arrives: that of the handler which hands it over, or of the page that the system got.
    func chain(ofArriving address: String?) -> LinkChain? {
        if let current = LinkChain.current { return current }
        guard let latestForSystem, latestForSystem.address == address else { return nil }
        return latestForSystem.chain
    }
}

// MARK: Without a host of one's own

extension AppRouter {
    /// Makes a router without a display, for an app that shows what ``decide(_:)`` returns.
    ///
    /// Calls that show something have the outcome `rejected(.noRoot)`.
    /// - Parameters:
    ///   - routes: resolves addresses with the rules, usually a `RouteClient`.
    ///   - screens: the app's screens.
    ///   - policy: what the app allows in addition to its screens.
    ///   - paths: how registered paths are matched.
    ///   - clock: measures the time limit of guards.
    public convenience init(
        routes: any AddressResolving, screens: ScreenRegistry, policy: RoutingPolicy = RoutingPolicy(),
        paths: PathOptions = PathOptions(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            routes: routes, screens: screens, host: NoDisplay(), policy: policy, paths: paths, clock: clock)
    }

    /// Makes a router whose display shows requests; screens are registered without a factory.
    /// - Parameters:
    ///   - routes: resolves addresses with the rules, usually a `RouteClient`.
    ///   - screens: the app's screens.
    ///   - display: shows requests, such as a navigator.
    ///   - policy: what the app allows in addition to its screens.
    ///   - paths: how registered paths are matched.
    ///   - clock: measures the time limit of guards.
    public convenience init(
        routes: any AddressResolving, screens: ScreenRegistry, display: any RequestDisplay,
        policy: RoutingPolicy = RoutingPolicy(), paths: PathOptions = PathOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            routes: routes, screens: screens, host: RequestHost(display), policy: policy, paths: paths, clock: clock)
        if let switcher = display as? any ContextSwitching { switchers = [switcher] }
    }
}
