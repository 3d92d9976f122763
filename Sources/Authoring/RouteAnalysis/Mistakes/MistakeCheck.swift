import RouteDocuments
import RouteModel

/// What is valid but hardly meant: words that no client sends, captures that lead nowhere, hosts with a typing error.
///
/// Every rule is looked at once, by itself, so the work is linear in the draft.
struct MistakeCheck {
    let draft: Draft
    let screens: ScreenTable
    let work: CheckWork

    /// The findings, and whether the steps or the number of findings ended the search.
    func findings() -> (findings: [Finding], isCut: Bool) {
        let platforms = ExactText.distinct(screens.builds.map(\.platform))
        let parameters = ParameterCheck(screens)
        var hosts = HostCheck(draft.settings)
        var findings: [Finding] = []
        for (place, rule) in draft.rules.enumerated() where rule.isEnabled {
            guard findings.count < Limits.findingsMax, !work.isSpent else { return (findings, true) }
            let before = hosts.comparisons
            findings += WordCheck(rule: rule, place: place, platforms: platforms).findings()
            findings += PlaceholderCheck(rule: rule, place: place).findings()
            findings += PatternTextCheck(rule: rule, place: place).findings()
            findings += parameters.findings(rule, at: place)
            findings += hosts.findings(rule, at: place)
            work.spend((hosts.comparisons - before) / Limits.hostsPerStep)
        }
        return (findings, false)
    }
}
