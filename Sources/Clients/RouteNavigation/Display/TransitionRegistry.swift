public import RouteProtocols

/// The transitions that rules and addresses may choose by name.
@MainActor
public final class TransitionRegistry {
    private var transitions: [String: any Transition] = [:]

    /// Makes a registry that holds the standard transitions; `push` and `modal` are other names for two of them.
    public init() {
        for transition in StandardTransition.allCases { transitions[transition.rawValue] = transition }
        transitions["push"] = StandardTransition.show
        transitions["modal"] = StandardTransition.present
    }

    /// Adds a transition; it replaces one of the same name.
    public func register(_ name: String, _ transition: any Transition) { transitions[name] = transition }

    /// The transition of exactly this name.
    public subscript(name: String) -> (any Transition)? { transitions[name] }
}
