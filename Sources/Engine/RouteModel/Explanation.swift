/// The reasons for a resolution: the candidates that were tried.
public struct Explanation: Sendable, Hashable, CustomStringConvertible {
    /// The candidates for each address of the trail.
    public var hops: [ExplainedHop]

    /// Makes an explanation.
    public init(hops: [ExplainedHop] = []) {
        self.hops = hops
    }

    /// The explanation as text for people, one line per candidate.
    public var description: String {
        hops.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
    }
}

/// The candidates for one address.
public struct ExplainedHop: Sendable, Hashable, CustomStringConvertible {
    /// The address that was looked up.
    public var address: String
    /// The candidates in order, up to the one that won; at most 64.
    public var candidates: [Candidate]
    /// The alternative that matched most of the address; nil if one won.
    public var nearestMiss: Candidate?

    /// Makes a hop.
    public init(address: String, candidates: [Candidate] = [], nearestMiss: Candidate? = nil) {
        self.address = address
        self.candidates = candidates
        self.nearestMiss = nearestMiss
    }

    /// The hop as text for people.
    public var description: String {
        var lines = [address] + candidates.map { "   \($0)" }
        if candidates.isEmpty { lines.append("   no rule's pattern matches") }
        if let nearestMiss { lines.append("   nearest: \(nearestMiss)") }
        return lines.joined(separator: "\n")
    }
}

/// One alternative of a rule that was tried.
public struct Candidate: Sendable, Hashable, CustomStringConvertible {
    /// Whether a candidate won.
    public enum Verdict: Sendable, Hashable {
        /// It matched and its conditions hold.
        case won
        /// A component of the address or a condition does not match: its name, and why, as a sentence.
        case failed(component: String, detail: String)
    }

    /// The rule's id.
    public var rule: String
    /// The number of the alternative within the rule, over all its patterns, from 0.
    public var alternative: Int
    /// Whether it won.
    public var verdict: Verdict

    /// Makes a candidate.
    public init(rule: String, alternative: Int, verdict: Verdict) {
        self.rule = rule
        self.alternative = alternative
        self.verdict = verdict
    }

    /// The candidate as text for people.
    public var description: String {
        switch verdict {
        case .won: "\(rule) (alternative \(alternative)): won"
        case .failed(let component, let detail): "\(rule) (alternative \(alternative)): \(component): \(detail)"
        }
    }
}
