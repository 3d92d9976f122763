import RouteDocuments
import RouteIndex
import RouteModel
import RouteOrder
import TestSupport
import Testing
import WebAddress

@testable import RouteAnalysis

@Suite("A check ends after bounded work for every draft", .scheduled)
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
        #expect(AnalysisFixture.summary(findings) == ["shadowed rest many on off"])
    }

    @Test("conditions that are too many to combine are reported as undecided")
    func undecided() throws {
        // Five lists of 256 regions are more values of one key than the limit of one comparison.
        let rules = (0..<5).map { number in
            let regions = (0..<256).map { "\"R\(number)-\($0)\"" }.joined(separator: ",")
            return
                #"{"id":"r\#(number)","match":["/x"],"priority":1,"when":{"region":[\#(regions)]},"to":{"screen":"S"}}"#
        }
        let last = #"{"id":"last","match":["/x"],"when":{"not":{"platform":["p"]}},"to":{"screen":"C"}}"#
        let findings = try AnalysisFixture.findings((rules + [last]).joined(separator: ","))
        #expect(AnalysisFixture.summary(findings) == ["check-incomplete"])
        #expect(findings.first?.reason == "conditions" && findings.first?.severity == .warning)
        #expect(findings.first?.detail.contains("for 1 rules") == true)
    }

    /// Kinds of a hundred rules; `#` is the rule's number, and `+` the next one.
    enum Crowd: String, CaseIterable {
        case screens = #""match":["/x"],"to":{"screen":"S"}"#
        case redirects = #""match":["/x"],"to":{"redirect":"https://h.com/y#"}"#
        case loops = #""match":["/x/:a"],"to":{"redirect":"https://h.com/x/{a}"}"#
        /// Each redirects to the next, so that the check searches for contexts in which several rules hold.
        case circle = #""match":["/p#/:x"],"to":{"redirect":"https://h.com/p+/{x}"}"#
    }

    private static let shares = [
        #""percent":0"#, #""percent":0.01"#, #""percent":0.39"#, #""percent":0.4"#, #""percent":1"#, #""percent":2"#,
        #""ramp":{"from":0,"to":0,"start":"2026-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}"#,
        #""ramp":{"from":0,"to":2,"start":"2026-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}"#,
    ]

    @Test("shares that are rare or empty cost no more than others", arguments: Crowd.allCases, shares)
    func rollouts(crowd: Crowd, share: String) throws {
        let rules = (0..<100).map { number in
            let body = crowd.rawValue.replacing("#", with: "\(number)").replacing("+", with: "\((number + 1) % 100)")
            return #"{"id":"r\#(number)",\#(body),"when":{"rollout":{\#(share)}}}"#
        }
        let draft = try AnalysisFixture.draft(rules.joined(separator: ","))
        let outcome = ReleaseCheck(draft: draft, at: AnalysisFixture.now).run()
        print("rollouts: \(crowd) of \(share): \(outcome.steps) steps")
        #expect(outcome.steps < 1_000_000, "0.1 s in a release build")
        // Rules on one address do not hide each other, and the check proves it.
        #expect(!outcome.findings.contains { $0.reason == "conditions" })
    }

    @Test("a check ends after a number of findings, and reports what it did not compare")
    func manyFindings() throws {
        // All pairs of 100 rules are duplicates.
        let rules = (0..<100).map { #"{"id":"r\#($0)","match":["/x/:a"],"to":{"screen":"S"}}"# }
        let findings = try AnalysisFixture.findings(rules.joined(separator: ","))
        #expect(findings.count { $0.code == .duplicate } == Limits.findingsMax)
        let incomplete = findings.filter { $0.code == .checkIncomplete }
        #expect(incomplete.map(\.reason) == ["pairs"])
        #expect(incomplete.first?.detail.contains(" \(100 * 99 / 2 - Limits.findingsMax) pairs") == true)
    }

    @Test(
        "rules with captures and texts in one segment are not all tried for each of them",
        arguments: ["/:a-k#-:b", "/s/:a-k#", "/s/:a(k#|m#)", "/s/k#-:a/:b-x"])
    func mixedSegments(pattern: String) throws {
        let steps = try [400, 1_600].map { count in
            // Without ties, each of which takes long in a debug build.
            let rules = (0..<count).map { number in
                let match = pattern.replacing("#", with: "\(number)")
                return #"{"id":"r\#(number)","match":["\#(match)"],"priority":\#(number - 800),"to":{"screen":"S"}}"#
            }
            let draft = try AnalysisFixture.draft(rules.joined(separator: ","))
            let outcome = ReleaseCheck(draft: draft, at: AnalysisFixture.now).run()
            #expect(!outcome.findings.contains { $0.reason == "steps" })
            return outcome.steps
        }
        print("mixed segments: \(pattern): \(steps) steps")
        // A try of each rule for each rule is 600 steps a rule more, and often twice that.
        #expect(steps[1] - steps[0] < 1_200 * 400)
    }

    @Test("the map of literal texts finds what the index finds", arguments: 0..<6)
    func literalMap(seed: UInt64) throws {
        var random = RandomDrafts(generator: SeededGenerator(seed: seed))
        let release = try CompiledDraft(random.draft(rules: 800))
        let map = LiteralMap(release.entries.map(\.value))
        for _ in 0..<300 {
            let address = try #require(try? Address(random.address()))
            let subject = MatchSubject(address, authority: [:])
            guard let found = map.candidates(subject, most: 100_000) else {
                #expect(address.href.contains("%ff"))
                continue
            }
            let matches = found.filter { release.entries[$0].value.match(subject) != nil }
            #expect(matches == release.index.matches(address), "\(address)")
            #expect(release.matches(address) == matches)
        }
    }

    @Test("looking for mistakes takes no work away from what blocks a publish")
    func mistakesLast() throws {
        // Each host is compared with each own origin; the last redirect leads to itself.
        func draft(origins: Int) throws -> Draft {
            let origins = (0..<origins).map { "\"https://own-\($0).example\"" }.joined(separator: ",")
            let rules = (0..<200).map {
                #"{"id":"r\#($0)","match":["https://h\#($0).example/x\#($0)"],"to":{"screen":"S"}}"#
            }
            let loop = #"{"id":"loop","match":["/z"],"to":{"redirect":"https://own-0.example/z"}}"#
            return try AnalysisFixture.draft(
                (rules + [loop]).joined(separator: ","),
                settings: "{\"origins\":[\(origins)],\"destinations\":[\"https://own-0.example\"]}")
        }
        let few = ReleaseCheck(draft: try draft(origins: 1), at: AnalysisFixture.now).run()
        let many = ReleaseCheck(draft: try draft(origins: 64), at: AnalysisFixture.now).run()
        #expect(many.steps - few.steps > 2000, "\(few.steps) and \(many.steps) steps")
        let cut = ReleaseCheck(draft: try draft(origins: 64), at: AnalysisFixture.now, stepsMax: few.steps + 100).run()
        print("mistakes: \(few.steps) and \(many.steps) steps")
        #expect(cut.findings.contains { $0.code == .loop })
        #expect(cut.findings.contains { $0.reason == "steps" })
    }

    @Test("a check without remaining steps reports what it did not check, and every stored address is resolved")
    func spent() throws {
        let rules = (0..<20).map { #"{"id":"r\#($0)","match":["/x/:a(b|c)"],"priority":\#($0),"to":{"screen":"S"}}"# }
        let draft = try AnalysisFixture.draft(rules.joined(separator: ","))
        let stored = [RouteDocuments.Expectation(url: "https://h.com/x/b", expect: .screen("Other", parameters: [:]))]
        let outcome = ReleaseCheck(draft: draft, expectations: stored, at: AnalysisFixture.now, stepsMax: 1).run()
        #expect(outcome.findings.map(\.code) == [.expectationFailed, .checkIncomplete])
        #expect(outcome.findings.last?.reason == "steps" && outcome.stepsMax == 1)
    }

    @Test("a rule may contain the tokens that stand for unknowns")
    func tokensInRules() throws {
        let findings = try AnalysisFixture.findings(
            #"""
            {"id":"a","match":["/a/:x"],"to":{"redirect":"https://h.com/qzv99vzq/{x}/qzl99lzq"}},
            {"id":"b","match":["/:y([a-z0-9]+)/:z/:w([a-z0-9]+)"],"to":{"redirect":"https://h.com/a/{y}"}}
            """#)
        #expect(findings.map(\.code) == [.loop], "\(findings)")
    }
}
