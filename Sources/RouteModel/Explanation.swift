/// Why a resolution came out as it did.
public struct Explanation: Sendable, Hashable, CustomStringConvertible {
    /// What was tried for each address on the way.
    public var hops: [ExplainedHop]

    /// Makes an explanation.
    public init(hops: [ExplainedHop] = []) {
        self.hops = hops
    }

    /// The explanation for people, one line a candidate.
    public var description: String {
        hops.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "\n")
    }
}

/// What was tried for one address.
public struct ExplainedHop: Sendable, Hashable, CustomStringConvertible {
    /// The address that was looked up.
    public var address: String
    /// The candidates in order, up to the one that won.
    public var candidates: [Candidate]
    /// The alternative that came closest where none matched.
    public var nearestMiss: Candidate?

    /// Makes a hop.
    public init(address: String, candidates: [Candidate] = [], nearestMiss: Candidate? = nil) {
        self.address = address
        self.candidates = candidates
        self.nearestMiss = nearestMiss
    }

    /// The hop for people.
    public var description: String {
        var lines = [address] + candidates.map { "   \($0)" }
        if candidates.isEmpty { lines.append("   no rule's pattern matches") }
        if let nearestMiss { lines.append("   nearest: \(nearestMiss)") }
        return lines.joined(separator: "\n")
    }
}

/// One alternative of a rule that was tried.
public struct Candidate: Sendable, Hashable, CustomStringConvertible {
    /// How it ended.
    public enum Verdict: Sendable, Hashable {
        /// It matched and its conditions hold.
        case won
        /// A component of the address or a condition failed: which, and why.
        case failed(component: String, detail: String)
    }

    /// The rule's id.
    public var rule: String
    /// Which alternative of the rule, counted over all its patterns from 0.
    public var alternative: Int
    /// How it ended.
    public var verdict: Verdict

    /// Makes a candidate.
    public init(rule: String, alternative: Int, verdict: Verdict) {
        self.rule = rule
        self.alternative = alternative
        self.verdict = verdict
    }

    /// The candidate for people.
    public var description: String {
        switch verdict {
        case .won: "\(rule) (alternative \(alternative)): won"
        case .failed(let component, let detail): "\(rule) (alternative \(alternative)): \(component) \(detail)"
        }
    }
}
