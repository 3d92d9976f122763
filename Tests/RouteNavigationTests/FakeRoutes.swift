import RouteModel
import RouteNavigation

/// Rules as a table of exact addresses; remembers the contexts it was asked with.
final class FakeRoutes: AddressResolving {
    let table: [String: Outcome]
    let parameters: Parameters
    let isReady: Bool
    let context = Context(platform: "ios")

    init(_ table: [String: Outcome] = [:], parameters: Parameters = Parameters(), isReady: Bool = true) {
        self.table = table
        self.parameters = parameters
        self.isReady = isReady
    }

    func resolve(_ address: String, context: Context) -> Resolution {
        guard isReady else {
            return Resolution(outcome: .failed(Failure(.notReady, detail: "not yet")), original: address)
        }
        // A rule for links from outside only, to see that the context says where a link comes from.
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

/// A router over fakes: one stack with a home screen, and whatever screens a test registers.
@MainActor
struct Scene {
    let host: MemoryHost
    let screens = ScreenRegistry()
    let router: AppRouter
    let home = MemoryNode.plain("Home")

    init(
        _ table: [String: Outcome] = [:], parameters: Parameters = Parameters(), isReady: Bool = true,
        root: MemoryNode? = nil, policy: RoutingPolicy = RoutingPolicy(), paths: PathOptions = PathOptions()
    ) {
        host = MemoryHost(root: root ?? .stack([home]))
        router = AppRouter(
            routes: FakeRoutes(table, parameters: parameters, isReady: isReady), screens: screens, host: host,
            policy: policy, paths: paths)
    }

    /// Registers screens that show themselves.
    func with(_ registrations: ScreenRegistration...) -> Scene {
        for registration in registrations { screens.register(registration) }
        return self
    }
}

extension ScreenRegistration {
    static func make(
        _ name: String, exposure: Exposure = .exported, effect: Effect = .read, wrapping: Wrapping = .none,
        transition: TransitionType? = nil, needs: [String] = [], features: [String] = [],
        sameScreen: SameScreenPolicy = .alwaysNew
    ) -> ScreenRegistration {
        ScreenRegistration(
            name, exposure: exposure, effect: effect, wrapping: wrapping, transition: transition,
            requiredParameters: needs, anyOfFeatures: features, sameScreen: sameScreen
        ) { MemoryNode($0) }
    }
}

/// Records how it was called.
final class FakeNavigator: Navigating {
    var calls: [String] = []

    func navigate(
        from source: any ScreenNode, using transition: TransitionType, parameters: Parameters, host: any NavigationHost
    ) -> RouteOutcome {
        calls.append(
            "\(transition.rawValue) \(parameters.flat.map { "\($0.name)=\($0.value.text)" }.joined(separator: "&"))")
        return .handled(screen: "fake")
    }
}

/// An object that is no part of the display.
final class Stranger: RoutingSource {}

/// Feature switches from a set.
final class FakeFeatures: FeatureToggleStore {
    var on: Set<String> = []
    func isOn(_ feature: String) -> Bool { on.contains(feature) }
}

/// A clock that a test moves.
@MainActor
final class FakeClock {
    var now = ContinuousClock.now
}
