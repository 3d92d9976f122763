import Foundation
import RouteDocuments
import RouteModel
import RouteOrder
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("A rule that is reported as shadowed never wins", .scheduled)
struct ShadowPropertyTests {
    /// Number of look-ups of a run, set by `WAYMARK_SHADOW_LOOKUPS`: a million for a full test, fewer for slow builds.
    private static let lookups =
        ProcessInfo.processInfo.environment["WAYMARK_SHADOW_LOOKUPS"].flatMap(Int.init) ?? 20_000

    @Test("on random addresses and contexts, and each witness shows which rule wins instead", arguments: [UInt64(21)])
    func never(seed: UInt64) throws {
        var random = RandomDrafts(generator: SeededGenerator.fromEnvironment(default: seed))
        var counts = (drafts: 0, rules: 0, shadowed: 0, unions: 0, named: 0, contradictions: 0, lookups: 0, wins: 0)
        while counts.lookups < Self.lookups {
            let draft = try random.draft(rules: 24)
            let release = try CompiledDraft(draft)
            let findings = ReleaseCheck(draft: draft, at: AnalysisFixture.now).findings()
            let shadowed = findings.filter { $0.code == .shadowed }
            let hidden = Dictionary(shadowed.map { ($0.rules[0], $0) }) { first, _ in first }
            counts.drafts += 1
            counts.rules += draft.rules.count
            counts.shadowed += hidden.count
            counts.unions += shadowed.count { $0.rules.count > 2 }
            for finding in shadowed where finding.reason == nil {
                guard let witness = finding.witness else {
                    // Only a condition that contradicts itself has no witness.
                    let rule = try #require(draft.rules.first { $0.id == finding.rules[0] })
                    let own = ConditionCover(rule.demand, by: [], work: CheckWork(stepsMax: .max)).answer()
                    #expect(own == .covered([]), "\(finding), seed \(seed)")
                    counts.contradictions += 1
                    continue
                }
                let winner = try #require(release.winner(witness))
                #expect(winner != finding.rules[0], "\(finding), seed \(seed)")
                counts.named += finding.rules.dropFirst().contains(winner) ? 1 : 0
            }
            let addresses =
                (0..<60).map { _ in random.address() } + release.entries.flatMap { release.samples.all($0.value) }
            for _ in 0..<2000 {
                let (address, situation) = (random.pick(addresses), random.situation())
                counts.lookups += 1
                guard let winner = release.winner(address, situation) else { continue }
                counts.wins += 1
                guard hidden[winner] != nil else { continue }
                Issue.record("\(winner) won \(address) for \(situation), draft \(counts.drafts), seed \(seed)")
            }
        }
        print("shadows seed \(seed): \(counts)")
        #expect(counts.named * 10 > counts.shadowed * 8, "most witnesses are won by a rule that is named")
        #expect(counts.shadowed > 20 && counts.wins > counts.lookups / 4)
    }
}
