import CanonicalJSON

/// Compiles the patterns of one file within ``LinkLimits/fileStates``.
struct PatternBudget {
    private var statesLeft = LinkLimits.fileStates
    /// Whether a pattern did not fit into what was left; then the file is refused, and nothing more is compiled.
    private(set) var isSpent = false

    /// Compiles a pattern; nil if nothing is left.
    mutating func compiled(
        _ text: String, variables: [String: [String]]? = nil, isCaseSensitive: Bool = true
    ) throws(LinkPatternError) -> LinkPattern? {
        if isSpent { return nil }
        let statesMax = min(LinkLimits.patternStates, statesLeft)
        do throws(LinkPatternError) {
            let pattern = try LinkPattern(
                text, variables: variables, isCaseSensitive: isCaseSensitive, statesMax: statesMax)
            statesLeft -= pattern.states.count
            return pattern
        } catch {
            if error == .tooLarge { statesLeft -= statesMax }
            if error != .tooLarge || statesMax == LinkLimits.patternStates { throw error }
            isSpent = true
            return nil
        }
    }

    /// What is wrong with a file whose patterns are too large together.
    var problem: LinkProblem {
        LinkProblem(
            .fileTooLarge, JSONPointer(),
            "the patterns of this file need more than \(LinkLimits.fileStates) states; use shorter lists of variables")
    }
}
