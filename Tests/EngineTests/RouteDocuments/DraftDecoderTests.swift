import CanonicalJSON
import RouteDocuments
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

extension Settings {
    static let allowed = ["https://a.example", "app://home"]

    static func make(origins: [String] = ["https://a.example"], destinations: [String] = allowed) throws -> Settings {
        Settings(origins: try origins.map { try Origin($0) }, destinations: try DestinationAllowList(destinations))
    }
}

/// A finding as reason, pointer and position.
func brief(_ finding: Finding) -> String {
    "\(finding.reason ?? finding.code.rawValue) \(finding.pointer ?? "-") \(finding.line ?? 0):\(finding.column ?? 0)"
}

@Suite("Drafts are read strictly, and all findings are reported at once", .scheduled)
struct DraftDecoderTests {
    func rule(_ text: String, id: String? = nil, taken: Set<String> = []) throws -> Decoded<Rule> {
        DraftDecoder.rule(Array(text.utf8), settings: try .make(), id: id, taken: taken)
    }

    @Test("a rule with every member is read, and written as canonical JSON without defaults")
    func full() throws {
        let text = #"""
            { "id": "skill-tree", "match": "https://a.example/skill/:tree",
              "when": { "platform": ["ios", "ios"], "appVersion": " >= 5.2  <7 ", "locale": ["zh-Hans"], "signedIn": true,
                        "after": "2026-01-01T08:00:00+08:00", "before": "2027-01-01T00:00:00Z", "build": ["debug"],
                        "source": ["push"], "region": ["CN"], "osVersion": "17.x",
                        "rollout": { "percent": 12.5, "by": "deviceID", "salt": "st1" },
                        "attributes": { "tier": ["gold"], "abGroup": ["B"] }, "not": { "platform": ["android"] } },
              "to": { "screen": "Tree", "parameters": { "b": 1, "a": "x", "c": true }, "transition": "present" },
              "priority": 0, "enabled": true, "ignoreCase": false, "strictSlash": true, "note": "why" }
            """#
        let decoded = try rule(text)
        #expect(decoded.findings.isEmpty)
        let value = try #require(decoded.value)
        #expect(value.conditionCount == 14)
        #expect(
            String(decoding: value.canonicalBytes, as: UTF8.self)
                == #"{"id":"skill-tree","match":["https://a.example/skill/:tree"],"note":"why","strictSlash":true,"#
                + #""to":{"parameters":{"a":"x","b":1,"c":true},"screen":"Tree","transition":"present"},"#
                + #""when":{"after":"2026-01-01T00:00:00Z","appVersion":">=5.2 <7","#
                + #""attributes":{"abGroup":["B"],"tier":["gold"]},"before":"2027-01-01T00:00:00Z","build":["debug"],"#
                + #""locale":["zh-Hans"],"not":{"platform":["android"]},"osVersion":"17.x","platform":["ios"],"#
                + #""region":["CN"],"rollout":{"percent":12.5,"salt":"st1"},"signedIn":true,"source":["push"]}}"#)
        #expect(try rule(String(decoding: value.canonicalBytes, as: UTF8.self)).value == value)
    }

    @Test("all findings are reported, in the order of the text")
    func everything() throws {
        let text = #"""
            {"id": "Bad Id", "matsch": "x",
             "when": {"platfrom": ["ios"], "appVersion": "5.2", "rollout": {"percent": "5"}, "build": ["beta"]},
             "to": {"screen": "S", "query": "keep"},
             "priority": 2000, "enabled": "yes"}
            """#
        let decoded = try rule(text)
        #expect(decoded.value == nil)
        #expect(
            decoded.findings.map(brief) == [
                "missing-key  1:1", "invalid-id /id 1:8", "unknown-key /matsch 1:18", "unknown-key /when/platfrom 2:11",
                "invalid-version-range /when/appVersion 2:47", "wrong-type /when/rollout/percent 2:76",
                "unknown-value /when/build/0 2:92", "misplaced-key /to/query 3:33", "out-of-range /priority 4:14",
                "wrong-type /enabled 4:31",
            ])
        #expect(decoded.findings.map(\.hint)[2] == "Did you mean \"match\"?")
        #expect(decoded.findings.map(\.hint)[3] == "Did you mean \"platform\"?")
        #expect(
            decoded.findings.allSatisfy {
                $0.code == .syntax && $0.severity == .error && $0.rules == ["Bad Id"] || $0.rules.isEmpty
            })
    }

    @Test(
        "a value that is not a rule has one finding",
        arguments: [
            ("[]", "wrong-type  1:1"), ("{\"match\":[],}", "trailing-comma  1:12"), ("", "empty  1:1"),
            ("{\"to\":1,\"to\":2}", "duplicate-name  1:9"),
        ])
    func none(_ text: String, _ expected: String) throws {
        #expect(try rule(text).findings.map(brief) == [expected])
    }

    @Test(
        "destinations have exactly one kind",
        arguments: [
            (#"{}"#, "missing-key /to 1:30"), (#"{"screen":"S","block":"b"}"#, "too-many /to 1:30"),
            (#"{"redirect":"https://a.example/","query":"no"}"#, "unknown-value /to/query 1:71"),
            (#"{"block":""}"#, "empty /to/block 1:39"), (#"{"screen":7}"#, "wrong-type /to/screen 1:40"),
            (#"{"screen":"S","parameters":{"a":1.5,"b":null,"c":[]}}"#, "wrong-type /to/parameters/a 1:62"),
            (#"{"scren":"S"}"#, "missing-key /to 1:30"), (#""S""#, "wrong-type /to 1:30"),
        ])
    func destinations(_ to: String, _ expected: String) throws {
        let findings = try rule(#"{"id":"r","match":"/a","to": "# + to + "}").findings
        #expect(findings.map(brief).first == expected)
    }

    @Test(
        "errors in conditions are reported with their place and reason",
        arguments: [
            (#"{"platform":"ios"}"#, "wrong-type /when/platform"), (#"{"platform":[]}"#, "empty /when/platform"),
            (#"{"platform":[""]}"#, "invalid-word /when/platform/0"),
            (#"{"locale":["zh_CN"]}"#, "invalid-language-range /when/locale/0"),
            (#"{"appVersion":5}"#, "wrong-type /when/appVersion"),
            (#"{"osVersion":">=7 <5"}"#, "invalid-version-range /when/osVersion"),
            (#"{"after":"2026-01-01"}"#, "invalid-instant /when/after"),
            (#"{"after":"2026-01-02T00:00:00Z","before":"2026-01-02T00:00:00Z"}"#, "empty-window /when/before"),
            (#"{"rollout":{}}"#, "missing-key /when/rollout"),
            (#"{"rollout":{"percent":100.01}}"#, "out-of-range /when/rollout/percent"),
            (#"{"rollout":{"percent":12.345}}"#, "too-precise /when/rollout/percent"),
            (#"{"rollout":{"percent":0.05,"ramp":{}}}"#, "too-many /when/rollout"),
            (
                #"{"rollout":{"ramp":{"from":0,"to":0.01,"start":"2026-01-02T00:00:00Z","end":"2026-01-01T00:00:00Z"}}}"#,
                "empty-window /when/rollout/ramp/end"
            ),
            (#"{"attributes":{}}"#, "empty /when/attributes"),
            (#"{"attributes":{"a":"b"}}"#, "wrong-type /when/attributes/a"),
            (#"{"not":{}}"#, "empty /when/not"), (#"{"not":{"not":{"signedIn":true}}}"#, "nested-not /when/not/not"),
            (#"{"signedIn":1}"#, "wrong-type /when/signedIn"), (#"{"abGroup":["B"]}"#, "unknown-key /when/abGroup"),
            ("null", "wrong-type /when"),
        ])
    func conditions(_ when: String, _ expected: String) throws {
        let decoded = try rule(#"{"id":"r","match":"/a","to":{"screen":"S"},"when":"# + when + "}")
        #expect(decoded.value == nil)
        #expect(decoded.findings.map(brief).first?.hasPrefix(expected + " ") == true, "\(decoded.findings.map(brief))")
    }

    @Test(
        "a missing id is made from the first pattern and differs from all given ids",
        arguments: [
            (#""https://bbs.csdn.net/skill/:tree""#, "skill-tree"), (#""https://bbs.csdn.net""#, "bbs-csdn-net"),
            (#""/Feed/:id""#, "feed-id-3"), (#""/""#, "rule"), (#"{"pathname":"/p/:id"}"#, "p-id"),
            (#"["/a/b","/c"]"#, "a-b"), (#""/博客""#, "rule"),
        ])
    func names(_ match: String, _ id: String) throws {
        let text = #"{"match":"# + match + #","to":{"screen":"S"}}"#
        let decoded = try rule(text, taken: ["feed-id", "feed-id-2"])
        #expect(decoded.value?.id == id)
        #expect(NameGrammar.isRuleID(id))
    }

    @Test("a rule's id is the one of the request, and unique")
    func ids() throws {
        let text = #"{"id":"a","match":"/a","to":{"screen":"S"}}"#
        #expect(try rule(text, id: "a", taken: []).value?.id == "a")
        #expect(try rule(text, id: "b").findings.map(brief) == ["other-id /id 1:7"])
        #expect(try rule(text, taken: ["a"]).findings.map(brief) == ["duplicate-id /id 1:7"])
        #expect(try rule(text.replacing("\"id\":\"a\",", with: ""), id: "x").value?.id == "x")
    }
}
