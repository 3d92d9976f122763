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
}
