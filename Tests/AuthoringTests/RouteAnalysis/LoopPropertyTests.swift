import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("Random redirects loop only where their check said so", .scheduled)
struct LoopPropertyTests {
    /// Number of look-ups of a run, set by `WAYMARK_LOOP_LOOKUPS`: more for a full test, fewer for slow builds.
    private static let lookups = ProcessInfo.processInfo.environment["WAYMARK_LOOP_LOOKUPS"].flatMap(Int.init) ?? 10_000

    @Test(
        "every look-up that loops or needs too many redirects was reported, and every witness shows its finding",
        arguments: [UInt64(31)])
    func loops(seed: UInt64) throws {
        var random = RandomDrafts(generator: SeededGenerator.fromEnvironment(default: seed))
        var counts = (drafts: 0, errors: 0, warnings: 0, lookups: 0, failures: 0, missed: 0)
        while counts.lookups < Self.lookups {
            let draft = try random.draft(rules: 8, redirects: 60)
            let release = try CompiledDraft(draft)
            let findings = ReleaseCheck(draft: draft, at: AnalysisFixture.now).findings()
            let chains = findings.filter { $0.code == .loop || $0.code == .chainTooLong }
            counts.drafts += 1
            counts.errors += chains.count { $0.severity == .error }
            counts.warnings += chains.count { $0.severity == .warning }
            for finding in chains where finding.severity == .error {
                let witness = try #require(finding.witness)
                let resolution = release.resolve(
                    witness.address, .init(context: witness.context, at: try #require(witness.at)))
                let expected = finding.code == .loop ? "failed (loop)" : "failed (too-many-redirects)"
                #expect(resolution.outcome.summary == expected, "\(finding), seed \(seed)")
                #expect(finding.rules.allSatisfy { rule in resolution.trail.contains { $0.rule == rule } })
            }
            let known = chains.map { Set($0.rules) }
            for _ in 0..<400 {
                counts.lookups += 1
                let resolution = release.resolve(random.address(), random.situation())
                guard case .failed(let failure) = resolution.outcome,
                    failure.code == .loop || failure.code == .tooManyRedirects
                else { continue }
                counts.failures += 1
                let trail = Set(resolution.trail.map(\.rule))
                // A chain that shares a rule with a reported one is reported later, when that one is corrected.
                guard !known.contains(where: { !$0.isDisjoint(with: trail) }) else { continue }
                counts.missed += 1
                let way = resolution.trail.map { "\($0.rule) \($0.from)" }.joined(separator: " → ")
                print("missed, draft \(counts.drafts), seed \(seed): \(failure.code) \(way)")
                for rule in draft.rules where trail.contains(rule.id) {
                    print("    \(String(decoding: rule.canonicalBytes, as: UTF8.self))")
                }
            }
        }
        print("loops seed \(seed): \(counts)")
        #expect(counts.missed == 0 && counts.failures > 10 && counts.errors > 10)
    }
}
