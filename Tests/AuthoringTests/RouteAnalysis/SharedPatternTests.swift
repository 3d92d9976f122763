import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("A check stays bounded where many rules share one pattern", .scheduled)
struct SharedPatternTests {
    @Test("a thousand rules on one pattern with different regions are checked completely")
    func regions() throws {
        let rules = (0..<1000).map {
            #"{"id":"r\#($0)","match":["/x"],"when":{"region":["R\#($0)"]},"to":{"screen":"S"}}"#
        }
        let clock = ContinuousClock()
        var findings: [Finding] = []
        let time = try clock.measure { findings = try AnalysisFixture.findings(rules.joined(separator: ",")) }
        #expect(findings.isEmpty, "regions exclude each other")
        print("regions: 1000 rules on one pattern checked in \(time)")
    }

    @Test("pairs that were not compared are counted in a finding")
    func pairsLeftOut() throws {
        // The versions exclude each other, but the check does not divide rules by versions before it compares pairs.
        let rules = (0..<450).map {
            #"{"id":"r\#($0)","match":["/x"],"when":{"appVersion":">=\#($0).0 <\#($0).1"},"to":{"screen":"S"}}"#
        }
        let findings = try AnalysisFixture.findings(rules.joined(separator: ","))
        #expect(findings.map(\.code.rawValue) == ["check-incomplete"] && findings.first?.severity == .warning)
        #expect(findings.first?.reason == "pairs")
        #expect(findings.first?.detail.contains("\(450 * 449 / 2 - Limits.pairsMax) pairs") == true)
    }

    @Test("chains that were not followed are counted in a finding")
    func chainsLeftOut() throws {
        // Each of the first six can redirect to the last, and the last to each of them. No context allows both, so no
        // chain is an error that would end the search.
        let first = (0..<6).map {
            #"{"id":"p\#($0)","match":["/p\#($0)/*"],"when":{"region":["P"]},"to":{"redirect":"https://h.com/q{/0*}"}}"#
        }
        let second =
            #"{"id":"q","match":["/q/:x/*"],"when":{"region":["Q"]},"to":{"redirect":"https://h.com/{x}{/0*}"}}"#
        let findings = try AnalysisFixture.findings((first + [second]).joined(separator: ","))
        let incomplete = findings.filter { $0.code.rawValue == "check-incomplete" }
        #expect(incomplete.map(\.reason) == ["chains"] && incomplete.first?.severity == .warning, "\(findings)")
        #expect(incomplete.first?.detail.contains(" 7 were not followed") == true, "\(incomplete)")
    }
}
