public import RouteProtocols

/// Where a link leads, after exposure, features and guards were asked; nothing is shown.
public enum Decision: Sendable, Hashable {
    /// Show this screen.
    case screen(ScreenRequest, Showing)
    /// Open this page.
    case page(address: String, by: RouteOutcome.Opener)
    /// A handler or a navigator that the app registered is allowed to run; ``AppRouter/open(_:kind:from:using:userInfo:)``
    /// runs it. The request's name is its pattern or path.
    case action(ScreenRequest)
    /// Show nothing, for this reason.
    case nothing(RouteOutcome)

    /// How a screen is to be shown.
    public struct Showing: Sendable, Hashable {
        /// The name of the transition that the rule, the provider, the screen or the policy chooses, in this order.
        public var transition: String
        /// What to do if the screen is on top already.
        public var sameScreen: ScreenRegistration.SameScreenPolicy
        /// The guard that redirected here from the link's own destination; nil if none did.
        public var redirectedBy: String?
        /// Whether the link is parked: ``AppRouter/decideParked()`` follows it, once, after the login.
        public var isLinkParked: Bool
    }

    /// The screen to show; nil if there is none.
    public var request: ScreenRequest? {
        if case .screen(let request, _) = self { return request }
        return nil
    }
}

/// Receives the plan that an attempt would carry out.
@MainActor
final class DecisionSink {
    private(set) var decision: Decision?

    /// Stores a plan as a decision.
    /// - Returns: the outcome that carrying it out has, if nothing fails.
    func take(_ planned: Planned, _ transitions: TransitionChoice) -> RouteOutcome {
        let (decision, outcome) = Self.decide(planned, transitions)
        self.decision = decision
        return outcome
    }

    /// Records that a guard redirected to the decision's screen.
    func redirected(by name: String, parked: Bool) {
        guard case .screen(let request, var showing) = decision else { return }
        showing.redirectedBy = name
        showing.isLinkParked = parked
        decision = .screen(request, showing)
    }

    private static func decide(_ planned: Planned, _ transitions: TransitionChoice) -> (Decision, RouteOutcome) {
        switch planned {
        case .stop(let outcome): (.nothing(outcome), outcome)
        case .go(.page(let target, let opener, _)):
            (.page(address: target, by: opener), .opened(address: target, by: opener))
        case .go(.handler(let entry, let request)): (.action(request), .performed(pattern: entry.pattern))
        case .go(.path(_, let request)): (.action(request), .handled(screen: request.name))
        case .go(.screen(let registration, let request, let named)):
            (
                .screen(
                    request,
                    Decision.Showing(
                        transition: transitions.name(registration, request, named: named),
                        sameScreen: registration.sameScreen, redirectedBy: nil, isLinkParked: false)),
                .handled(screen: request.name)
            )
        }
    }
}
