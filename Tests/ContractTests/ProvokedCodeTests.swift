import CanonicalJSON
import Foundation
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

/// Walks the catalogues: a code without a row here, or whose row does not provoke it, is a failure.
@Suite("Each code of the catalogues is provoked", .scheduled)
struct ProvokedCodeTests {
    /// A code, and rules of a draft whose check has it; settings are the same for all.
    private static let checks: [String: String] = [
        "too-many-alternatives": #"""
        {"id":"a","match":["/{a}?{b}?{c}?{d}?"],"to":{"screen":"A"}}
        """#,
        "authority": #"{"id":"a","match":["seg://page/:id"],"to":{"screen":"A"}}"#,
        "duplicate": #"{"id":"a","match":["/x"],"to":{"screen":"A"}},{"id":"b","match":["/x"],"to":{"screen":"B"}}"#,
        "loop": #"{"id":"a","match":["/x"],"to":{"redirect":"https://h.example/x"}}"#,
        "chain-too-long": (0..<7).map {
            #"{"id":"r\#($0)","match":["/r\#($0)"],"to":{"redirect":"https://h.example/r\#($0 + 1)"}}"#
        }.joined(separator: ","),
        "missing-screen": #"{"id":"a","match":["/a"],"to":{"screen":"None"}}"#,
        "expectation-failed": #"{"id":"a","match":["/a"],"to":{"screen":"A"}}"#,
        "shadowed": #"""
        {"id":"all","match":["/x/*"],"priority":5,"to":{"screen":"A"}},{"id":"one","match":["/x/y"],"to":{"screen":"B"}}
        """#,
        "tie": #"""
        {"id":"a","match":["/x/:y(m|n)"],"to":{"screen":"A"}},{"id":"b","match":["/x/:y(m|o)"],"to":{"screen":"B"}}
        """#,
        "dead-end": #"{"id":"a","match":["/a"],"to":{"redirect":"own://nothing"}}"#,
        "expired": #"{"id":"a","match":["/a"],"when":{"before":"2020-01-01T00:00:00Z"},"to":{"screen":"A"}}"#,
        "not-yet": #"{"id":"a","match":["/a"],"when":{"after":"2090-01-01T00:00:00Z"},"to":{"screen":"A"}}"#,
        "unknown-platform": #"{"id":"a","match":["/a"],"when":{"platform":["iOS"]},"to":{"screen":"A"}}"#,
        "unknown-region": #"{"id":"a","match":["/a"],"when":{"region":["cn"]},"to":{"screen":"A"}}"#,
        "unknown-language": #"{"id":"a","match":["/a"],"when":{"locale":["cn"]},"to":{"screen":"A"}}"#,
        "small-share": #"{"id":"a","match":["/a"],"when":{"rollout":{"percent":0.1}},"to":{"screen":"A"}}"#,
        "wrong-placeholder": #"{"id":"a","match":["/a/{id}"],"to":{"screen":"A"}}"#,
        "unused-capture": #"{"id":"a","match":["/a/:id"],"to":{"redirect":"https://h.example/b"}}"#,
        "unknown-parameter": #"{"id":"a","match":["/a"],"to":{"screen":"A","parameters":{"x":1}}}"#,
        "similar-host": #"{"id":"a","match":["https://h.exmaple/a"],"to":{"screen":"A"}}"#,
        "unusual-pattern": #"{"id":"a","match":["/a b"],"to":{"screen":"A"}}"#,
        "check-incomplete": (0..<450).map {
            #"{"id":"r\#($0)","match":["/x"],"when":{"appVersion":">=\#($0).0 <\#($0).1"},"to":{"screen":"A"}}"#
        }.joined(separator: ","),
    ]

    /// What the settings say of the host `go.example`, for codes about links; its rule is `/i/:id(\\d+)`, or another one of
    /// `checks`.
    private static let surfaces = [
        "host-not-owned": "{}", "link-file": #"{\#(apps),"claim":["/$(x)"]}"#,
        "unclaimed": #"{\#(apps),"never":["/i/*"]}"#, "claimed-unresolved": #"{\#(apps),"claim":["/x"]}"#,
        "claim-loop": #"{\#(apps),"web":"https://go.example/i/1"}"#, "claim-wider": "{\(apps)}",
        "claim-narrower": "{\(apps)}", "manifest-scope": "{\(apps)}", "never": #"{\#(apps),"claim":["*"]}"#,
    ]
    private static let apps = #""apple":[{"appID":"ABCDE12345.example.shop"}]"#
    private static let linkRule = #"{"id":"i","match":["https://go.example/i/:id(\\d+)"],"to":{"screen":"A"}}"#
    private static let foldingRule =
        #"{"id":"i","match":["https://go.example/Item"],"ignoreCase":true,"to":{"screen":"A"}}"#

    /// A code of an error that refuses the rule, and the rule.
    private static let refusals: [String: String] = [
        "syntax": #"{"match":"/a*","to":{"screen":"A"}}"#,
        "unbound-variable": #"{"match":"/a","to":{"redirect":"https://h.example/{id}"}}"#,
        "unsafe-variable": #"{"match":"/a/:x","to":{"redirect":"https://h.example/{+x}"}}"#,
        "destination-not-allowed": #"{"match":"/a","to":{"redirect":"https://else.example/"}}"#,
    ]

    /// A code of an import, the format and the table.
    private static let imports: [String: (format: String, table: String)] = [
        "import-dropped": ("cnrouter", #"{"own://a":1}"#),
        "import-changed": ("cnrouter", #"{"own://a":{"class":"A","redirectUrl":"own://b"},"own://b":{"class":"B"}}"#),
        "import-order": ("netlify", "/x/* https://h.example/1\n/x/y https://h.example/2\n"),
    ]

    private static let settings = """
        {"origins":["https://h.example"],"destinations":["https://h.example","own:"],"schemes":["own"],
        "authority":{"seg":"firstSegment"}}
        """

    private func check(_ desk: Desk, _ code: String, _ rules: String) -> Set<String> {
        var settings = Self.settings
        if code == "too-many-alternatives" {
            let origins = (0..<64).map { "\"https://h\($0).example\"" }.joined(separator: ",")
            settings = "{\"origins\":[\(origins)]}"
        }
        if let surface = Self.surfaces[code] { settings = #"{"surfaces":{"go.example":\#(surface)}}"# }
        let draft = #"{"settings":\#(settings),"rules":[\#(rules)]}"#
        let put = desk.send("PUT", "/v1/apps/shop/draft", draft)
        guard put.status == 200 else { return codes(put.json["errors"]) }
        return codes(desk.send("POST", "/v1/apps/shop/draft/check").json["findings"])
    }

    private func codes(_ list: JSONValue?) -> Set<String> {
        Set((list?.arrayValue ?? []).compactMap { $0["code"]?.stringValue })
    }

    @Test("every code of a finding is in a check, a refusal, an import or an export")
    func findings() throws {
        let desk = try Desk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        _ = desk.send("PUT", "/v1/apps/shop/screens/ios/1", #"{"screens":{"A":["id?"],"B":[],"S":[]}}"#)
        var provoked: Set<String> = []
        for (code, rules) in Self.checks {
            let expectations =
                code == "expectation-failed" ? #"[{"url":"https://h.example/a","expect":{"unmatched":true}}]"# : "[]"
            _ = desk.send("PUT", "/v1/apps/shop/expectations", expectations)
            var rules = rules
            if code == "too-many-alternatives" {
                let patterns = (0..<32).map { "\"/p\($0){a}?{b}?{c}?{d}?\"" }.joined(separator: ",")
                rules = #"{"id":"a","match":[\#(patterns)],"to":{"screen":"A"}}"#
            }
            let found = check(desk, code, rules)
            #expect(found.contains(code), "\(code): \(found)")
            provoked.insert(code)
        }
        _ = desk.send("PUT", "/v1/apps/shop/expectations", "[]")
        _ = desk.send("PUT", "/v1/apps/shop/screens/ios/2", #"{"screens":{"A":["id?"]},"hosts":{}}"#)
        for code in Self.surfaces.keys {
            let owned = code == "host-not-owned" ? nil : #"{"app":"shop"}"#
            _ = desk.send(owned == nil ? "DELETE" : "PUT", "/v1/hosts/go.example", owned)
            let found = check(desk, code, code == "claim-narrower" ? Self.foldingRule : Self.linkRule)
            #expect(found.contains(code), "\(code): \(found)")
            provoked.insert(code)
        }
        _ = check(desk, "", "")
        for (code, rule) in Self.refusals {
            let answer = desk.send("POST", "/v1/apps/shop/draft/rules", rule)
            #expect(answer.status == 422 && codes(answer.json["errors"]).contains(code), "\(code): \(answer.text)")
            provoked.insert(code)
        }
        for (code, table) in Self.imports {
            let path = "/v1/apps/shop/draft?format=\(table.format)&dryRun=1&destinations=add"
            let answer = desk.send("PUT", path, table.table)
            #expect(codes(answer.json["findings"]).contains(code), "\(code): \(answer.text)")
            provoked.insert(code)
        }
        // `CNRouterTableTests` provokes it: an export answers with the table alone.
        provoked.insert("export-dropped")
        #expect(provoked == Set(FindingCatalogue.findings.map(\.code)))
    }

    /// A code of an error in a member, and the body of `POST /v1/tokens`.
    private static let members: [String: String] = [
        "unknown-key": #"{"name":"t","role":"viewer","rol":1}"#, "missing-key": #"{"name":"t"}"#,
        "wrong-type": #"{"name":1,"role":"viewer"}"#, "invalid-value": #"{"name":"t","role":"edtor"}"#,
    ]

    @Test("every code of an error in a member is in an answer")
    func bodies() throws {
        let desk = try Desk()
        for (code, body) in Self.members {
            let answer = desk.send("POST", "/v1/tokens", body)
            #expect(codes(answer.json["errors"]) == [code], "\(answer.text)")
        }
        #expect(Set(Self.members.keys) == Set(FindingCatalogue.members.map(\.code)))
    }

    /// Texts that are no JSON, by the code.
    private static let texts: [String: [UInt8]] = [
        "empty": [], "too-deep": Array(String(repeating: "[", count: 1_000).utf8), "unexpected-end": Array("[".utf8),
        "unexpected-byte": Array("?".utf8), "trailing-content": Array("1 1".utf8), "trailing-comma": Array("[1,]".utf8),
        "missing-comma": Array("[1 1]".utf8), "missing-colon": Array(#"{"a" 1}"#.utf8),
        "missing-quotes": Array("{a:1}".utf8), "comment": Array("/* */1".utf8),
        "byte-order-mark": Array("\u{FEFF}1".utf8),
        "invalid-utf8": [0x22, 0xFF, 0x22], "control-character": [0x22, 0x01, 0x22],
        "invalid-escape": Array(#""\q""#.utf8), "lone-surrogate": Array(#""\ud800""#.utf8),
        "invalid-number": Array("01".utf8), "number-out-of-range": Array("1e999".utf8),
        "duplicate-name": Array(#"{"a":1,"a":1}"#.utf8),
        "too-large": Array("[1,1,1]".utf8),
    ]

    @Test("every code of a text that is no JSON has such a text")
    func json() {
        for (code, text) in Self.texts {
            var limits = JSONLimits.standard
            if code == "too-large" { limits.bytesMax = 5 }
            let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text, limits: limits) }
            #expect(error?.code.rawValue == code)
        }
        #expect(Set(Self.texts.keys) == Set(FindingCatalogue.json))
    }

    /// A code of a problem, and a request of an administrator that gets it.
    private static let requests:
        [(code: String, method: String, path: String, body: String?, fields: [String: String])] = [
            ("bad-request", "GET", "/v1/apps?colour=red", nil, [:]), ("not-found", "GET", "/v1/nothing", nil, [:]),
            ("method-not-allowed", "DELETE", "/v1/apps", nil, [:]),
            ("unsupported-media-type", "POST", "/v1/apps", "app: shop", ["Content-Type": "application/yaml"]),
            ("unsupported-coding", "POST", "/v1/apps", "{}", ["Content-Encoding": "br"]),
            ("precondition-required", "PUT", "/v1/apps/shop/draft", "{}", [:]),
            ("revision-mismatch", "PUT", "/v1/apps/shop/draft", "{}", ["If-Match": "\"r99\""]),
            ("invalid-content", "POST", "/v1/apps", "{}", [:]), ("wrong-type", "POST", "/v1/apps", "[]", [:]),
            ("invalid-value", "PUT", "/v1/apps/shop/channels/No", #"{"version":1}"#, ["If-Match": "*"]),
            ("exists", "POST", "/v1/apps", #"{"app":"shop"}"#, [:]),
            ("too-large", "POST", "/v1/apps", String(repeating: "x", count: 2 << 20), [:]),
            (
                "findings-block", "POST", "/v1/apps/shop/draft/rules?publish=1",
                #"{"id":"l","match":["/l"],"to":{"redirect":"https://shop.example/l"}}"#, [:]
            ),
        ]

    /// Codes that need more than one request or a peer of their own, with the file whose tests provoke them.
    private static let elsewhere = [
        "behind": "SeveralNodesTests", "access-stale": "SeveralNodesTests",
        "too-many-at-once": "ExpensiveRequestTests", "too-many-waiting": "WorkerShareTests",
        "too-many-streams": "StreamRightTests", "already-made": "RefusalTests", "cannot-compare": "AnalysisAnswerTests",
        "cannot-freeze": "AnalysisAnswerTests", "server-fault": "FaultTests", "malformed-request": "RequestParserTests",
        "expectation-failed": "RequestParserTests", "head-too-large": "RequestParserTests",
        "not-implemented": "RequestParserTests", "version-not-supported": "RequestParserTests",
        "timeout": "AnswerLogTests", "busy": "LaneTests", "target-too-long": "RequestParserTests",
        "shrinks": "ShrinkTests", "nothing-served": "PublishOnlyTests", "wrong-host": "ConsolePagesTests",
        "session-ended": "ConsoleSessionTests", "other-session": "SignInRuleTests",
        "too-many-sign-ins": "SignInRuleTests",
        "cross-site": "ConsoleOriginTests", "not-secure": "ConsoleOriginTests",
    ]

    private func code(_ problem: JSONValue) -> String {
        problem["type"]?.stringValue?.replacing("urn:waymark:problem:", with: "") ?? ""
    }

    @Test("every code of a problem is in an answer, or has a file with its tests")
    func problems() throws {
        let server = try LiveServer(["failedAttemptsPerMinute": "1"])
        try server.makeApp()
        var provoked: Set<String> = []
        for (code, method, path, body, fields) in Self.requests {
            let answer = try server.send(method, path, body, fields)
            #expect(self.code(answer.json) == code, "\(method) \(path): \(answer.text.prefix(300))")
            provoked.insert(code)
        }
        provoked.insert(code(try server.send("GET", "/v1/whoami", token: nil).json))
        let viewer = try server.makeToken("viewer").secret
        provoked.insert(code(try server.send("POST", "/v1/apps", #"{"app":"x"}"#, token: viewer).json))
        for _ in 0..<2 {
            provoked.insert(code(try server.send("GET", "/v1/whoami", token: "wmk_wrong_0123456789").json))
        }
        for error in StoreError.Code.allCases {
            let desk = try Desk()
            desk.store.fail { $0.writes = StoreError(error, "It fails.", hint: "") }
            provoked.insert(code(desk.send("POST", "/v1/apps", #"{"app":"x"}"#).json))
        }
        let tests = PackageRoot.url.appendingPathComponent("Tests").resolvingSymlinksInPath()
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let names = Set((files ?? []).map { $0.deletingPathExtension().lastPathComponent })
        for (code, file) in Self.elsewhere { #expect(names.contains(file), "\(code): there is no \(file)") }
        let missing = Set(ProblemCatalogue.all.map(\.code)).subtracting(provoked).subtracting(Self.elsewhere.keys)
        #expect(missing.isEmpty, "no test provokes \(missing.sorted())")
        let doubled = provoked.intersection(Self.elsewhere.keys)
        #expect(doubled.isEmpty, "\(doubled.sorted()) are provoked here")
    }
}
