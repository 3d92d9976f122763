import RouteModel

/// Counts the work of one check, so that no draft can make it longer than a limit.
///
/// A step is about 500 instructions, 100 ns of a processor of 2024: two identifiers hashed, one branch of a cover, one
/// state of an automaton built. What a look-up, a hop or a pair costs in steps was counted with callgrind in a release
/// build (`Limits.stepsPer…`), so that a bound in steps means about the same time whatever a draft makes expensive. The
/// time of a check is that of freezing and compiling the draft, which grows with its alternatives, and that of the
/// steps. What is left out for lack of steps, or because one part of the check reached a limit of its own, is recorded
/// and becomes a finding.
final class CheckWork {
    /// A kind of question that a check could not decide; the raw value is the finding's `reason`.
    enum Undecided: String, CaseIterable {
        /// Pairs of alternatives that were not compared.
        case pairs
        /// Alternatives whose chains of redirects were not all followed.
        case chains
        /// Comparisons of two texts in patterns whose automata are too large together.
        case patterns
        /// Rules whose conditions combine with those of others in too many ways.
        case conditions
        /// Sets of rules for which no context was found, but a context may exist.
        case contexts
        /// Rules, redirects or addresses that were not checked when the steps were used up.
        case steps
    }

    /// Steps so far; at most `stepsMax` plus the steps of one look-up, comparison or search.
    private(set) var steps = 0
    /// The number of steps after which a check stops.
    let stepsMax: Int
    /// Identifiers that may still be tried: rollouts get only a part of the steps, so that small shares do not use them
    /// up.
    private(set) var identifiersLeft: Int
    private var undecided: [Undecided: Int] = [:]

    /// Makes a counter with a maximum number of steps.
    init(stepsMax: Int) {
        self.stepsMax = stepsMax
        identifiersLeft = stepsMax / Limits.stepsPerIdentifierTry
    }

    /// Whether there are no steps left.
    var isSpent: Bool { steps >= stepsMax }

    /// Whether half of the steps are used, so that a part that may grow leaves steps to the others.
    var isHalfSpent: Bool { steps >= stepsMax / 2 }

    /// Counts steps.
    func spend(_ count: Int) { steps += count }

    /// Counts identifiers that were tried, so many of them in one step.
    func spend(identifiers count: Int, perStep: Int) {
        identifiersLeft -= count
        steps += count / perStep
    }

    /// Records a number of undecided questions of a kind.
    func leaveOut(_ kind: Undecided, _ count: Int = 1) { undecided[kind, default: 0] += count }

    /// One warning per kind of undecided question, so that a check without findings is a proof.
    func findings() -> [Finding] {
        // The work that was interrupted when the steps were used up is at least one undecided question.
        if isSpent, undecided.isEmpty { leaveOut(.steps) }
        return Undecided.allCases.compactMap { kind in
            guard let count = undecided[kind], count > 0 else { return nil }
            let (detail, hint) = Self.texts(kind, count)
            return Finding(
                .checkIncomplete, reason: kind.rawValue, detail: detail, hint: hint)
        }
    }

    private static func texts(_ kind: Undecided, _ count: Int) -> (detail: String, hint: String) {
        switch kind {
        case .pairs:
            (
                "So many rules share one pattern that \(count) pairs of them were not compared.",
                "Give the rules different words of one key in \"when\", or merge rules that have the same destination."
            )
        case .chains:
            (
                "So many redirects can lead to one another that \(count) were not followed along every chain.",
                "Redirect directly to the last address."
            )
        case .patterns:
            (
                "Not proved: \(count) comparisons of two path segments, labels or query values were not made, because "
                    + "their counts and enumerations are too long to combine.",
                "Write shorter counts, such as \\d{1,20}, and fewer words in one enumeration."
            )
        case .conditions:
            (
                "Not proved for \(count) rules: their conditions and those of other rules on the same addresses combine "
                    + "in too many ways to decide whether the others hide them.",
                "Use fewer keys and words in \"when\", or split the rules by pattern."
            )
        case .contexts:
            (
                "Not proved for \(count) sets of rules: no context was found in which all their conditions hold, and "
                    + "it was not proved that there is none.",
                "Use the same \"salt\" for rollouts that belong together, or raise their shares."
            )
        case .steps:
            (
                "The check reached its limit of work; \(count) rules or addresses were not checked.",
                "Remove rules that overlap with many others, or divide the rules between two apps."
            )
        }
    }
}
