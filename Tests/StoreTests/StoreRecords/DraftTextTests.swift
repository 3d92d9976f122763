import TestSupport
import Testing

@testable import StoreRecords

@Suite("Drafts as texts", .scheduled)
struct DraftTextTests {
    /// A draft of rules, each an id and a version, such as `a1`; `-a1` is disabled.
    private func draft(_ rules: [String], settings: String = "{}") throws -> DraftText {
        let texts = rules.map { rule in
            let isDisabled = rule.hasPrefix("-")
            let name = isDisabled ? rule.dropFirst() : rule[...]
            return (isDisabled ? #"{"enabled":false,"# : "{") + #""id":"\#(name.prefix(1))","note":"\#(name)"}"#
        }
        let text = #"{"rules":[\#(texts.joined(separator: ","))],"settings":\#(settings)}"#
        let draft = try #require(DraftText(Array(text.utf8)))
        #expect(draft.bytes == Array(text.utf8))
        return draft
    }

    @Test("the bytes are the stored ones again; what is no draft is nil, and a draft may have neither member")
    func reading() throws {
        let one = try draft(["a1", "-b1"], settings: #"{"origins":["https://x.example"]}"#)
        #expect(one.rules.map(\.id) == ["a", "b"] && one.enabledIDs == ["a"])
        #expect(DraftText.enabledIDs(in: one.bytes) == ["a"] && DraftText.enabledIDs(in: Array("[]".utf8)) == nil)
        #expect(DraftText.rule("b", in: one.bytes) == one.rule("b")?.json && DraftText.rule("c", in: one.bytes) == nil)
        #expect(String(decoding: one.settings, as: UTF8.self) == #"{"origins":["https://x.example"]}"#)
        #expect(String(decoding: one.rule("b")?.json ?? [], as: UTF8.self).contains("b1") && one.rule("c") == nil)
        #expect(DraftText(Array("{}".utf8)) == .empty)
        for text in ["", "[]", #"{"rules":[{}]}"#] { #expect(DraftText(Array(text.utf8)) == nil) }
    }

    @Test(
        "rules taken over keep their place, leave, or come behind the rule that precedes them in the other draft",
        arguments: [
            (["a1", "b1", "c1"], ["a2", "b2", "c2"], "b", ["a1", "b2", "c1"]),
            (["a1", "b1", "c1"], ["a1", "c1"], "b", ["a1", "c1"]),
            (["a1", "c1"], ["a1", "b1", "c1"], "b", ["a1", "b1", "c1"]),
            (["c1"], ["a1", "b1", "c1"], "ab", ["a1", "b1", "c1"]),
            (["a1", "d1"], ["a1", "b1", "c1", "d1"], "c", ["a1", "c1", "d1"]),
            (["a1", "d1"], ["d1", "b1", "a1", "c1"], "bc", ["a1", "c1", "d1", "b1"]),
            (["a1", "b1"], ["b2", "c2"], "abc", ["b2", "c2"]),
            (["a1"], ["a2"], "z", ["a1"]), ([], ["a1", "b1"], "ab", ["a1", "b1"]),
            (["a1", "-b1"], ["-a2", "b2"], "ab", ["-a2", "b2"]),
        ])
    func taking(_ mine: [String], _ theirs: [String], _ ids: String, _ expected: [String]) throws {
        let settings = #"{"schemes":["x"]}"#
        let taken = try draft(mine, settings: settings).taking(Set(ids.map { String($0) }), from: draft(theirs))
        #expect(taken == (try draft(expected, settings: settings)), "\(String(decoding: taken.bytes, as: UTF8.self))")
    }
}
