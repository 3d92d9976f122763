import RouteDocuments
import RouteModel
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteAnalysis

@Suite("Loops and chains are found through any number of rules", .scheduled)
struct ChainTests {
    @Test(
        "loops and chains that the rules contain are found",
        arguments: [
            (
                "a loop for one captured text only",
                #"""
                {"id":"strip","match":["/a/:x"],"to":{"redirect":"https://h.com/{x}"}},
                {"id":"back","match":["/b"],"to":{"redirect":"https://h.com/a/b"}}
                """#, ["loop strip back"]
            ),
            (
                "a loop through a tail",
                #"""
                {"id":"old","match":["/old/*"],"to":{"redirect":"https://h.com/new{/0*}"}},
                {"id":"new","match":["/new/x/:y"],"to":{"redirect":"https://h.com/old/x/{y}"}}
                """#, ["loop old new"]
            ),
            (
                "a loop for addresses that a more specific rule does not match",
                #"""
                {"id":"old","match":["/old/*"],"to":{"redirect":"https://h.com/new{/0*}"}},
                {"id":"page","match":["/new/:x"],"to":{"screen":"P"}},
                {"id":"new","match":["/new/:rest+"],"to":{"redirect":"https://h.com/old{/rest*}"}}
                """#, ["loop old new"]
            ),
            (
                "a loop of three with captures that swap places",
                #"""
                {"id":"a","match":["/a/:x/:y"],"to":{"redirect":"https://h.com/b/{y}/{x}"}},
                {"id":"b","match":["/b/:x(\\d+)/k"],"to":{"redirect":"https://h.com/c/{x}"}},
                {"id":"c","match":["/c/:z"],"to":{"redirect":"https://h.com/a/k/{z}"}}
                """#, ["loop a b c"]
            ),
            (
                "a loop through text around captures",
                #"""
                {"id":"a","match":["/p-:x"],"to":{"redirect":"https://h.com/q/{x}"}},
                {"id":"b","match":["/q/:y([0-9]+)"],"to":{"redirect":"https://h.com/p-{y}"}}
                """#, ["loop a b"]
            ),
            (
                "a loop through the query",
                #"""
                {"id":"a","match":["/a\\?to=:x"],"to":{"redirect":"https://h.com/b/{x}"}},
                {"id":"b","match":["/b/k"],"to":{"redirect":"https://h.com/a?to=k"}}
                """#, ["loop a b"]
            ),
            (
                "a loop that needs a kept query item",
                #"""
                {"id":"a","match":["/a"],"to":{"redirect":"https://h.com/b"}},
                {"id":"b","match":["/b\\?again=1"],"to":{"redirect":"https://h.com/a"}}
                """#, ["loop a b"]
            ),
            (
                "a loop for one platform and one version",
                #"""
                {"id":"a","match":["/a/:x"],"when":{"platform":["ios"]},"to":{"redirect":"https://h.com/b/{x}"}},
                {"id":"b","match":["/b/z"],"when":{"appVersion":">=5"},"to":{"redirect":"https://h.com/a/z"}}
                """#, ["loop a b"]
            ),
            (
                "a chain that removes one segment of a long tail each time",
                #"{"id":"peel","match":["/x/:first/*"],"to":{"redirect":"https://h.com/x{/0*}"}}"#,
                ["chain-too-long peel"]
            ),
            (
                "a chain of six with captures",
                (0..<6).map {
                    #"{"id":"r\#($0)","match":["/r\#($0)/:x([a-z]+)/:y"],"to":{"redirect":"https://h.com/r\#($0 + 1)/{y}/{x}"}}"#
                }.joined(separator: ","), ["chain-too-long r0 r1 r2 r3 r4 r5"]
            ),
            (
                "a loop of whole hosts",
                #"""
                {"id":"a","match":["https://h.com/*"],"to":{"redirect":"https://i.com/{0}"}},
                {"id":"b","match":["https://i.com/:x"],"to":{"redirect":"https://h.com/{x}"}}
                """#, ["loop a b"]
            ),
        ] as [(String, String, [String])])
    func planted(label: String, rules: String, expected: [String]) throws {
        let settings = #"{"origins":["https://h.com"],"destinations":["https://h.com","https://i.com"]}"#
        let draft = try AnalysisFixture.draft(rules, settings: settings)
        let findings = ReleaseCheck(draft: draft, at: AnalysisFixture.now).findings().withoutMistakes
            .filter { $0.code != .tie }
        // A finding may name the rules of a loop beginning with any of them.
        let found = findings.map { ([$0.code.rawValue] + $0.rules.sorted()).joined(separator: " ") }
        let wanted = expected.map { text in
            let words = text.split(separator: " ").map(String.init)
            return ([words[0]] + words.dropFirst().sorted()).joined(separator: " ")
        }
        #expect(found == wanted, "\(label)")
        let release = try CompiledDraft(draft)
        for finding in findings {
            let witness = try #require(finding.witness, "\(label)")
            let outcome = release.resolve(
                witness.address,
                .init(context: witness.context, at: witness.at ?? AnalysisFixture.now)
            ).outcome.summary
            #expect(outcome == (finding.code == .loop ? "failed (loop)" : "failed (too-many-redirects)"), "\(label)")
        }
    }

    @Test(
        "rules without a cycle have no finding",
        arguments: [
            (
                "the target belongs to a more specific rule",
                #"""
                {"id":"all","match":["/*"],"to":{"redirect":"https://h.com/m{/0*}"}},
                {"id":"m","match":["/m/*"],"to":{"screen":"M"}}
                """#
            ),
            (
                "the target's text never fits",
                #"""
                {"id":"a","match":["/a/:x(\\d+)"],"to":{"redirect":"https://h.com/b/{x}"}},
                {"id":"b","match":["/b/:x([a-z]+)"],"to":{"redirect":"https://h.com/a/1"}}
                """#
            ),
            (
                "the conditions exclude each other",
                #"""
                {"id":"a","match":["/a/:x"],"when":{"appVersion":"<5"},"to":{"redirect":"https://h.com/b/{x}"}},
                {"id":"b","match":["/b/:x"],"when":{"appVersion":">=5"},"to":{"redirect":"https://h.com/a/{x}"}}
                """#
            ),
            (
                "another scheme",
                #"{"id":"a","match":["http://h.com/*"],"to":{"redirect":"https://h.com/x{/0*}"}}"#
            ),
        ])
    func none(label: String, rules: String) throws {
        #expect(AnalysisFixture.summary(try AnalysisFixture.findings(rules)).isEmpty, "\(label)")
    }

    @Test("a cycle for which no witness loops is a warning")
    func possible() throws {
        let findings = try AnalysisFixture.findings(
            """
            {"id":"old","match":["/old/*"],"to":{"redirect":"https://h.com/new{/0*}"}},
            {"id":"page","match":["/new/:x","/new/:x/:y","/new/:x/:y/:z"],"to":{"screen":"P"}},
            {"id":"new","match":["/new/*"],"to":{"redirect":"https://h.com/old{/0*}"}}
            """)
        #expect(AnalysisFixture.summary(findings) == ["loop old new"])
        #expect(findings.first?.severity == .warning)
        #expect(findings.first?.reason == "possible")
    }

    @Test("a text with unknowns written as tokens is read as the same text")
    func tokens() {
        let text = SymbolicText([.literal("a-q"), .unknown(3), .literal("qzv7"), .unknown(12), .list(0)])
        #expect(SymbolicText(reading: text.tokens) == text)
        #expect(SymbolicText(reading: "").known == "")
        #expect(SymbolicText(reading: "qzqzvvzq").known == "qzqzvvzq")
    }
}
