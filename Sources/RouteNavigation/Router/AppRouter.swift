public import RouteModel

/// The router of an app: asks the rules where an address leads, checks what the app allows, and goes there.
///
/// Resolving is separate from going: ``destination(of:from:)`` only answers. There is no global instance; make one in
/// the app's composition and hand it to whoever needs it.
///
/// An attempt runs in this order: rules of the server → routes of the app's own → may this kind of link go there →
/// guards → is it there already → can the display switch to it → make the screen → transition → one outcome.
@MainActor
public final class AppRouter: AppRouting {
    /// Where the rules come from.
    public let routes: any AddressResolving
    /// The app's screens.
    public let screens: ScreenRegistry
    /// What the app allows beyond its screens.
    public let policy: RoutingPolicy
    /// The display.
    public let host: any NavigationHost
    /// Where large values wait for the screens they are for.
    public let stash: ParameterStash
    /// The transitions that rules may name.
    public let transitions = TransitionRegistry()

    /// The app's feature switches; nil turns every feature off.
    public weak var features: (any FeatureToggleStore)?
    /// Asked in order about every screen, handler and path, before its own guards.
    public var guards: [any RouteGuard] = []
    /// Asked in order, before a new screen is made, whether the display already holds the one asked for.
    public var switchers: [any ContextSwitching] = []
    /// Says how screens come onto the display where neither caller nor rule does.
    public weak var transitionProvider: (any TransitionProvider)?
    /// Makes screens for contexts that the registry does not know; never asked for what a rule or address names.
    public weak var contextFactory: (any ContextFactory)?
    /// Says what a person looks at; the display where nobody else does, such as a coordinator.
    public weak var topScreenProvider: (any TopScreenProvider)?
    /// Told about every attempt and oddity.
    public var onEvent: (@MainActor (RouterEvent) -> Void)?

    /// The address that waits for ``resumeParked()``.
    public internal(set) var parked: ParkedLink?

    /// How many attempts are being performed inside each other.
    var depth = 0
    /// How many attempts guards are being asked about.
    var asked = 0
    /// How many links have been parked, to tell one from another.
    var parkings = 0

    let clock: any Clock<Duration>
    var paths: PathTable
    var local: LocalRoutes

    /// Makes a router over rules, screens and a display.
    /// - Parameters:
    ///   - routes: where the rules come from, usually a `RouteClient`.
    ///   - screens: the app's screens.
    ///   - host: the display.
    ///   - policy: what the app allows beyond its screens.
    ///   - paths: how registered paths are matched.
    ///   - stash: where large values wait; one of its own where none is given.
    ///   - clock: limits the time of guards.
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
    }

    /// Where an address leads, without going there.
    public func destination(of address: String, from kind: LinkKind = .internal) -> Resolution {
        var context = routes.context
        context.source = kind.rawValue
        return routes.resolve(address, context: context)
    }

    /// Whether following an address could end on a screen, in a handler or on a page; nothing is opened, and guards
    /// are not asked.
    public func canOpen(_ address: String, from kind: LinkKind = .internal) -> Bool {
        if case .go = prepare(address, Attempt(kind: kind), telling: false) { return true }
        return false
    }

    /// The screen a person looks at, by whoever knows.
    var top: (node: (any ScreenNode)?, context: ScreenContext?) {
        let provider: any TopScreenProvider = topScreenProvider ?? host
        return (provider.topScreen, provider.topContext)
    }
}

/// Tells how a link ended after all: once, and by whoever follows it last.
@MainActor
final class Ending {
    private let answer: OneAnswer<RouteOutcome>
    /// How often the link has been parked.
    private var round = 0

    init(_ deliver: @escaping @MainActor (RouteOutcome) -> Void) {
        answer = OneAnswer(forgotten: .rejected(.givenUp), deliver: deliver)
    }

    /// Leaves the end to whoever follows the parked link.
    func handOver() { round += 1 }

    /// Takes the end back, since there is nothing to wait for.
    func takeBack() { round -= 1 }

    /// Tells, unless another attempt is to.
    func give(_ outcome: RouteOutcome, resumptions: Int) { if resumptions == round { answer.give(outcome) } }

    /// Tells of a link that nobody follows any more.
    func giveUp(_ reason: RouteOutcome.Rejection) { answer.give(.rejected(reason)) }
}

/// What one call wants beside the address.
@MainActor
struct Attempt {
    var kind: LinkKind
    var source: (any RoutingSource)?
    var transition: TransitionType?
    var userInfo: UserInfo
    var animated: Bool?
    /// Gets what a handler gives back.
    var answer: OneAnswer<(any Sendable)?>?
    /// Addresses to which guards have led so far.
    var guardRedirects: [String] = []
    /// How often guards were asked anew because the rules changed meanwhile.
    var rounds = 0
    /// How often the link has waited for a login and gone on.
    var resumptions = 0
    /// Whether a link is parked already that this attempt is a detour of.
    var isDetourOfParked = false
    /// Whether the address is an x-callback-url, in which names that begin with `x-` are the protocol's.
    var isCallbackRequest = false
    /// Hears the end once, which for a parked link comes after its login.
    var ending: Ending?

    init(
        kind: LinkKind, source: (any RoutingSource)? = nil, transition: TransitionType? = nil, userInfo: UserInfo = [:],
        answer: OneAnswer<(any Sendable)?>? = nil
    ) {
        self.kind = kind
        self.source = source
        self.transition = transition
        // What comes from outside carries nothing but its address.
        self.userInfo = kind.isExternal ? [:] : userInfo
        self.answer = answer
    }
}
