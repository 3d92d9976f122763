import RouteModel
import Testing

@testable import RouteAnalysis

@Suite("A check ends after bounded work, whatever the draft says", .timeLimit(.minutes(2)))
struct BoundedWorkTests {
    /// Attributes `a0`, `a1` and so on, each with two words.
    private static func attributes(_ count: Int) -> String {
        (0..<count).map { #""a\#($0)":["v","w"]"# }.joined(separator: ",")
    }

    @Test("conditions whose combinations overflow an integer are decided key by key")
    func combinations() throws {
        let findings = try AnalysisFixture.findings(
            """
            {"id":"many","match":["/x"],"when":{"attributes":{\(Self.attributes(32))}},"to":{"screen":"M"}},
            {"id":"on","match":["/x"],"when":{"platform":["p"]},"to":{"screen":"A"}},
            {"id":"off","match":["/x"],"when":{"not":{"platform":["p"]}},"to":{"screen":"B"}},
            {"id":"rest","match":["/x"],"to":{"screen":"C"}}
            """)
        #expect(
            AnalysisFixture.summary(findings)
                == ["duplicate off on", "shadowed rest many on off"].filter { $0.hasPrefix("shadowed") })
    }

    @Test("conditions that combine in too many ways are said to be undecided")
    func undecided() throws {
        // Each of 64 rules asks for two of 32 attributes, so that no key decides any of them alone.
        let rules = (0..<60).map { number in
            #"{"id":"r\#(number)","match":["/x"],"priority":1,"#
                + #""when":{"attributes":{"a\#(number * 7 % 32)":["v"],"a\#((number * 5 + 1) % 32)":["v"]}},"#
                + #""to":{"screen":"S"}}"#
        }
        let last = #"{"id":"last","match":["/x"],"when":{"not":{"platform":["p"]}},"to":{"screen":"C"}}"#
        let findings = try AnalysisFixture.findings((rules + [last]).joined(separator: ","))
        let incomplete = findings.filter { $0.code == .checkIncomplete }
        #expect(incomplete.allSatisfy { $0.severity == .warning })
        #expect(!findings.contains { $0.code == .shadowed && $0.rules.first == "last" })
    }

    @Test(
        "shares that are rare or empty cost no more than others",
        arguments: [
            #"{"percent":0}"#, #"{"percent":1}"#,
            #"{"ramp":{"from":0,"to":0,"start":"2026-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}}"#,
            #"{"ramp":{"from":0,"to":1,"start":"2026-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}}"#,
        ])
    func rollouts(share: String) throws {
        // Redirects that lead on to one another, so that contexts are looked for in which several rules hold.
        let rules = (0..<100).map { number in
            #"{"id":"r\#(number)","match":["/p\#(number)/:x"],"when":{"rollout":\#(share)},"#
                + #""to":{"redirect":"https://h.com/p\#((number + 1) % 100)/{x}"}}"#
        }
        let clock = ContinuousClock()
        let draft = try AnalysisFixture.draft(rules.joined(separator: ","))
        let time = clock.measure { _ = ReleaseCheck(draft: draft, at: AnalysisFixture.now).findings() }
        print("rollouts: 100 redirects with \(share) checked in \(time)")
    }
}
