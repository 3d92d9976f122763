import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("Checks compare text byte for byte, as conditions do", .scheduled)
struct ExactTextTests {
    /// Replaces `<1>` by U+00E9 and `<2>` by the canonically equivalent U+0065 U+0301.
    private static func spelt(_ text: String) -> String {
        text.replacing("<1>", with: "\u{E9}").replacing("<2>", with: "e\u{301}")
    }

    private static func codes(_ first: String, _ second: String) throws -> [String] {
        let rules = [first, second].enumerated().map { number, when in
            #"{"id":"r\#(number)","match":["/x"],"to":{"screen":"S"},"when":\#(spelt(when)),"priority":\#(-number)}"#
        }
        return try AnalysisFixture.findings(rules.joined(separator: ",")).map(\.code.rawValue)
    }

    @Test(
        "a rule is not hidden by one whose words are canonically equivalent",
        arguments: [
            (#"{"platform":["<1>"]}"#, #"{"platform":["<2>"]}"#),
            (#"{"platform":["<1>"]}"#, #"{"platform":["<1>","<2>"]}"#),
            (#"{"attributes":{"g":["<1>"]}}"#, #"{"attributes":{"g":["<2>"]}}"#),
            (#"{"rollout":{"percent":90,"salt":"<1>"}}"#, #"{"rollout":{"percent":10,"salt":"<2>"}}"#),
        ])
    func shadows(first: String, second: String) throws {
        #expect(try Self.codes(first, second).contains("shadowed") == false)
        #expect(try Self.codes(first, first).contains("shadowed"))
    }

    @Test("a rule whose text changes to a canonically equivalent one is changed")
    func changes() throws {
        let drafts = try ["<1>", "<2>"].map { word in
            try AnalysisFixture.draft(Self.spelt(#"{"id":"r","match":["/x"],"to":{"screen":"\#(word)"}}"#))
        }
        #expect(try DraftDifference(from: drafts[0], to: drafts[1], at: AnalysisFixture.now).changed == ["r"])
        #expect(try DraftDifference(from: drafts[0], to: drafts[0], at: AnalysisFixture.now).changed == [])
    }

    @Test("texts are listed once each by their bytes, also where a set would take them for the same")
    func distinct() {
        let texts = ["\u{e9}", "b", "e\u{301}", "b", "a", "e\u{301}", "\u{e9}"]
        let listed = ExactText.distinct(texts).map { Array($0.utf8) }
        #expect(listed == ["a", "b", "e\u{301}", "\u{e9}"].map { Array($0.utf8) })
    }

    @Test(
        "a difference tells a change of one word, name or salt to a canonically equivalent one",
        arguments: [
            (#""when":{"platform":["<1>"]}"#, #""when":{"platform":["<2>"]}"#),
            (#""when":{"platform":["<1>","x"]}"#, #""when":{"platform":["<1>","<2>","x"]}"#),
            (#""when":{"region":["<1>"]}"#, #""when":{"region":["<2>"]}"#),
            (#""when":{"attributes":{"g":["<1>"]}}"#, #""when":{"attributes":{"g":["<2>"]}}"#),
            (#""when":{"attributes":{"<1>":["a"]}}"#, #""when":{"attributes":{"<2>":["a"]}}"#),
            (
                #""when":{"not":{"attributes":{"<1>":["a"]}}}"#, #""when":{"not":{"attributes":{"<2>":["a"]}}}"#
            ),
            (#""when":{"rollout":{"percent":50,"salt":"<1>"}}"#, #""when":{"rollout":{"percent":50,"salt":"<2>"}}"#),
            (#""when":{"rollout":{"percent":50,"by":"<1>"}}"#, #""when":{"rollout":{"percent":50,"by":"<2>"}}"#),
        ])
    func differences(one: String, other: String) throws {
        for (old, new) in [(one, other), (other, one)] {
            let drafts = try [old, new].map { when in
                try AnalysisFixture.draft(Self.spelt(#"{"id":"r","match":["/x"],"to":{"screen":"S"},\#(when)}"#))
            }
            let difference = try DraftDifference(from: drafts[0], to: drafts[1], at: AnalysisFixture.now)
            let gains = difference.addresses.map { $0.after.outcome != .unmatched }
            // A list with one word more only gains.
            let isLonger = other.contains("<1>")
            #expect(gains.contains(true) == (!isLonger || new == other), "\(difference.addresses)")
            #expect(gains.contains(false) == (!isLonger || old == other), "\(difference.addresses)")
            #expect(difference.notProved.isEmpty)
        }
    }

    @Test("stored test addresses whose contexts are canonically equivalent are all looked up")
    func expectations() throws {
        let drafts = try [#""platform":["a"]"#, #""platform":["a","<1>","<2>"]"#].map { when in
            try AnalysisFixture.draft(
                Self.spelt(#"{"id":"r","match":["/x"],"to":{"screen":"S"},"when":{\#(when)}}"#))
        }
        let texts = ["<1>", "<2>"].map {
            #"{"url":"https://h.com/x","context":{"platform":"\#($0)"},"expect":{"screen":"S"}}"#
        }
        let stored = DraftDecoder.expectations(Array(Self.spelt("[\(texts.joined(separator: ","))]").utf8))
        let difference = try DraftDifference(
            from: drafts[0], to: drafts[1], expectations: try #require(stored.value), at: AnalysisFixture.now)
        #expect(difference.addresses.filter(\.isStored).count == 2)
    }

    @Test("a screen's parameter is given by exactly its bytes, but for the case of ASCII letters")
    func screens() throws {
        for (need, given, isMissing) in [
            ("<2>", "<1>", true), ("<1>", "<1>", false), ("id", "ID", false), ("\u{E9}", "\u{C9}", true),
            ("K", "\u{212A}", true),
        ] {
            let rule = #"{"id":"r","match":["/x"],"to":{"screen":"S","parameters":{"\#(given)":"1"}}}"#
            let manifest = ScreenManifest(platform: "ios", version: "1", screens: ["S": [Self.spelt(need)]])
            let found = try AnalysisFixture.findings(Self.spelt(rule), screens: [manifest])
            #expect(found.contains { $0.code == .missingScreen } == isMissing, "\(need) \(given) \(found)")
        }
        let platforms = ["<1>", "<2>"].map { ScreenTable.Build(platform: Self.spelt($0), version: "1") }
        #expect(platforms[0] != platforms[1] && Set(platforms).count == 2)
    }

    @Test("a witness is never an instant that no text says")
    func instants() throws {
        let rule = #"{"id":"r","match":["/x"],"to":{"screen":"S"},"when":"#
        for (old, new) in [
            (#"{"after":"0000-01-01T00:00:00Z"}"#, #"{"after":"2030-01-01T00:00:00Z"}"#),
            (#"{"after":"0000-01-01T00:00:00Z"}"#, #"{"platform":["ios"]}"#),
            (#"{"before":"0000-01-01T00:00:00Z"}"#, #"{"before":"9999-12-31T23:59:59.999Z"}"#),
        ] {
            let drafts = try [old, new].map { try AnalysisFixture.draft(rule + $0 + "}") }
            let difference = try DraftDifference(from: drafts[0], to: drafts[1], at: AnalysisFixture.now)
            let instants = difference.addresses.compactMap { $0.witness.at?.description }
            #expect(!instants.isEmpty && instants.allSatisfy { Instant(rfc3339: $0) != nil }, "\(instants)")
        }
        let never =
            rule + #"{"not":{"after":"0000-01-01T00:00:00Z"}}},"# + rule.replacing(#""r""#, with: #""s""#)
            + #"{"not":{"after":"0000-01-01T00:00:00Z"}}}"#
        for finding in try AnalysisFixture.findings(never) {
            #expect(finding.witness?.at.map { Instant(rfc3339: $0.description) != nil } != false, "\(finding)")
        }
    }
}
