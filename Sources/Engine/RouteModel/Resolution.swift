// What imports RouteModel reads the parameters of a resolution without another import.
@_exported public import RouteParameters

/// The result of resolving an address: the outcome and the redirects on the way.
///
/// The values are in one object that does not change: moving a resolution is moving one reference. As a struct of its
/// values it was copied each time that it was made, with ten references to count.
public struct Resolution: Sendable {
    private var values: ResolutionValues

    /// Makes a resolution.
    public init(
        outcome: Outcome, original: String, trail: [Hop] = [], version: ReleaseVersion = 0,
        parameters: Parameters = Parameters(),
        explanation: Explanation? = nil
    ) {
        self.init(
            outcome, original: original, redirects: trail.isEmpty ? nil : trail, last: nil, version: version,
            parameters: parameters,
            explanation: explanation)
    }

    /// Makes a resolution whose trail is `redirects` and then `last`, which is stored without an array.
    package init(
        _ outcome: Outcome, original: String, redirects: [Hop]?, last: Hop?, version: ReleaseVersion,
        parameters: Parameters,
        explanation: Explanation?
    ) {
        values = ResolutionValues(
            outcome: outcome, original: original, redirects: redirects, last: last, version: version,
            parameters: parameters, explanation: explanation)
    }

    /// The outcome.
    public var outcome: Outcome {
        get { values.outcome }
        set { change(outcome: newValue) }
    }
    /// The address that was resolved, as it was given.
    public var original: String {
        get { values.original }
        set { change(original: newValue) }
    }
    /// The redirects and the last match, in order; empty if no rule matched.
    public var trail: [Hop] {
        get { (values.redirects ?? []) + (values.last.map { [$0] } ?? []) }
        set { change(trail: newValue) }
    }
    /// The id of the rule of the first hop; looking at it makes no array.
    package var firstRule: String? { values.redirects?.first?.rule ?? values.last?.rule }
    /// The number of hops of the trail; counting makes no array.
    package var hopCount: Int { values.hopCount }

    /// The number of the release; 0 if there was none.
    public var version: ReleaseVersion {
        get { values.version }
        set { change(version: newValue) }
    }
    /// The parameters for the screen, from the address and the rules.
    public var parameters: Parameters {
        get { values.parameters }
        set { change(parameters: newValue) }
    }
    /// The candidates that were tried and why they failed; nil unless it was requested.
    public var explanation: Explanation? {
        get { values.explanation }
        set { change(explanation: .some(newValue)) }
    }

    /// Replaces the object by one with another value.
    private mutating func change(
        outcome: Outcome? = nil, original: String? = nil, trail: [Hop]? = nil, version: ReleaseVersion? = nil,
        parameters: Parameters? = nil, explanation: Explanation?? = nil
    ) {
        self = Resolution(
            outcome ?? values.outcome, original: original ?? values.original,
            redirects: trail.map { $0.isEmpty ? nil : $0 } ?? values.redirects,
            last: trail == nil ? values.last : nil, version: version ?? values.version,
            parameters: parameters ?? values.parameters, explanation: explanation ?? values.explanation)
    }
}

extension Resolution: Hashable {
    /// Equal resolutions have equal values.
    public static func == (left: Resolution, right: Resolution) -> Bool {
        left.outcome == right.outcome && left.original == right.original && left.trail == right.trail
            && left.version == right.version && left.parameters == right.parameters
            && left.explanation == right.explanation
    }

    /// Hashes all values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(outcome)
        hasher.combine(original)
        hasher.combine(trail)
        hasher.combine(version)
        hasher.combine(parameters)
        hasher.combine(explanation)
    }
}

/// The values of a resolution.
private final class ResolutionValues: Sendable {
    let outcome: Outcome
    let original: String
    /// The hops before ``last``, or all of them; nil if there are none.
    let redirects: [Hop]?
    let last: Hop?
    let hopCount: Int
    let version: ReleaseVersion
    let parameters: Parameters
    let explanation: Explanation?

    init(
        outcome: Outcome, original: String, redirects: [Hop]?, last: Hop?, version: ReleaseVersion,
        parameters: Parameters,
        explanation: Explanation?
    ) {
        self.outcome = outcome
        self.original = original
        self.redirects = redirects
        self.last = last
        hopCount = (redirects?.count ?? 0) + (last == nil ? 0 : 1)
        self.version = version
        self.parameters = parameters
        self.explanation = explanation
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

    /// Compares both names by their bytes.
    public static func == (left: Screen, right: Screen) -> Bool {
        ExactText.isSame(left.name, right.name) && ExactText.isSame(left.transition, right.transition)
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
