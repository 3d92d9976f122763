import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("A rule can allow warnings, with a reason", .scheduled)
struct AllowedFindingTests {
    private static func decoded(_ allow: String) -> Decoded<Rule> {
        let rule = #"{"id":"r","match":["https://h.com/a/:id"],"to":{"screen":"A"},"allow":\#(allow)}"#
        return DraftDecoder.rule(Array(rule.utf8), settings: Settings())
    }

    @Test(
        "a list of codes and an object with reasons are read, sorted by code, and written again",
        arguments: [
            (#"["tie","dead-end","tie"]"#, #""allow":["dead-end","tie"]"#),
            (#"{"tie":"b","dead-end":"a"}"#, #""allow":{"dead-end":"a","tie":"b"}"#),
            (#"{"tie":""}"#, #""allow":["tie"]"#),
            (#"{"tie":"b","dead-end":""}"#, #""allow":{"dead-end":"","tie":"b"}"#),
        ])
    func forms(allow: String, written: String) throws {
        let rule = try #require(Self.decoded(allow).value)
        let text = String(decoding: rule.canonicalBytes, as: UTF8.self)
        #expect(text.hasPrefix("{" + written + ","), "\(text)")
        let again = DraftDecoder.rule(rule.canonicalBytes, settings: Settings()).value
        #expect(again?.canonicalBytes == rule.canonicalBytes && again?.allowed == rule.allowed)
    }

    @Test("an empty list is no member")
    func empty() throws {
        for allow in ["[]", "{}"] {
            let rule = try #require(Self.decoded(allow).value)
            #expect(!String(decoding: rule.canonicalBytes, as: UTF8.self).contains("allow"))
        }
    }

    @Test(
        "an unknown code, the code of an error and another type have a finding at their place",
        arguments: [
            (#"["unused-captur"]"#, "unknown-value", "/allow/0", #"Did you mean "unused-capture"?"#),
            (#"{"unused-captur":"x"}"#, "unknown-value", "/allow/unused-captur", #"Did you mean "unused-capture"?"#),
            (#"["tie","loop"]"#, "not-a-warning", "/allow/1", "Remove it, and correct the rule."),
            (#""tie""#, "wrong-type", "/allow", #"Write ["tie"]."#),
            (#"{"tie":1}"#, "wrong-type", "/allow/tie", "Write it in double quotes."),
        ])
    func refusals(allow: String, reason: String, pointer: String, hint: String) {
        let decoded = Self.decoded(allow)
        #expect(decoded.value == nil)
        let finding = decoded.findings.first
        #expect(finding?.code == .syntax && finding?.reason == reason && finding?.pointer == pointer)
        #expect(finding?.hint == hint && finding?.column != nil, "\(decoded.findings)")
    }

    @Test("a release has no trace of it, and a body with it is read as without")
    func bodies() throws {
        let rule = try #require(Self.decoded(#"["tie"]"#).value)
        let now = Instant(milliseconds: 0)
        let body = try ReleaseBody.freeze(draft: Draft(rules: [rule]), app: "a", version: 1, publishedAt: now)
        let plain = try #require(Self.decoded("[]").value)
        let other = try ReleaseBody.freeze(draft: Draft(rules: [plain]), app: "a", version: 1, publishedAt: now)
        #expect(body == other && body.canonicalBytes == other.canonicalBytes)
        let text = String(decoding: body.canonicalBytes, as: UTF8.self)
        let later = text.replacing(#""id":"r""#, with: #""allow":["of-a-later-version"],"id":"r""#)
        #expect(try ReleaseBody.decode(Array(later.utf8)) == body)
    }

    @Test("every code is in exactly one list, which gives its severity")
    func severities() {
        #expect(Finding.Code.errors.allSatisfy { $0.severity == .error })
        #expect((Finding.Code.allowable + Finding.Code.notes).allSatisfy { $0.severity == .warning })
        let lists = [Finding.Code.errors, Finding.Code.allowable, Finding.Code.notes].map { $0.map(\.rawValue) }
        #expect(lists.allSatisfy { $0 == $0.sorted() } && Set(lists.joined()).count == lists.joined().count)
    }

    @Test("a body of an older server that allows javascript: as a destination is still read")
    func olderBody() throws {
        let draft = try #require(
            DraftDecoder.draft(Array(#"{"settings":{"destinations":["javascript:"]},"rules":[]}"#.utf8)).value)
        let body = try ReleaseBody.freeze(draft: draft, app: "a", version: 1, publishedAt: Instant(milliseconds: 0))
        #expect(try ReleaseBody.decode(body.canonicalBytes) == body)
        #expect(draft.findings().first?.pointer == "/settings/destinations/0")
    }
}
