import RouteIndex
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

/// Pairs of rules that an independent implementation of the language named as hidden, equal or looping.
@Suite("Listed cases have the findings that language.md L8.4 says, or none", .scheduled)
struct ListedCaseTests {
    private static func rule(
        _ id: String, _ match: String, _ more: String = "", to: String = #"{"screen":"S"}"#
    ) -> String {
        "{\"id\":\"\(id)\",\"match\":[\(match)]\(more.isEmpty ? "" : "," + more),\"to\":\(to)}"
    }

    /// Redirects in a circle, each for 3 % of the devices.
    private static func circle(_ count: Int) -> String {
        let rules = (0..<count).map { place in
            rule(
                "r\(place)", "\"/c\(place)\"", #""when":{"rollout":{"percent":3}}"#,
                to: "{\"redirect\":\"https://h.com/c\((place + 1) % count)\"}")
        }
        return rules.joined(separator: ",")
    }

    private static func pair(_ match: String, _ other: String, _ more: String, first percent: Int? = nil) -> String {
        let when = percent.map { "\"when\":{\"rollout\":{\"percent\":\($0)}}" } ?? ""
        return rule("a", match, when) + "," + rule("b", other, more)
    }

    @Test(
        "a rule that only these hide, each by priority, has no finding, and never wins",
        arguments: [
            (#""https://h.com/:r*""#, "", #""https://h.com""#, "", "https://h.com/a/b"),
            (#""https://h.com/","https://h.com/*""#, "", #""https://h.com""#, "", "https://h.com/a/b"),
            (#""/x/:r*""#, #","strictSlash":true"#, #""/x/y""#, "", "https://h.com/x/y"),
            (#""/:x/:r*""#, "", #""/x/:y+""#, #""strictSlash":true"#, "https://h.com/x/y"),
            (#""/:a-:b""#, "", #""/:a(x-)y""#, "", "https://h.com/x-y"),
            (#""/12""#, "", #""/12""#, #""ignoreCase":true"#, "https://h.com/12"),
            (#""/x?k","/x?!k""#, "", #""/x""#, "", "https://h.com/x"),
            (#""/:n(\\d)","/:n(\\d{2,})""#, "", #""/:n(\\d+)""#, "", "https://h.com/123"),
        ])
    func hidden(_ hider: String, _ options: String, _ match: String, _ own: String, _ address: String) throws {
        let rules = Self.rule("hider", hider, #""priority":1"# + options) + "," + Self.rule("hidden", match, own)
        #expect(AnalysisFixture.summary(try AnalysisFixture.findings(rules)) == [])
        let compiled = try CompiledDraft(try AnalysisFixture.draft(rules))
        #expect(
            compiled.index.resolve(address, context: Context(), at: AnalysisFixture.now).trail.map(\.rule) == ["hider"])
    }

    @Test(
        "shares and options",
        arguments: [
            ("a share of 0", rule("a", #""/x""#, #""when":{"rollout":{"percent":0}}"#), []),
            (
                "a rollout beside another condition",
                rule("a", #""/x""#, #""when":{"platform":["ios"]}"#) + ","
                    + rule("b", #""/x""#, #""when":{"rollout":{"percent":50}}"#), []
            ),
            (
                "lists with a common pattern",
                rule("a", #""/","/p""#, #""ignoreCase":true"#) + ","
                    + rule("b", #""/","/q""#, #""ignoreCase":true"#), ["duplicate b a"]
            ),
            (
                "lists with a common pattern, one without case",
                rule("a", #""/","/p""#) + "," + rule("b", #""/","/q""#, #""ignoreCase":true"#), ["duplicate b a"]
            ),
            ("one without case", pair(#""/x/:a""#, #""/x/:a""#, #""ignoreCase":true"#), []),
            (
                "no letters, one without case",
                pair(#""/:a(\\d+)""#, #""/:b(\\d+)""#, #""ignoreCase":true"#), ["duplicate b a"]
            ),
            ("every path, one strict", pair(#""my://b""#, #""my://b""#, #""strictSlash":true"#), ["duplicate b a"]),
            ("a tail, one strict", pair(#""/x/:r*""#, #""/x/:q*""#, #""strictSlash":true"#), ["duplicate b a"]),
            ("opaque, one strict", pair(#""my:1*""#, #""my:1*""#, #""strictSlash":true"#), ["duplicate b a"]),
            ("opaque, one without case", pair(#""my:*""#, #""my:*""#, #""ignoreCase":true"#), ["shadowed b a"]),
            (
                "100 % over another salt",
                pair(#""/x""#, #""/x""#, #""priority":-1,"when":{"rollout":{"percent":50,"salt":"t"}}"#, first: 100), []
            ),
            (
                "a run over its characters",
                pair(#""/:t([a-z0-9\\-]+)""#, #""/a-:n(x|y)","/:i([a-z]+)-:n(\\d+)""#, #""priority":-1"#),
                ["shadowed b a"]
            ),
            (
                "a run over other characters, and over longer text",
                pair(#""/:t([a-z\\-]{1,9})""#, #""/a-:n(x|1)","/:i([a-z]+)-x""#, #""priority":-1"#), []
            ),
            ("four rare redirects in a circle", circle(4), ["check-incomplete"]),
        ])
    func others(_ name: String, _ rules: String, _ expected: [String]) throws {
        #expect(AnalysisFixture.summary(try AnalysisFixture.findings(rules)) == expected, "\(name)")
    }
}
