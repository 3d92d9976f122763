/// A screen on the display that takes new parameters instead of being shown a second time.
@MainActor
public protocol Updatable: ScreenNode {
    /// Whether it can take parameters already; before that they come with its making.
    var isReady: Bool { get }
    /// Takes new parameters.
    func post(_ request: ScreenRequest)
}

extension Updatable {
    /// Most screens can from the beginning.
    public var isReady: Bool { true }
}

/// A screen that says everything about its own routing: addresses, identity, who may reach it, how it is made.
///
/// ``AppRouter/register(_:)`` takes the type; rules of the server may choose it by ``screenName``, too.
@MainActor
public protocol Routable: Updatable {
    /// The addresses that open it, in the syntax of rules: `/search/:text` for any of the app's origins.
    static var routingPattern: String { get }
    /// The name by which rules choose it; the pattern where the type does not say.
    static var screenName: String { get }
    /// Which of the screens of this type it is, such as the text searched for; nil is never the same as anything.
    var routingIdentifier: String? { get }
    /// Which of them a request asks for.
    static func routingIdentifier(of request: ScreenRequest) -> String?
    /// Makes it for a request; the router shows it.
    static func get(_ request: ScreenRequest) throws -> (any ScreenNode)?
    /// What else the router should know, as for any screen; name and making are filled in.
    static var routingTraits: RoutingTraits { get }
}

/// What a screen says about itself beyond its addresses.
@MainActor
public struct RoutingTraits {
    /// Who may reach it.
    public var exposure: ScreenRegistration.Exposure
    /// What being shown does.
    public var effect: ScreenRegistration.Effect
    /// How it comes onto the display when nobody else says.
    public var transition: TransitionType?
    /// Features of which one at least must be on.
    public var anyOfFeatures: [String]
    /// Asked after the router's own guards.
    public var guards: [any RouteGuard]
    /// What to do when it is on top already.
    public var sameScreen: ScreenRegistration.SameScreenPolicy

    /// Makes traits; the defaults are the careful ones.
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
    /// The pattern names the screen.
    public static var screenName: String { routingPattern }
    /// No screen of the type is told from another.
    public static func routingIdentifier(of request: ScreenRequest) -> String? { nil }
    /// The careful traits.
    public static var routingTraits: RoutingTraits { RoutingTraits() }

    static var registration: ScreenRegistration {
        let traits = routingTraits
        return ScreenRegistration(
            screenName, exposure: traits.exposure, effect: traits.effect, transition: traits.transition,
            anyOfFeatures: traits.anyOfFeatures, guards: traits.guards, sameScreen: traits.sameScreen
        ) { try get($0) }
    }
}

/// What the top of the display is to a request.
enum Sameness: Sendable {
    case same
    case sameType
    case other

    /// Compares.
    @MainActor
    static func of(_ top: (any ScreenNode)?, _ context: ScreenContext?, with request: ScreenRequest) -> Sameness {
        if let routable = top as? any Routable, type(of: routable).screenName == request.name {
            guard let identifier = routable.routingIdentifier,
                identifier == type(of: routable).routingIdentifier(of: request)
            else { return .sameType }
            return .same
        }
        guard let context else { return .other }
        if context == request.context { return .same }
        return context.screen == request.name ? .sameType : .other
    }
}
