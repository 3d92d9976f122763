import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("A check finds what is valid but hardly meant", .scheduled)
struct MistakeTests {
    private static let settings = """
        {"origins":["https://em.example","app://x"],"destinations":["https://em.example","https://em.exmaple","https://z.example"],
         "schemes":["app"]}
        """

    private static func findings(_ rules: String, screens: [ScreenManifest] = []) throws -> [Finding] {
        ReleaseCheck(
            draft: try AnalysisFixture.draft(rules, settings: settings), screens: ScreenTable(screens),
            at: AnalysisFixture.now
        ).findings()
    }

    /// A member of the rule `r`, and the findings: code, reason, pointer and hint.
    static let conditions: [(when: String, expected: [String])] = [
        (#""platform":["ios","android","harmony","web"]"#, []),
        (
            #""platform":["iOS"]"#,
            [#"unknown-platform case /platform Did you mean "ios"? Words are compared byte for byte."#]
        ),
        (
            #""platform":["andriod"]"#,
            [#"unknown-platform similar /platform Did you mean "android"? Words are compared byte for byte."#]
        ),
        (
            #""platform":["iPhone"]"#,
            [#"unknown-platform similar /platform Did you mean "ios"? Words are compared byte for byte."#]
        ),
        (#""region":["CN","GB","001"]"#, []),
        (#""region":["cn"]"#, [#"unknown-region case /region Write "CN"."#]),
        (#""region":["China"]"#, [#"unknown-region unknown /region Write "CN"."#]),
        (#""region":["UK"]"#, [#"unknown-region unknown /region Write "GB"."#]),
        (#""region":["ZZ"]"#, [#"unknown-region unknown /region Write two letters, such as "CN" or "GB"."#]),
        (#""locale":["zh","zh-Hans-CN","en-gb","*","yue","x-own"]"#, []),
        (#""locale":["cn"]"#, [#"unknown-language language /locale Write "zh"."#]),
        (#""locale":["English"]"#, [#"unknown-language language /locale Write "en"."#]),
        (#""locale":["en-UK"]"#, [#"unknown-language region /locale Write "en-GB"."#]),
        (
            #""not":{"platform":["IOS"]}"#,
            [#"unknown-platform case /not/platform Did you mean "ios"? Words are compared byte for byte."#]
        ),
        (#""rollout":{"percent":1}"#, []), (#""rollout":{"percent":0}"#, []),
        (
            #""rollout":{"percent":0.5}"#,
            ["small-share  /rollout/percent For 50 % write 50. If 0.5 % is meant, nothing is to be done."]
        ),
        (
            #""rollout":{"ramp":{"from":0,"to":1,"start":"2026-01-01T00:00:00Z","end":"2099-01-01T00:00:00Z"}}"#,
            ["small-share  /rollout/ramp/to For 100 % write 100. If 1 % is meant, nothing is to be done."]
        ),
        (#""before":"2020-01-01T00:00:00Z""#, ["expired   Remove the rule, or move its window."]),
    ]

    @Test("words that no client sends, shares and windows", arguments: conditions)
    func words(when: String, expected: [String]) throws {
        let rule = #"{"id":"r","match":["/a"],"when":{\#(when)},"to":{"screen":"A"}}"#
        let found = try Self.findings(rule).map { finding in
            let pointer = finding.pointer?.replacing("/rules/0/when", with: "") ?? ""
            #expect(finding.severity == .warning && finding.rules == ["r"])
            return "\(finding.code.rawValue) \(finding.reason ?? "") \(pointer) \(finding.hint)"
        }
        #expect(found == expected)
    }

    /// Patterns and target of the rule `r`, and the findings: code, reason, pointer and hint.
    static let targets: [(match: String, to: String, expected: [String])] = [
        (
            #"["/item/{id}"]"#, #"{"screen":"A"}"#,
            ["wrong-placeholder braces /match/0 Write :id, or id without the braces if the text is meant."]
        ),
        (#"["/item{/:id}?","http{s}?://em.example/b"]"#, #"{"screen":"A"}"#, []),
        (#"["/item/\\{id\\}"]"#, #"{"screen":"A"}"#, []),
        (
            #"["/b/:id"]"#, #"{"redirect":"https://z.example/book/:id"}"#,
            ["wrong-placeholder colon /to/redirect Write {id}."]
        ),
        (#"["/b/:id"]"#, #"{"redirect":"https://z.example/wiki/Special:Search/{id}"}"#, []),
        (
            #"["/b/:id/:slug"]"#, #"{"redirect":"https://z.example/{id}"}"#,
            [
                "unused-capture redirect /to/redirect Write {slug} where it belongs, or call it :_slug if any text will do."
            ]
        ),
        (#"["/b/:_any/*"]"#, #"{"redirect":"https://z.example/"}"#, []),
        (#"["/b/:id"]"#, #"{"screen":"A"}"#, []),
        (
            #"["https://em.exmaple/c"]"#, #"{"screen":"A"}"#,
            [
                #"similar-host  /match/0 Did you mean "em.example"? If both are yours, add "https://em.exmaple" to "origins"."#
            ]
        ),
        (
            #"["/c"]"#, #"{"redirect":"https://em.exmaple/x"}"#,
            [
                #"similar-host  /to/redirect Did you mean "em.example"? If both are yours, add "https://em.exmaple" to "origins"."#
            ]
        ),
        (#"["https://m.example/c","https://en.example/c"]"#, #"{"screen":"A"}"#, []),
        (
            #"["/c"]"#, #"{"redirect":"https://em.example/nowhere"}"#,
            ["dead-end origin  Add a rule for that address, or correct the template."]
        ),
    ]

    @Test("captures, hosts and redirects that lead nowhere", arguments: targets)
    func patterns(match: String, to: String, expected: [String]) throws {
        let found = try Self.findings(#"{"id":"r","match":\#(match),"to":\#(to)}"#).map { finding in
            let pointer = finding.pointer?.replacing("/rules/0", with: "") ?? ""
            return "\(finding.code.rawValue) \(finding.reason ?? "") \(pointer) \(finding.hint)"
        }
        #expect(found == expected)
    }

    @Test(
        "hosts are similar if one letter of a long label differs",
        arguments: [
            ("exmaple.org", true), ("exampl.org", true), ("exammple.org", true), ("exanple.org", true),
            ("example.org", false), ("example1.org", false), ("examples.net", false), ("example.orgg", false),
            ("xeample.org", true), ("sample.org", false),
        ])
    func hosts(host: String, isSimilar: Bool) {
        let own = Array("example.org".utf8)
        #expect(HostCheck.differByOneLetter(Array(host.utf8), own) == isSimilar)
        #expect(HostCheck.differByOneLetter(own, Array(host.utf8)) == isSimilar)
    }

    @Test("a screen's parameters are those of all stored builds, and an optional one is not required")
    func parameters() throws {
        let manifests = [
            ScreenManifest(platform: "ios", version: "1", screens: ["Item": ["id", "tab?"]]),
            ScreenManifest(platform: "tizen", version: "1", screens: ["Item": ["id", "tab?", "from?"]]),
        ]
        func found(_ rule: String) throws -> [String] {
            try Self.findings(rule, screens: manifests).map { finding in
                "\(finding.code.rawValue) \(finding.reason ?? "") \(finding.pointer ?? "") \(finding.hint)"
            }
        }
        #expect(try found(#"{"id":"r","match":["/i/:id"],"to":{"screen":"Item"}}"#).isEmpty)
        #expect(
            try found(
                #"{"id":"r","match":["/i/:id"],"when":{"platform":["tizen"]},"to":{"screen":"Item","parameters":{"Tab":1,"from":"x"}}}"#
            ).isEmpty)
        #expect(
            try found(#"{"id":"r","match":["/i/:id"],"to":{"screen":"Item","parameters":{"tba":1}}}"#) == [
                "unknown-parameter  /rules/0/to/parameters/tba Did you mean \"tab\"? Otherwise add \"tba?\" to the screen's "
                    + "parameters in the manifest if it may have it."
            ])
        #expect(
            try found(#"{"id":"r","match":["/i/:id/:slug"],"to":{"screen":"Item"}}"#) == [
                "unused-capture screen /rules/0/match Call it :_slug if any text will do, or add \"slug?\" to the screen's "
                    + "parameters in the manifest if it may have it."
            ])
        #expect(
            try found(#"{"id":"r","match":["/i"],"to":{"screen":"Item"}}"#).first?.hasPrefix("missing-screen") == true)
    }

    @Test("a failed test address names the disabled rule that would take it, the one with its destination first")
    func disabled() throws {
        let rules = """
            {"id":"off","match":["/sale"],"enabled":false,"to":{"block":"no"}},
            {"id":"sale","match":["/sale"],"enabled":false,"to":{"screen":"Sale"}},
            {"id":"old","match":["/sale"],"enabled":false,"when":{"platform":["web"]},"to":{"screen":"Sale"}}
            """
        let expectation = RouteDocuments.Expectation(
            url: "https://h.com/sale", expect: .screen("Sale", parameters: [:]))
        let finding = try #require(try AnalysisFixture.findings(rules, expectations: [expectation]).first)
        #expect(finding.code == .expectationFailed && finding.reason == "disabled" && finding.rules == ["sale"])
        #expect(
            finding.detail.contains("The rule \"sale\" takes this address, but it is disabled."), "\(finding.detail)")
        #expect(finding.hint.hasPrefix("Enable \"sale\""))
        let other = RouteDocuments.Expectation(url: "https://h.com/none", expect: .screen("Sale", parameters: [:]))
        #expect(try AnalysisFixture.findings(rules, expectations: [other]).first?.reason == nil)
    }

    @Test(
        "a space, a percent sign without digits and the host * are found outside of parentheses and escapes",
        arguments: [
            ("/a b", "space"), ("/a/%zz", "percent"), ("/a/100%", "percent"), ("/a?q=x y", "space"),
            ("https://*/a", "every-host"), ("*://*/a", "every-host"), ("/a%20b", ""), ("/50%25", ""),
            ("/a/:x([ %]+)", ""), ("https://*.em.example/a", ""), ("app://*/a", ""), ("/a", ""),
        ])
    func patterns(pattern: String, reason: String) throws {
        let found = try Self.findings(#"{"id":"r","match":["\#(pattern)"],"to":{"screen":"A"}}"#)
        let reasons = found.filter { $0.code == .unusualPattern }.map { $0.reason ?? "" }
        #expect(reasons == (reason.isEmpty ? [] : [reason]), "\(found)")
        #expect(found.filter { $0.code == .unusualPattern }.allSatisfy { $0.pointer == "/rules/0/match/0" })
    }

    @Test("a disabled rule has none of these findings, and 2,000 are listed")
    func bounds() throws {
        #expect(
            try Self.findings(#"{"id":"r","match":["/i/{id}"],"enabled":false,"to":{"screen":"Item"}}"#).isEmpty)
        let rules = (0..<2_100).map { #"{"id":"r\#($0)","match":["/a\#($0)/{id}"],"to":{"screen":"A"}}"# }
        let found = try Self.findings(rules.joined(separator: ","))
        #expect(found.filter { $0.code == .wrongPlaceholder }.count == 2_000)
        #expect(found.contains { $0.code == .checkIncomplete })
    }

    @Test("a warning that its rule allows is counted and not listed, an error is listed, and other rules keep theirs")
    func allowed() throws {
        func outcome(_ allow: String) throws -> ReleaseCheck.Outcome {
            let rules = #"""
                {"id":"a","match":["/a/:id","/a/{id}"],\#(allow)"to":{"redirect":"https://z.example/"}},
                {"id":"b","match":["/b/:id"],"to":{"redirect":"https://z.example/"}},
                {"id":"l","match":["/l"],\#(allow)"to":{"redirect":"https://em.example/l"}}
                """#
            return ReleaseCheck(
                draft: try AnalysisFixture.draft(rules, settings: Self.settings), at: AnalysisFixture.now
            ).run()
        }
        let all = try outcome("")
        #expect(
            AnalysisFixture.summary(all.findings)
                == ["loop l", "wrong-placeholder a", "unused-capture a", "unused-capture b"])
        #expect(all.allowedCount == 0)
        let some = try outcome(#""allow":{"unused-capture":"all go to the front page"},"#)
        #expect(AnalysisFixture.summary(some.findings) == ["loop l", "wrong-placeholder a", "unused-capture b"])
        #expect(some.allowedCount == 1)
    }

    @Test("either rule of a tie allows it; only the hidden rule allows that it is hidden")
    func allowedPairs() throws {
        func summary(_ first: String, _ second: String, priority: Int) throws -> [String] {
            let rules = #"""
                {"id":"x","match":["/t/:y(a|b)"],\#(first)"priority":\#(priority),"to":{"screen":"A"}},
                {"id":"y","match":["/t/:y(a|c)"],\#(second)"to":{"screen":"B"}},
                {"id":"z","match":["/t/:y(a)"],"priority":-1,\#(second)"to":{"screen":"B"}}
                """#
            return AnalysisFixture.summary(try AnalysisFixture.findings(rules))
        }
        let tie = #""allow":["tie"],"#
        let hidden = #""allow":["shadowed"],"#
        #expect(try summary("", "", priority: 0).contains("tie y x"))
        #expect(try !summary(tie, "", priority: 0).contains("tie y x"))
        #expect(try !summary("", tie, priority: 0).contains("tie y x"))
        #expect(try summary("", "", priority: 1).contains { $0.hasPrefix("shadowed z") })
        #expect(try summary(hidden, "", priority: 1).contains { $0.hasPrefix("shadowed z") })
        #expect(try !summary("", hidden, priority: 1).contains { $0.hasPrefix("shadowed z") })
    }

    @Test("every row of the guide has that finding, with that hint")
    func guide() throws {
        let page = try PackageRoot.text(of: "Config/guides/rules.md")
        let settings = try #require(
            page.components(separatedBy: "```json settings\n").last?.components(separatedBy: "```").first)
        let section = try #require(page.components(separatedBy: "## What the check warns of").last)
        let rows = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n").filter {
            $0.hasPrefix("| `{")
        }
        let screens = [ScreenManifest(platform: "ios", version: "1", screens: ["Item": ["id", "tab?"]])]
        for row in rows {
            let cells = row.components(separatedBy: " | ").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " |`"))
            }
            let rule = cells[0].replacing("{ \"match\"", with: "{ \"id\": \"r\", \"match\"")
            let findings = ReleaseCheck(
                draft: try AnalysisFixture.draft(rule, settings: settings), screens: ScreenTable(screens),
                at: AnalysisFixture.now
            ).findings()
            #expect(
                findings.contains { $0.code.rawValue == cells[1] && $0.hint.hasPrefix(cells[2]) }, "\(row): \(findings)"
            )
        }
        let codes = Set(rows.map { $0.components(separatedBy: " | ")[1].filter { $0 != "`" } })
        #expect(rows.count >= 12 && codes.count >= 9, "\(codes)")
    }
}
