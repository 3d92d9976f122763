import RouteModel
import RouteNavigation

/// Rules as a table of exact addresses.
@MainActor
final class FakeRoutes: AddressResolving {
    var table: [String: Outcome]
    var parameters: Parameters
    var isReady: Bool
    var context = Context(platform: "ios")
    /// How many screens the router has reported.
    private(set) var screensShown = 0

    init(_ table: [String: Outcome] = [:], parameters: Parameters = Parameters(), isReady: Bool = true) {
        self.table = table
        self.parameters = parameters
        self.isReady = isReady
    }

    func screenShown() { screensShown += 1 }

    func resolve(_ address: String, context: Context) -> Resolution {
        guard isReady else {
            return Resolution(outcome: .failed(Failure(.notReady, detail: "not yet")), original: address)
        }
        // An entry for one kind of link; it is found only if the context has that kind.
        if let outcome = table["\(context.source ?? "")>\(address)"] {
            return Resolution(outcome: outcome, original: address, version: 1, parameters: parameters)
        }
        return Resolution(outcome: table[address] ?? .unmatched, original: address, version: 1, parameters: parameters)
    }
}

extension Outcome {
    static func screen(_ name: String, _ transition: String? = nil) -> Outcome {
        .screen(Screen(name: name, transition: transition))
    }
}

/// A router with fakes: one stack with a home screen, and the screens that a test registers.
@MainActor
struct Scene {
    let host: MemoryHost
    let screens = ScreenRegistry()
    let router: AppRouter
    let routes: FakeRoutes
    let events = EventLog()
    let home = MemoryNode.plain("Home")

    init(
        _ table: [String: Outcome] = [:], parameters: Parameters = Parameters(), isReady: Bool = true,
        root: MemoryNode? = nil, policy: RoutingPolicy = RoutingPolicy(), paths: PathOptions = PathOptions(),
        clock: any Clock<Duration> = StandingClock()
    ) {
        host = MemoryHost(root: root ?? .stack([home]))
        routes = FakeRoutes(table, parameters: parameters, isReady: isReady)
        router = AppRouter(
            routes: routes, screens: screens, host: host, policy: policy, paths: paths, clock: clock)
        router.onEvent = { [events] in events.all.append($0) }
    }

    /// The request of the screen on top.
    var shown: ScreenRequest? { (host.topScreen as? MemoryNode)?.request }

    /// Registers screens.
    func with(_ registrations: ScreenRegistration...) -> Scene {
        for registration in registrations { screens.register(registration) }
        return self
    }
}

extension ScreenRegistration {
    static func make(
        _ name: String, exposure: Exposure = .exported, effect: Effect = .read, wrapping: Wrapping = .none,
        transition: TransitionType? = nil, needs: [String] = [], features: [String] = [],
        sameScreen: SameScreenPolicy = .alwaysNew, guards: [any RouteGuard] = []
    ) -> ScreenRegistration {
        ScreenRegistration(
            name, exposure: exposure, effect: effect, wrapping: wrapping, transition: transition,
            requiredParameters: needs, anyOfFeatures: features, guards: guards,
            sameScreen: sameScreen
        ) { MemoryNode($0) }
    }
}

/// A navigator that records its calls.
final class FakeNavigator: Navigating {
    var calls: [String] = []
    var requests: [ScreenRequest] = []

    func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        requests.append(request)
        calls.append(
            "\(transition.rawValue) \(request.parameters.flat.map { "\($0.name)=\($0.value.text)" }.joined(separator: "&"))"
        )
        return .handled(screen: "fake")
    }
}

/// An object that is not on the display.
final class Stranger: RoutingSource {}

/// Feature switches from a set.
final class FakeFeatures: FeatureToggleStore {
    var on: Set<String> = []
    func isOn(_ feature: String) -> Bool { on.contains(feature) }
}

/// The events of a router.
@MainActor
final class EventLog {
    var all: [RouterEvent] = []

    /// The outcomes of attempts, in order.
    var endings: [RouteOutcome] {
        all.compactMap { if case .ended(_, _, let outcome) = $0 { outcome } else { nil } }
    }
}

/// A clock that a test sets.
@MainActor
final class FakeClock {
    var now = ContinuousClock.now
}
