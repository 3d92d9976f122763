import RouteDocuments
import RouteImport
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

@Suite("Short links of Firebase Dynamic Links", .scheduled)
struct FirebaseLinksTests {
    private static let welcome = LinkPage(
        title: "Welcome", description: "All of it", image: "https://www.example.com/i.png")

    private func lines(_ text: String) throws -> (rules: [String], table: ImportedTable) {
        let table = try ImportFormat.firebase.importing(Array(text.utf8))
        let rules = table.rules.map { rule in
            let patterns = rule.patterns.map { if case .text(let text) = $0.stored { text } else { "?" } }
            let systems = rule.condition?.clauses.attributes.first?.values ?? []
            guard case .redirect(let template) = rule.destination else { return "no redirect" }
            return ([patterns.joined(separator: " ")] + systems).joined(separator: " ") + " → \(template.text)"
        }
        return (rules, table)
    }

    @Test("a link of the API becomes a rule, and its addresses for systems become rules for browsers")
    func managed() throws {
        let (rules, table) = try lines(
            """
            [{"linkName":"Welcome","link":"https://go.example.com/m9Mm","info":{"link":"https://www.example.com/w?a={b}",
            "androidInfo":{"androidPackageName":"com.example","androidFallbackLink":"https://www.example.com/android"},
            "iosInfo":{"iosBundleId":"com.example","iosFallbackLink":"https://www.example.com/ios","iosCustomScheme":"ex"},
            "desktopInfo":{"desktopFallbackLink":"https://pc.example.com/"},
            "socialMetaTagInfo":{"socialTitle":"Welcome","socialDescription":"All of it","socialImageLink":"https://www.example.com/i.png"}}}]
            """)
        #expect(
            rules == [
                "https://go.example.com/m9Mm android → https://www.example.com/android",
                "https://go.example.com/m9Mm ios → https://www.example.com/ios",
                "https://go.example.com/m9Mm linux macos windows → https://pc.example.com/",
                "https://go.example.com/m9Mm → https://www.example.com/w?a=%7Bb%7D",
            ])
        #expect(table.rules.dropLast().allSatisfy { $0.condition?.clauses.platform == ["web"] })
        #expect(table.destinations == ["https://www.example.com", "https://pc.example.com"])
        #expect(table.findings.count == 1 && table.findings[0].severity == .warning, "\(table.findings)")
        #expect(table.rules.last?.page == Self.welcome)
        #expect(table.rules.dropLast().allSatisfy { $0.page == LinkPage() }, "previews are asked for by no system")
        #expect(table.findings.allSatisfy { $0.pointer == "/0" && $0.line == 1 })
        #expect(Set(table.rules.map(\.id)).count == 4)
    }

    @Test("a short link with its long link has the same values")
    func long() throws {
        let (rules, table) = try lines(
            #"""
            {"links":[{"shortLink":"https://go.example.com/a.b+c","longLink":
            "https://x.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp%3Fq%3D1&apn=com.example&afl=https%3A%2F%2Fm.example.com%2F&st=A+title#x"}]}
            """#)
        #expect(
            rules == [
                #"https://go.example.com/a.b\+c android → https://m.example.com/"#,
                #"https://go.example.com/a.b\+c → https://www.example.com/p?q=1"#,
            ])
        #expect(table.rules.last?.page == LinkPage(title: "A title") && table.findings.isEmpty, "\(table.findings)")
    }

    @Test("a title, a description or a picture that a rule cannot have is left out and told")
    func previews() throws {
        let long = String(repeating: "x", count: 513)
        for (title, words, image) in [
            (long, long + long, "http://www.example.com/i.png"), ("a\\u0007", "\\u0000", "shop:x"),
            ("a\\u0085", "\\n", "https://u@h.example/"),
        ] {
            let (_, table) = try lines(
                #"[{"link":"https://go.example.com/a","info":{"link":"https://www.example.com/","#
                    + #""socialMetaTagInfo":{"socialTitle":"\#(title)","socialImageLink":"\#(image)","socialDescription":"\#(words)"}}}]"#
            )
            #expect(table.rules.map(\.page) == [LinkPage()] && table.findings.count == 3, "\(table.findings)")
        }
    }

    @Test(
        "what cannot be a rule is left out with the reason",
        arguments: [
            (#"[{"link":"https://go.example.com/?link=https://evil.example"}]"#, "lead wherever a query says"),
            (#"[{"link":"https://go.example.com/a"}]"#, "no deep link"),
            (#"[{"info":{"link":"https://www.example.com/"}}]"#, "without a short link"),
            (#"[{"link":"https://go.example.com/a","info":{"link":"javascript:alert(1)"}}]"#, "javascript"),
            (#"{"other":[]}"#, "no list of links"), ("7", "no list of links"),
        ])
    func leftOut(text: String, reason: String) throws {
        let (rules, table) = try lines(text)
        #expect(rules.isEmpty, "\(rules)")
        #expect(table.findings.count == 1 && table.findings[0].severity == .error)
        #expect(table.findings[0].detail.contains(reason), "\(table.findings[0].detail)")
    }

    @Test("of two entries with one link the first counts")
    func twice() throws {
        let entry = #"{"link":"https://go.example.com/a","info":{"link":"https://www.example.com/"}}"#
        let (rules, table) = try lines("[\(entry),\(entry)]")
        #expect(rules.count == 1 && table.findings.map(\.pointer) == ["/1"])
    }
}
