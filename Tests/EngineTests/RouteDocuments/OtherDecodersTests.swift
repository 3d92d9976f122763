import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Contexts, expectations and manifests in JSON", .scheduled)
struct OtherDecodersTests {
    @Test("a context is written and read back unchanged, and unknown members are refused")
    func context() throws {
        let context = try Context(pairs: ["platform=ios", "signedIn=true", "attributes.abGroup=B", "appVersion=5"])
        #expect(DraftDecoder.context(context.json.canonicalBytes).value == context)
        let wrong = DraftDecoder.context(Array(#"{"platform":1,"abGroup":"B","attributes":{"x":2}}"#.utf8))
        #expect(wrong.value == nil)
        #expect(
            wrong.findings.map(brief) == [
                "wrong-type /platform 1:13", "unknown-key /abGroup 1:15", "wrong-type /attributes/x 1:47",
            ])
    }

    @Test("findings in a context inside a larger document have their place in the document")
    func nested() throws {
        let document = try JSONDocument(parsing: #"{"url":"x","context":{"platfrom":"ios"}}"#)
        let node = try #require(document.root["context"])
        let decoded = DraftDecoder.context(at: node, in: document)
        #expect(decoded.findings.map(brief) == ["unknown-key /context/platfrom 1:23"])
    }

    @Test(
        "expectations are written and read back unchanged",
        arguments: [
            RouteDocuments.Expectation.Outcome.screen("S", parameters: ["a": "b"]), .screen("S", parameters: [:]),
            .address("app://x"),
            .blocked(reason: nil), .blocked(reason: "no"), .unmatched, .failed(nil), .failed(.loop),
        ])
    func expectations(_ outcome: RouteDocuments.Expectation.Outcome) throws {
        let expectation = RouteDocuments.Expectation(
            url: "https://a/b", context: Context(platform: "ios"), at: Instant(milliseconds: 0), expect: outcome)
        let decoded = DraftDecoder.expectations(JSONValue.array([expectation.json]).canonicalBytes)
        #expect(decoded.value == [expectation], "\(decoded.findings)")
        let enveloped = DraftDecoder.expectations(JSONValue.object(["expectations": [expectation.json]]).canonicalBytes)
        #expect(enveloped.value == [expectation])
    }

    @Test(
        "an error in an expectation is reported with its place",
        arguments: [
            (#"[{"expect":{"unmatched":true}}]"#, "missing-key /0"), (#"[{"url":"x"}]"#, "missing-key /0"),
            (#"[{"url":"x","expect":{}}]"#, "missing-key /0/expect"),
            (#"[{"url":"x","expect":{"screen":"S","address":"x"}}]"#, "too-many /0/expect"),
            (#"[{"url":"x","expect":{"address":"S","parameters":{}}}]"#, "too-many /0/expect"),
            (#"[{"url":"x","expect":{"unmatched":false}}]"#, "wrong-type /0/expect/unmatched"),
            (#"[{"url":"x","expect":{"failed":"lop"}}]"#, "unknown-value /0/expect/failed"),
            (#"{"expectation":[]}"#, "unknown-key /expectation"), ("7", "wrong-type "),
        ])
    func wrong(_ text: String, _ expected: String) {
        let decoded = DraftDecoder.expectations(Array(text.utf8))
        #expect(decoded.value == nil)
        #expect(decoded.findings.first.map(brief)?.hasPrefix(expected) == true, "\(decoded.findings)")
    }

    @Test("a screen manifest is written and read back unchanged")
    func manifest() {
        let manifest = ScreenManifest(platform: "ios", version: "5.2", screens: ["Search": ["text"], "Home": []])
        let decoded = DraftDecoder.screens(manifest.json.canonicalBytes, platform: "ios", version: "5.2")
        #expect(decoded.value == manifest)
        #expect(DraftDecoder.screens(Array("{}".utf8), platform: "ios", version: "1").value == nil)
        let declaring = ScreenManifest(
            platform: "android", version: "5.2", screens: ["Home": []],
            hosts: ["go.shop.example": ["/i/*"], "*.shop.example": []])
        #expect(
            DraftDecoder.screens(declaring.json.canonicalBytes, platform: "android", version: "5.2").value == declaring)
        let hosts = DraftDecoder.screens(
            Array(#"{"screens":{},"hosts":{"Go.example":[],"*.a.example":["x"],"a.example":{}}}"#.utf8),
            platform: "ios", version: "1")
        #expect(hosts.findings.map(\.pointer) == ["/hosts/Go.example", "/hosts/*.a.example/0", "/hosts/a.example"])
        #expect(hosts.findings.map(\.reason) == ["invalid-host", "invalid-path", "wrong-type"])
        let wrong = DraftDecoder.screens(
            Array(#"{"screens":{"A":["x",1],"B":"x"}}"#.utf8), platform: "ios", version: "1")
        #expect(wrong.findings.map(\.pointer) == ["/screens/A/1", "/screens/B"])
        let spelled = DraftDecoder.screens(
            Array(#"{"screens":{"Caf\u00e9":[],"Cafe\u0301":[]}}"#.utf8), platform: "ios", version: "1")
        #expect(spelled.findings.map(\.reason) == ["duplicate-name"])
    }

    @Test("an expectation reports the first difference")
    func expectations() {
        let search = Resolution(
            outcome: .screen(Screen(name: "Search")), original: "x",
            parameters: Parameters(path: [.init("id", "1")], constants: [.init("mode", "x")]))
        func difference(_ expect: RouteDocuments.Expectation.Outcome, _ resolution: Resolution) -> String? {
            RouteDocuments.Expectation(url: "x", expect: expect).difference(from: resolution)
        }
        #expect(difference(.screen("Search", parameters: ["ID": "1", "mode": "x"]), search) == nil)
        #expect(difference(.screen("Search", parameters: ["mode": "y"]), search)?.contains("mode") == true)
        #expect(
            difference(.screen("Other", parameters: [:]), search) == "leads to screen Search, expected screen Other")
        #expect(difference(.unmatched, search) != nil)
        #expect(difference(.blocked(reason: nil), Resolution(outcome: .blocked("no"), original: "x")) == nil)
        #expect(
            difference(.failed(.loop), Resolution(outcome: .failed(Failure(.expansion, detail: "")), original: "x"))
                != nil)
    }
}
