/// Where an address leads, and how it got there.
public struct Resolution: Sendable, Hashable {
    /// Where it leads.
    public var outcome: Outcome
    /// The address that was asked for, as it was given.
    public var original: String
    /// The redirects and the last match, in order; empty where no rule matched.
    public var trail: [Hop]
    /// The release that answered; 0 where there was none.
    public var version: Int
    /// What the address and the rules hand to the screen.
    public var parameters: Parameters
    /// Which rules were tried and why they failed; only where it was asked for.
    public var explanation: Explanation?

    /// Makes a resolution.
    @inlinable
    public init(
        outcome: Outcome, original: String, trail: [Hop] = [], version: Int = 0, parameters: Parameters = Parameters(),
        explanation: Explanation? = nil
    ) {
        self.outcome = outcome
        self.original = original
        self.trail = trail
        self.version = version
        self.parameters = parameters
        self.explanation = explanation
    }

    /// The one of an address that nothing is known about yet, to be filled in where it stands.
    ///
    /// Not inlinable: inlined, the value would be made apart and copied, which counts ten references up and down.
    package init(unanswered original: String, version: Int) {
        self.init(outcome: .unmatched, original: original, version: version)
    }
}

/// Where an address leads.
public enum Outcome: Sendable, Hashable {
    /// To a native page.
    case screen(Screen)
    /// To an address that no rule takes further; open it.
    case address(String)
    /// Nowhere, on purpose; with the reason.
    case blocked(String)
    /// To nothing: no rule knows the address.
    case unmatched
    /// It could not be followed; the original address is still there.
    case failed(Failure)

    /// The stable word for this kind of outcome.
    public var name: String {
        switch self {
        case .screen: "screen"
        case .address: "address"
        case .blocked: "blocked"
        case .unmatched: "unmatched"
        case .failed: "failed"
        }
    }
}

/// A native page and how to show it; the parameters stand in the resolution.
public struct Screen: Sendable, Hashable {
    /// The page's name, which the app alone maps to code.
    public var name: String
    /// How to show it: `show`, `present`, or a name the app knows; nil leaves it to the app.
    public var transition: String?

    /// Makes a screen.
    @inlinable
    public init(name: String, transition: String? = nil) {
        self.name = name
        self.transition = transition
    }
}

/// Why an address could not be followed.
public struct Failure: Error, Sendable, Hashable {
    /// The kind of failure; raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// An address came up a second time.
        case loop
        /// A sixth redirect would have been needed.
        case tooManyRedirects = "too-many-redirects"
        /// A redirect's template gave no usable address.
        case expansion
        /// A redirect led to a place that the settings do not allow.
        case destinationNotAllowed = "destination-not-allowed"
        /// The text is not an address.
        case invalidAddress = "invalid-address"
        /// The address is longer than 8 KB or has more than 64 segments.
        case addressTooLong = "address-too-long"
        /// No rules have arrived yet.
        case notReady = "not-ready"
    }

    /// The kind of failure.
    public var code: Code
    /// What happened, for a person.
    public var detail: String

    /// Makes a failure.
    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// One step on the way.
public struct Hop: Sendable, Hashable {
    /// The id of the rule that matched.
    public var rule: String
    /// Which alternative of the rule, counted over all its patterns from 0.
    public var alternative: Int
    /// The address that matched.
    public var from: String
    /// The address that a redirect led to; nil on the last step.
    public var to: String?

    /// Makes a step.
    @inlinable
    public init(rule: String, alternative: Int, from: String, to: String? = nil) {
        self.rule = rule
        self.alternative = alternative
        self.from = from
        self.to = to
    }
}
