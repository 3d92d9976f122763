import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("Faults that are planted among random rules are found", .scheduled)
struct PlantedTests {
    @Test(
        "a copy of a rule is a duplicate, or hidden; a rule over all others hides each of them", arguments: [UInt64(41)]
    )
    func planted(seed: UInt64) throws {
        var random = RandomDrafts(generator: SeededGenerator.fromEnvironment(default: seed))
        let wide = try #require(
            try AnalysisFixture.draft(#"{"id":"wide","match":["/*"],"priority":9,"to":{"screen":"W"}}"#).rules.first)
        var counts = (drafts: 0, copies: 0, duplicates: 0, hidden: 0)
        for _ in 0..<40 {
            let draft = try random.draft(rules: 12)
            counts.drafts += 1
            // A rollout that is salted with the rule's id selects other devices in a copy, which is then no duplicate.
            let victims = draft.rules.filter { $0.condition?.isSaltedByRule != true }
            guard !victims.isEmpty else { continue }
            var copy = random.pick(victims)
            let victim = copy.id
            copy.id = "copy"
            let copied = ReleaseCheck(
                draft: Draft(settings: draft.settings, rules: draft.rules + [copy]), at: AnalysisFixture.now
            ).findings()
            counts.copies += 1
            let isDuplicate = copied.contains { $0.code == .duplicate && Set($0.rules) == ["copy", victim] }
            let isHidden = copied.contains { $0.code == .shadowed && $0.rules.first == "copy" }
            counts.duplicates += isDuplicate ? 1 : 0
            #expect(isDuplicate || isHidden, "the copy of \(victim), draft \(counts.drafts), seed \(seed)")
            let covered = ReleaseCheck(
                draft: Draft(settings: draft.settings, rules: draft.rules + [wide]), at: AnalysisFixture.now
            ).findings()
            let hidden = Set(covered.filter { $0.code == .shadowed }.compactMap(\.rules.first))
            let isNamed = covered.allSatisfy { $0.code != .duplicate || !$0.rules.contains("wide") }
            // The check does not decide whether a tail with `strictSlash` is covered by one without it.
            let missing = draft.rules.filter { rule in
                !rule.strictSlash && !hidden.contains(rule.id)
                    && !covered.contains { $0.code == .duplicate && $0.rules.contains(rule.id) }
            }.map(\.id)
            counts.hidden += hidden.count
            #expect(isNamed && missing.isEmpty, "\(missing), draft \(counts.drafts), seed \(seed)")
        }
        print("planted seed \(seed): \(counts)")
        #expect(counts.duplicates * 2 > counts.copies && counts.hidden > counts.drafts * 6)
    }
}
