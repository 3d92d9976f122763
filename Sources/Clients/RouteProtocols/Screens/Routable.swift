/// A screen that can get new parameters while it is on the display.
@MainActor
public protocol Updatable: ScreenNode {
    /// Whether it can get new parameters now; if not, another screen is made.
    var isReady: Bool { get }
    /// Gives it new parameters.
    func post(_ request: ScreenRequest)
}

extension Updatable {
    /// The default: always.
    public var isReady: Bool { true }
}

/// A screen that declares its own routing: addresses, identity, permissions, and how to make it.
///
/// ``AppRouter/register(_:)`` registers the type; the server's rules may choose it by ``screenName``, too.
@MainActor
public protocol Routable: Updatable {
    /// The pattern of the addresses that open it, in the syntax of rules: `/search/:text` for any of the app's origins.
    static var routingPattern: String { get }
    /// The name by which rules choose it; by default the pattern.
    static var screenName: String { get }
    /// Distinguishes screens of this type, such as the search text; nil is not equal to anything.
    var routingIdentifier: String? { get }
    /// The identifier of the requested screen.
    static func routingIdentifier(of request: ScreenRequest) -> String?
    /// Makes the screen for a request; the router shows it.
    static func get(_ request: ScreenRequest) throws -> (any ScreenNode)?
    /// Permissions, guards and other traits.
    static var routingTraits: RoutingTraits { get }
}

/// The traits of a screen, handler or path in addition to its addresses.
@MainActor
public struct RoutingTraits {
    /// Who may reach it.
    public var exposure: ScreenRegistration.Exposure
    /// What showing it does.
    public var effect: ScreenRegistration.Effect
    /// How to show it if neither caller, rule nor provider chooses a transition.
    public var transition: TransitionType?
    /// Features of which at least one must be on; empty for none.
    public var anyOfFeatures: [String]
    /// Asked after the guards of the router.
    public var guards: [any RouteGuard]
    /// What to do if it is on top already.
    public var sameScreen: ScreenRegistration.SameScreenPolicy

    /// Makes traits; the defaults are the safest ones.
    public init(
        exposure: ScreenRegistration.Exposure = .internal, effect: ScreenRegistration.Effect = .read,
        transition: TransitionType? = nil, anyOfFeatures: [String] = [], guards: [any RouteGuard] = [],
        sameScreen: ScreenRegistration.SameScreenPolicy = .updateIfSameType
    ) {
        self.exposure = exposure
        self.effect = effect
        self.transition = transition
        self.anyOfFeatures = anyOfFeatures
        self.guards = guards
        self.sameScreen = sameScreen
    }
}

extension Routable {
    /// The default: the pattern.
    public static var screenName: String { routingPattern }
    /// The default: screens of the type are never equal.
    public static func routingIdentifier(of request: ScreenRequest) -> String? { nil }
    /// The default: the safest traits.
    public static var routingTraits: RoutingTraits { RoutingTraits() }

    /// The registration that its declarations make.
    package static var registration: ScreenRegistration {
        let traits = routingTraits
        return ScreenRegistration(
            screenName, exposure: traits.exposure, effect: traits.effect, transition: traits.transition,
            anyOfFeatures: traits.anyOfFeatures, guards: traits.guards, sameScreen: traits.sameScreen
        ) { try get($0) }
    }
}
