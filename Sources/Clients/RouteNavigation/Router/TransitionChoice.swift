import RouteProtocols

/// Chooses how a screen is shown: the caller, the address, the rule, the provider, the screen or the policy, in this order.
@MainActor
struct TransitionChoice {
    let registry: TransitionRegistry
    let provider: (any TransitionProvider)?
    let policy: RoutingPolicy
    /// Receives an event for each name that is not registered.
    let report: (@MainActor (RouterEvent) -> Void)?

    /// The transition that the caller, the address or the rule, as `named`, chooses; nil if none does.
    func asked(_ request: ScreenRequest, named: String?, by attempt: Attempt) -> (any Transition)? {
        if let transition = attempt.transition { return transition.transition }
        for name in names(request, named) {
            if let found = registry[name] { return found }
            report?(.unknownTransition(name))
        }
        return nil
    }

    /// The transition that the app prefers if neither caller, address nor rule gives one.
    func preferred(_ registration: ScreenRegistration, _ request: ScreenRequest) -> any Transition {
        provider?.transition(for: request.context) ?? (registration.transition ?? policy.transition).transition
    }

    /// The name of the transition that anyone but the caller chooses; no event is sent.
    func name(_ registration: ScreenRegistration, _ request: ScreenRequest, named: String?) -> String {
        if let name = names(request, named).first(where: { registry[$0] != nil }) { return name }
        let provided = provider?.transition(for: request.context) as? StandardTransition
        return provided?.rawValue ?? (registration.transition ?? policy.transition).rawValue
    }

    /// The names that the address and the rule choose.
    private func names(_ request: ScreenRequest, _ named: String?) -> [String] {
        let key = request.kind.isExternal ? nil : policy.transitionQueryName
        let wanted = key.flatMap { key in request.parameters.query.first { $0.name == key } }
        return [wanted?.value.text, named].compactMap(\.self)
    }
}
