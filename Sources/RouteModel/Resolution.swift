/// The result of resolving an address: the outcome and the redirects on the way.
public struct Resolution: Sendable, Hashable {
    /// The outcome.
    public var outcome: Outcome
    /// The address that was resolved, as it was given.
    public var original: String
    /// The redirects and the last match, in order; empty if no rule matched.
    public var trail: [Hop]
    /// The number of the release; 0 if there was none.
    public var version: ReleaseVersion
    /// The parameters for the screen, from the address and the rules.
    public var parameters: Parameters
    /// The candidates that were tried and why they failed; nil unless it was requested.
    public var explanation: Explanation?

    /// Makes a resolution.
    @inlinable
    public init(
        outcome: Outcome, original: String, trail: [Hop] = [], version: ReleaseVersion = 0,
        parameters: Parameters = Parameters(),
        explanation: Explanation? = nil
    ) {
        self.outcome = outcome
        self.original = original
        self.trail = trail
        self.version = version
        self.parameters = parameters
        self.explanation = explanation
    }

    /// An unmatched resolution of an address, to be changed in place.
    ///
    /// Not inlinable: inlined code would make the value in another place and copy it, which retains and releases ten
    /// references.
    package init(unanswered original: String, version: ReleaseVersion) {
        self.init(outcome: .unmatched, original: original, version: version)
    }
}

/// The outcome of a resolution.
public enum Outcome: Sendable, Hashable {
    /// A native screen.
    case screen(Screen)
    /// An address that no rule matches, reached by redirects; open it.
    case address(String)
    /// A rule blocks the address, for this reason.
    case blocked(String)
    /// No rule matches the address.
    case unmatched
    /// The address, ``Resolution/original``, could not be resolved.
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

/// A native screen and its transition; the parameters are in the resolution.
public struct Screen: Sendable, Hashable {
    /// The screen's name, which the app maps to code.
    public var name: String
    /// The transition: `show`, `present`, or a name that the app defines; nil for the app's default.
    public var transition: String?

    /// Makes a screen.
    @inlinable
    public init(name: String, transition: String? = nil) {
        self.name = name
        self.transition = transition
    }
}

/// Why an address could not be resolved.
public struct Failure: Error, Sendable, Hashable {
    /// The kind of failure; raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// A redirect led to an address for the second time.
        case loop
        /// More than five redirects would be needed.
        case tooManyRedirects = "too-many-redirects"
        /// The expansion of a redirect's template is not a valid address.
        case expansion
        /// The settings do not allow the address of a redirect.
        case destinationNotAllowed = "destination-not-allowed"
        /// The text is not an address.
        case invalidAddress = "invalid-address"
        /// The address has more than 8,192 bytes or 64 segments.
        case addressTooLong = "address-too-long"
        /// The client has no release yet.
        case notReady = "not-ready"
    }

    /// The kind of failure.
    public var code: Code
    /// What happened, as text for people.
    public var detail: String

    /// Makes a failure.
    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// One step of a resolution.
public struct Hop: Sendable, Hashable {
    /// The id of the rule that matched.
    public var rule: String
    /// The number of the alternative within the rule, over all its patterns, from 0.
    public var alternative: Int
    /// The address that matched.
    public var from: String
    /// The address that a redirect led to; nil for the last step.
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
