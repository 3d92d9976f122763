import CanonicalJSON
import Foundation
import RouteDocuments
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

extension Draft {
    static func make(_ text: String) throws -> Draft {
        let decoded = DraftDecoder.draft(Array(text.utf8))
        return try #require(decoded.value, "\(decoded.findings)")
    }
}

@Suite("Whole drafts", .scheduled)
struct DraftTests {
    @Test("a draft is written and read back unchanged, without its revision")
    func roundTrip() throws {
        let text = #"""
            {"revision": 7, "rules": [
              {"match": "/a/:id", "to": {"redirect": "app://home/x/{id}"}, "enabled": false, "note": "n"},
              {"match": ["/a/:id", {"pathname": "/b", "hostname": "h.example"}], "to": {"block": "no"}, "priority": -3}],
             "settings": {"origins": ["https://a.example"], "destinations": ["app://home"], "schemes": ["app"],
                          "authority": {"app": "firstSegment"}}}
            """#
        let draft = try Draft.make(text)
        #expect(draft.rules.map(\.id) == ["a-id", "a-id-2"])
        #expect(draft.settings.authority == ["app": .firstSegment])
        let bytes = draft.canonicalBytes(revision: 8)
        #expect(try JSONValue(parsing: bytes).canonicalBytes == bytes)
        #expect(DraftDecoder.draft(bytes).value == draft)
        #expect(draft.findings().isEmpty)
    }

    @Test("the settings apply also if they follow the rules, and made ids differ from given ones")
    func order() throws {
        let draft = try Draft.make(
            #"{"rules":[{"match":"/a","to":{"screen":"S"}},{"id":"a","match":"/b","to":{"screen":"S"}}],"#
                + #""settings":{"origins":["https://a.example"]}}"#)
        #expect(draft.rules.map(\.id) == ["a-2", "a"])
        #expect(draft.findings().isEmpty)
    }

    @Test("every error in the settings is reported")
    func settings() {
        let text = #"""
            {"origins":["nowhere",7],"destinations":["x"],"schemes":["App","a","a"],
            "authority":{"app":"path","B":"host"},"orgins":[]}
            """#
        let decoded = DraftDecoder.settings(Array(text.utf8))
        #expect(decoded.value == nil)
        #expect(
            decoded.findings.map { $0.pointer } == [
                "/origins/0", "/origins/1", "/destinations/0", "/schemes/0", "/schemes/2", "/authority/app",
                "/authority/B",
                "/orgins",
            ])
    }

    @Test("findings of language.md section 5 leave a value and have a place")
    func checks() throws {
        let text = #"""
            {"rules": [
            {"id": "none", "match": "/a", "to": {"screen": "S"}},
            {"id": "far", "match": ["https://a.example/b"], "to": {"redirect": "evil://home/x"}},
            {"id": "free", "match": ["https://a.example/:id", "https://a.example/c"], "to": {"redirect": "app://home/{id}"}},
            {"id": "bold", "match": "https://a.example/:id", "to": {"redirect": "app://home/{+id}"}}],
            "settings": {"destinations": ["app://home"]}}
            """#
        let decoded = DraftDecoder.draft(Array(text.utf8))
        #expect(decoded.hasErrors)
        let draft = try #require(decoded.value)
        #expect(
            decoded.findings.map { "\($0.rules[0]) \($0.code.rawValue) \($0.pointer ?? "")" } == [
                "none syntax /rules/0/match", "far destination-not-allowed /rules/1/to/redirect",
                "free unbound-variable /rules/2/to/redirect", "bold unsafe-variable /rules/3/to/redirect",
            ])
        #expect(decoded.findings[0].line == 2)
        #expect(decoded.findings[0].reason == "no-origins")
        #expect(decoded.findings[1].column == 69)
        let codes = Set(decoded.findings.map(\.code))
        #expect(codes == [.syntax, .destinationNotAllowed, .unboundVariable, .unsafeVariable])
        #expect(Set(draft.findings().map(\.code)) == codes)
        #expect(draft.findings().first?.pointer == "/rules/0/match/0")
    }

    @Test("the examples in Config are drafts without findings")
    func examples() throws {
        let decoded = DraftDecoder.draft(try PackageRoot.bytes(of: "Config/examples/moments-draft.json"))
        #expect(decoded.findings.isEmpty, "\(decoded.findings)")
        #expect(decoded.value?.rules.count == 11)
    }

    @Test("many findings are computed in one pass and end at the limit")
    func many() {
        let rules = Array(repeating: #"{"match":1,"to":2}"#, count: 2000).joined(separator: ",\n")
        let decoded = DraftDecoder.draft(Array("{\"rules\":[\(rules)]}".utf8))
        #expect(decoded.findings.count == ModelLimits.findingsMax)
        #expect(decoded.findings.last?.line == 500)
    }
}

@Suite("An error is reported once", .scheduled)
struct FollowUpTests {
    @Test("an invalid rule is not checked, and no rule is checked with invalid settings")
    func noFollowUps() {
        let broken = DraftDecoder.draft(
            Array(
                #"{"rules":[{"match":[7],"to":{"redirect":"evil://x/{a}"}}],"settings":{"destinations":["app:"]}}"#.utf8
            ))
        #expect(broken.findings.map(\.reason) == ["wrong-type"])
        let settings = DraftDecoder.draft(
            Array(#"{"rules":[{"match":"/a","to":{"redirect":"evil://x/"}}],"settings":{"destinations":[""]}}"#.utf8))
        #expect(settings.findings.map(\.pointer) == ["/settings/destinations/0"])
    }
}
