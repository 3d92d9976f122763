import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("A check finds the effects of a release", .scheduled)
struct ReleaseCheckTests {
    @Test(
        "rules that overlap have exactly the expected findings",
        arguments: [
            (
                "nothing",
                #"{"id":"a","match":["/a"],"to":{"screen":"A"}},{"id":"b","match":["/b"],"to":{"screen":"B"}}"#, []
            ),
            (
                "the same pattern twice, with other capture names",
                #"{"id":"a","match":["/x/:y"],"to":{"screen":"A"}},{"id":"b","match":["/x/:z"],"to":{"screen":"B"}}"#,
                ["duplicate b a"]
            ),
            (
                "the same pattern under conditions that exclude each other",
                #"""
                {"id":"a","match":["/x"],"when":{"platform":["ios"]},"to":{"screen":"A"}},
                {"id":"b","match":["/x"],"when":{"platform":["android"]},"to":{"screen":"B"}}
                """#, []
            ),
            (
                "the same pattern under conditions that can hold together",
                #"""
                {"id":"a","match":["/x"],"when":{"appVersion":">=5"},"to":{"screen":"A"}},
                {"id":"b","match":["/x"],"when":{"signedIn":true},"to":{"screen":"B"}}
                """#, ["duplicate b a"]
            ),
            (
                "a fallback with fewer conditions",
                #"""
                {"id":"a","match":["/x"],"when":{"signedIn":true},"to":{"screen":"A"}},{"id":"b","match":["/x"],"to":{"screen":"B"}}
                """#, []
            ),
            (
                "a rule hidden by priority",
                #"""
                {"id":"all","match":["/x/*"],"priority":5,"to":{"screen":"A"}},
                {"id":"one","match":["/x/:y","/x/z"],"to":{"screen":"B"}}
                """#, ["shadowed one all"]
            ),
            (
                "a rule hidden only in part",
                #"""
                {"id":"all","match":["/x/*"],"priority":5,"to":{"screen":"A"}},
                {"id":"one","match":["/x/:y","/y/z"],"to":{"screen":"B"}}
                """#, []
            ),
            (
                "a conditional rule hidden by the same condition with a higher priority",
                #"""
                {"id":"a","match":["/x/:y"],"priority":1,"when":{"signedIn":true},"to":{"screen":"A"}},
                {"id":"b","match":["/x/z"],"when":{"signedIn":true},"to":{"screen":"B"}}
                """#, ["shadowed b a"]
            ),
            (
                "two patterns of equal rank that overlap",
                #"""
                {"id":"a","match":["/x/v:y"],"to":{"screen":"A"}},{"id":"b","match":["/x/:y-"],"to":{"screen":"B"}},
                {"id":"c","match":["/c/:y(\\d+)"],"to":{"screen":"A"}},{"id":"d","match":["/c/:y([5-9a])"],"to":{"screen":"B"}}
                """#, []
            ),
        ] as [(String, String, [String])])
    func overlaps(label: String, rules: String, expected: [String]) throws {
        let found = AnalysisFixture.summary(try AnalysisFixture.findings(rules)).filter { !$0.hasPrefix("tie") }
        #expect(found == expected, "\(label)")
    }

    @Test(
        "a rule that several others hide together is found, and no other",
        arguments: [
            (
                "word by word",
                #"""
                {"id":"a","match":["/x/a"],"to":{"screen":"A"}},{"id":"b","match":["/x/b"],"to":{"screen":"B"}},
                {"id":"both","match":["/x/:y(a|b)"],"to":{"screen":"C"}}
                """#, ["shadowed both a b"]
            ),
            (
                "not every word",
                #"""
                {"id":"a","match":["/x/a"],"to":{"screen":"A"}},{"id":"c","match":["/x/c"],"to":{"screen":"B"}},
                {"id":"both","match":["/x/:y(a|b)"],"to":{"screen":"C"}}
                """#, []
            ),
            (
                "with and without a tail",
                #"""
                {"id":"a","match":["/x"],"priority":1,"to":{"screen":"A"}},
                {"id":"b","match":["/x/*"],"priority":1,"to":{"screen":"B"}},
                {"id":"all","match":["/x/:rest*"],"to":{"screen":"C"}}
                """#, ["shadowed all a b"]
            ),
            (
                "platform by platform",
                #"""
                {"id":"i","match":["/x"],"priority":1,"when":{"platform":["ios"]},"to":{"screen":"A"}},
                {"id":"a","match":["/:y"],"priority":1,"when":{"platform":["android"]},"to":{"screen":"B"}},
                {"id":"both","match":["/x"],"when":{"platform":["android","ios"]},"to":{"screen":"C"}}
                """#, ["shadowed both i a"]
            ),
            (
                "not contexts without the key",
                #"""
                {"id":"y","match":["/x"],"priority":1,"when":{"signedIn":true},"to":{"screen":"A"}},
                {"id":"n","match":["/x"],"priority":1,"when":{"signedIn":false},"to":{"screen":"B"}},
                {"id":"rest","match":["/x"],"to":{"screen":"C"}}
                """#, []
            ),
            (
                "by what another condition implies",
                #"""
                {"id":"wide","match":["/x/*"],"priority":1,"when":{"appVersion":">=5"},"to":{"screen":"A"}},
                {"id":"narrow","match":["/x/y"],"when":{"appVersion":">=5.2 <7","platform":["ios"]},"to":{"screen":"B"}}
                """#, ["shadowed narrow wide"]
            ),
            (
                "version by version, with a gap of one",
                #"""
                {"id":"a","match":["/x"],"priority":1,"when":{"appVersion":"<5"},"to":{"screen":"A"}},
                {"id":"b","match":["/x"],"priority":1,"when":{"appVersion":">5"},"to":{"screen":"B"}},
                {"id":"c","match":["/x"],"when":{"appVersion":">=4 <=6"},"to":{"screen":"C"}}
                """#, []
            ),
            (
                "before and after an instant",
                #"""
                {"id":"a","match":["/x"],"priority":1,"when":{"before":"2026-01-01T00:00:00Z"},"to":{"screen":"A"}},
                {"id":"b","match":["/x"],"priority":1,"when":{"not":{"before":"2026-01-01T00:00:00Z"}},"to":{"screen":"B"}},
                {"id":"c","match":["/x"],"to":{"screen":"C"}}
                """#, ["expired a", "shadowed c a b"]
            ),
            (
                "a smaller share of the same devices",
                #"""
                {"id":"a","match":["/x"],"priority":1,"when":{"rollout":{"percent":50,"salt":"s"}},"to":{"screen":"A"}},
                {"id":"b","match":["/x"],"when":{"rollout":{"percent":10,"salt":"s"}},"to":{"screen":"B"}},
                {"id":"c","match":["/x"],"when":{"rollout":{"percent":60,"salt":"s"}},"to":{"screen":"C"}}
                """#, ["shadowed b a"]
            ),
            (
                "its own conditions contradict each other",
                #"""
                {"id":"a","match":["/x"],"when":{"platform":["ios"],"not":{"platform":["ios","android"]}},"to":{"screen":"A"}}
                """#, ["shadowed a"]
            ),
        ] as [(String, String, [String])])
    func unions(label: String, rules: String, expected: [String]) throws {
        let findings = try AnalysisFixture.findings(rules)
        #expect(AnalysisFixture.summary(findings).sorted() == expected, "\(label)")
    }

    @Test(
        "arms of a rollout, and fallbacks, are no duplicates",
        arguments: [
            (#"{"rollout":{"percent":12.5}}"#, "{}"),
            (#"{"rollout":{"percent":10,"salt":"s"}}"#, #"{"rollout":{"percent":50,"salt":"s"}}"#),
            (#"{"rollout":{"percent":10}}"#, #"{"rollout":{"percent":10}}"#),
            (#"{"rollout":{"percent":10,"salt":"s"}}"#, #"{"platform":["ios"]}"#),
            (#"{"signedIn":true,"platform":["ios"]}"#, #"{"signedIn":true}"#),
        ])
    func arms(first: String, second: String) throws {
        let rules = #"""
            {"id":"a","match":["/x/:y"],"when":\#(first),"to":{"screen":"A"}},
            {"id":"b","match":["/x/:z"],"when":\#(second),"to":{"screen":"B"}}
            """#
        #expect(try AnalysisFixture.findings(rules).isEmpty)
    }

    @Test("the same share of the same devices twice is a duplicate")
    func sameArm() throws {
        let rules = ["a", "b"].map {
            #"{"id":"\#($0)","match":["/x"],"when":{"rollout":{"percent":10,"salt":"s"}},"to":{"screen":"A"}}"#
        }
        let findings = try AnalysisFixture.findings(rules.joined(separator: ","))
        #expect(AnalysisFixture.summary(findings) == ["duplicate b a"])
    }

    @Test("two enumerations of equal rank with a common word are a tie, with a witness that both match")
    func tie() throws {
        let findings = try AnalysisFixture.findings(
            """
            {"id":"a","match":["/x/:y(m|n)"],"to":{"screen":"A"}},{"id":"b","match":["/x/:y(m|o)"],"to":{"screen":"B"}}
            """)
        #expect(AnalysisFixture.summary(findings) == ["tie b a"])
        #expect(findings.first?.severity == .warning)
        #expect(findings.first?.witness?.address == "https://h.com/x/m")
    }

    @Test(
        "faults of redirects are found, and nothing else",
        arguments: [
            (
                "a loop of two",
                #"""
                {"id":"a","match":["/a"],"to":{"redirect":"https://h.com/b"}},{"id":"b","match":["/b"],"to":{"redirect":"https://h.com/a"}}
                """#, ["loop a b"]
            ),
            (
                "a loop that needs both conditions",
                #"""
                {"id":"a","match":["/a"],"when":{"platform":["ios"]},"to":{"redirect":"https://h.com/b"}},
                {"id":"b","match":["/b"],"when":{"signedIn":true},"to":{"redirect":"https://h.com/a"}}
                """#, ["loop a b"]
            ),
            (
                "no loop where the conditions exclude each other",
                #"""
                {"id":"a","match":["/a"],"when":{"platform":["ios"]},"to":{"redirect":"https://h.com/b"}},
                {"id":"b","match":["/b"],"when":{"platform":["android"]},"to":{"redirect":"https://h.com/a"}}
                """#, []
            ),
            (
                "a loop through a capture",
                #"{"id":"a","match":["/a/:x"],"to":{"redirect":"https://h.com/a/{x}"}}"#, ["loop a"]
            ),
            (
                "growing without end",
                #"{"id":"g","match":["/g/*"],"to":{"redirect":"https://h.com/g/x{/0*}"}}"#, ["chain-too-long g"]
            ),
            (
                "six in a row",
                (0..<6).map { #"{"id":"r\#($0)","match":["/r\#($0)"],"to":{"redirect":"https://h.com/r\#($0 + 1)"}}"# }
                    .joined(separator: ","), ["chain-too-long r0 r1 r2 r3 r4 r5"]
            ),
            (
                "five in a row",
                (0..<5).map { #"{"id":"r\#($0)","match":["/r\#($0)"],"to":{"redirect":"https://h.com/r\#($0 + 1)"}}"# }
                    .joined(separator: ","), []
            ),
            ("a dead end", #"{"id":"d","match":["/d"],"to":{"redirect":"app://nowhere/x"}}"#, ["dead-end d"]),
            (
                "a dead end for one word of several",
                #"""
                {"id":"d","match":["/d/:w(home|lost)"],"to":{"redirect":"app://place/{w}"}},
                {"id":"h","match":["app://place/home"],"to":{"screen":"H"}}
                """#, ["dead-end d"]
            ),
            (
                "no dead end where each word is taken up",
                #"""
                {"id":"d","match":["/d/:w(home|lost)"],"to":{"redirect":"app://place/{w}"}},
                {"id":"h","match":["app://place/:w(lost|home)"],"to":{"screen":"H"}}
                """#, []
            ),
            (
                "a dead end for a tail without segments alone",
                #"""
                {"id":"d","match":["/d/*"],"to":{"redirect":"app://place{/0*}"}},
                {"id":"h","match":["app://place/:first/*"],"to":{"screen":"H"}}
                """#, ["dead-end d"]
            ),
            ("no dead end outside the app", #"{"id":"d","match":["/d"],"to":{"redirect":"lost://nowhere/x"}}"#, []),
            (
                "no dead end where a rule matches the target, conditions or not",
                #"""
                {"id":"d","match":["/d"],"to":{"redirect":"app://home/x"}},
                {"id":"h","match":["app://home/:p"],"when":{"signedIn":true},"to":{"screen":"H"}}
                """#, []
            ),
        ] as [(String, String, [String])])
    func redirects(label: String, rules: String, expected: [String]) throws {
        #expect(AnalysisFixture.summary(try AnalysisFixture.findings(rules)) == expected, "\(label)")
    }

    @Test("faults of time windows are found")
    func windows() throws {
        let findings = try AnalysisFixture.findings(
            """
            {"id":"over","match":["/o"],"when":{"before":"2020-01-01T00:00:00Z"},"to":{"screen":"O"}},
            {"id":"soon","match":["/s"],"when":{"after":"2040-01-01T00:00:00Z"},"to":{"screen":"S"}}
            """)
        #expect(AnalysisFixture.summary(findings) == ["expired over", "not-yet soon"])
    }

    @Test("a screen that a build lacks is found only if that build can choose the rule")
    func screens() throws {
        let manifest = ScreenManifest(platform: "ios", version: "5.0", screens: ["Old": [], "Item": ["ID", "ref"]])
        let findings = try AnalysisFixture.findings(
            """
            {"id":"new","match":["/new"],"to":{"screen":"New"}},
            {"id":"gated","match":["/gated"],"when":{"appVersion":">=6"},"to":{"screen":"New"}},
            {"id":"android","match":["/android"],"when":{"platform":["android"]},"to":{"screen":"New"}},
            {"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
            {"id":"full","match":["/full/:id"],"to":{"screen":"Item","parameters":{"ref":"link"}}},
            {"id":"old","match":["/old"],"to":{"screen":"Old"}}
            """, screens: [manifest])
        #expect(AnalysisFixture.summary(findings) == ["missing-screen new", "missing-screen item"])
        #expect(findings.first?.witness?.context.appVersion == "5.0")
    }

    @Test("a screen whose name has another Unicode composition is another screen")
    func screenNames() throws {
        let manifest = ScreenManifest(platform: "ios", version: "5.0", screens: ["Cafe\u{301}": []])
        let findings = try AnalysisFixture.findings(
            """
            {"id":"composed","match":["/a"],"to":{"screen":"Caf\\u00e9"}},
            {"id":"decomposed","match":["/b"],"to":{"screen":"Cafe\\u0301"}}
            """, screens: [manifest])
        #expect(AnalysisFixture.summary(findings) == ["missing-screen composed"])
    }

    @Test("a stored test address names its instant where a rule after a redirect depends on the clock")
    func instantBehindRedirect() throws {
        let rules = #"""
            {"id":"r","match":["/r/:x"],"to":{"redirect":"https://h.com/t/{x}"}},
            {"id":"t","match":["/t/:x"],"when":{"after":"2020-01-01T00:00:00Z"},"to":{"screen":"T"}}
            """#
        let stored: [RouteDocuments.Expectation] = [
            .init(url: "https://h.com/r/1", expect: .screen("T", parameters: [:]))
        ]
        let findings = try AnalysisFixture.findings(rules, expectations: stored)
        #expect(findings.map(\.reason) == ["instant-missing"] && findings.first?.rules == ["t"])
    }

    @Test("patterns that match only with another setting of authority are found")
    func authority() throws {
        let rules = #"""
            {"id":"page","match":["app:///details/:id"],"to":{"screen":"Details"}},
            {"id":"link","match":["/d/:id"],"to":{"redirect":"app://details/{id}"}}
            """#
        let suggestion = try #require(try AnalysisFixture.findings(rules).first { $0.code.rawValue == "authority" })
        #expect(suggestion.rules == ["page"] && suggestion.reason == "firstSegment")
        #expect(suggestion.hint.contains(#"{"app": "firstSegment"}"#) && suggestion.witness != nil)
        let settings = #"{"origins":["https://h.com"],"destinations":["app:"],"authority":{"app":"firstSegment"}}"#
        #expect(
            ReleaseCheck(draft: try AnalysisFixture.draft(rules, settings: settings), at: AnalysisFixture.now)
                .findings().isEmpty)
        let hosted = try AnalysisFixture.draft(
            #"{"id":"page","match":["app://details/:id"],"to":{"screen":"Details"}}"#, settings: settings)
        let findings = ReleaseCheck(draft: hosted, at: AnalysisFixture.now).findings()
        #expect(AnalysisFixture.summary(findings) == ["authority page"])
    }

    @Test("stored test addresses that fail are found")
    func expectations() throws {
        let rules = #"""
            {"id":"a","match":["/a/:x"],"to":{"screen":"A"}},
            {"id":"t","match":["/t"],"when":{"after":"2020-01-01T00:00:00Z"},"to":{"screen":"T"}}
            """#
        let expectations: [RouteDocuments.Expectation] = [
            .init(url: "https://h.com/a/1", expect: .screen("A", parameters: ["x": "1"])),
            .init(url: "https://h.com/a/1", expect: .screen("B", parameters: [:])),
            .init(url: "https://h.com/t", expect: .screen("T", parameters: [:])),
            .init(url: "https://h.com/t", at: AnalysisFixture.now, expect: .screen("T", parameters: [:])),
            .init(url: "https://h.com/none", expect: .unmatched),
        ]
        let findings = try AnalysisFixture.findings(rules, expectations: expectations)
        #expect(findings.map(\.pointer) == ["/expectations/1", "/expectations/2"])
        #expect(findings.first?.detail.contains("leads to screen A, expected screen B") == true)
        #expect(findings.first?.detail.contains("a (alternative 0): won") == true, "the explanation is told")
        #expect(findings.last?.reason == "instant-missing")
    }
}
