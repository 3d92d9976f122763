import RouteDocuments
import RouteModel

/// The warnings that the rules of a draft allow.
struct Allowances {
    private let codes: [String: Set<Finding.Code>]

    /// Collects the member `allow` of all rules.
    init(_ draft: Draft) {
        var codes: [String: Set<Finding.Code>] = [:]
        for rule in draft.rules where !rule.allowed.isEmpty { codes[rule.id] = Set(rule.allowed.map(\.code)) }
        self.codes = codes
    }

    /// The findings that are to be listed: all errors, and the warnings that their rule does not allow.
    func without(_ findings: [Finding]) -> [Finding] {
        codes.isEmpty ? findings : findings.filter { $0.severity == .error || !isAllowed($0) }
    }

    /// Whether the rule to change allows the warning; of the two rules of a tie, either can.
    private func isAllowed(_ finding: Finding) -> Bool {
        let rules = finding.code == .tie ? finding.rules[...] : finding.rules.prefix(1)
        return rules.contains { codes[$0]?.contains(finding.code) == true }
    }
}
