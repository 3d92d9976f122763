import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Every limit is enforced with a finding", .scheduled)
struct ModelLimitsTests {
    func reasons(_ rule: String) -> [String] {
        let decoded = DraftDecoder.rule(Array(rule.utf8), settings: Settings())
        return decoded.findings.filter { $0.code == .syntax && $0.reason != "no-origins" }.compactMap(\.reason)
    }

    static func rule(_ members: String) -> String {
        #"{"id":"r","match":"https://a.example/","to":{"block":"x"}"# + (members.isEmpty ? "" : "," + members) + "}"
    }

    static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    static let long = String(repeating: "x", count: 5_000)

    @Test(
        "a value beyond its limit is refused",
        arguments: [
            (#""note":"\#(long)""#, "too-long"), (#""when":{"platform":\#(list(257) { "\"p\($0)\"" })}"#, "too-many"),
            (#""when":{"platform":["\#(long)"]}"#, "invalid-word"), (#""when":{"appVersion":"\#(long)"}"#, "too-long"),
            (#""when":{"rollout":{"percent":0.01,"salt":"\#(long)"}}"#, "too-long"),
            (#""priority":1001"#, "out-of-range"),
            (#""priority":-99999999999"#, "out-of-range"), (#""priority":1e300"#, "wrong-type"),
        ])
    func refused(_ members: String, _ reason: String) {
        #expect(reasons(Self.rule(members)) == [reason])
    }

    @Test("patterns, templates and constants have limits")
    func patterns() {
        let many = Self.list(33) { "\"https://a.example/\($0)\"" }
        #expect(reasons(#"{"id":"r","match":\#(many),"to":{"block":"x"}}"#) == ["too-many"])
        let most = Self.list(32) { "\"https://a.example/\($0)\"" }
        #expect(reasons(#"{"id":"r","match":\#(most),"to":{"block":"x"}}"#).isEmpty)
        #expect(reasons(#"{"id":"r","match":[],"to":{"block":"x"}}"#) == ["empty"])
        #expect(reasons(#"{"id":"r","match":"https://a.example/\#(Self.long)","to":{"block":"x"}}"#) == ["too-long"])
        let block = #"{"id":"r","match":"https://a.example/","to":{"block":"\#(Self.long)"}}"#
        #expect(reasons(block) == ["too-long"])
        let constants = "{" + (0..<65).map { "\"p\($0)\":1" }.joined(separator: ",") + "}"
        let screen = #"{"id":"r","match":"https://a.example/","to":{"screen":"S","parameters":\#(constants)}}"#
        #expect(reasons(screen) == ["too-many"])
    }

    @Test("an id of the greatest length is allowed, a longer one is not")
    func ids() {
        let longest = String(repeating: "a", count: 64)
        #expect(NameGrammar.isRuleID(longest))
        #expect(!NameGrammar.isRuleID(longest + "a"))
        #expect(!NameGrammar.isRuleID(""))
        #expect(!NameGrammar.isRuleID("-a"))
        #expect(!NameGrammar.isRuleID("A"))
        #expect(NameGrammar.isAppName("moments") && !NameGrammar.isAppName("a/b") && !NameGrammar.isAppName(".."))
        #expect(!NameGrammar.isChannelName(String(repeating: "a", count: 33)))
        #expect(NameGrammar.isScheme("router+x.1-2") && !NameGrammar.isScheme("1a") && !NameGrammar.isScheme("A"))
    }

    @Test("a made id with its number is within the limit")
    func made() {
        let path = "/" + String(repeating: "abcdefgh/", count: 40)
        var naming = RuleNaming()
        var made: Set<String> = []
        for _ in 0..<20 {
            let id = naming.id(forPattern: path)
            #expect(NameGrammar.isRuleID(id))
            #expect(made.insert(id).inserted)
        }
    }
}

@Suite("The cost of a hostile document is bounded by its size", .scheduled)
struct HostileDocumentTests {
    @Test("findings beyond the limit are counted, and their texts are not made")
    func unknownNames() {
        let members = (0..<100_000).map { "\"platfrom\($0)\":0" }.joined(separator: ",")
        let decoded = DraftDecoder.context(Array("{\(members)}".utf8))
        #expect(decoded.value == nil)
        #expect(decoded.findings.count == ModelLimits.findingsMax)
    }
}
