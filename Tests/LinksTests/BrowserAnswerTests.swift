import LinkAnswers
import RouteAnalysis
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Test addresses of browsers", .scheduled)
struct BrowserAnswerTests {
    private static let now = Instant(milliseconds: 1_795_000_000_000)
    private static let draft = """
        {"settings":{"origins":["https://go.example"],"destinations":["https://www.example","https://go.example"],
        "surfaces":{"go.example":{"apple":[{"appID":"ABCDE12345.example.shop"}],"web":"https://www.example/",
        "stores":{"ios":"https://apps.example/1"},"secondHost":"open.example"},"bare.example":{}}},"rules":[
        {"id":"item","match":["/i/:id"],"to":{"screen":"Item"}},
        {"id":"shop","match":["/shop"],"fallback":["store","web"],"to":{"screen":"Shop"}},
        {"id":"moved","match":["/moved"],"permanent":true,"to":{"redirect":"https://www.example/new"}},
        {"id":"sale","match":["/sale"],"to":{"redirect":"https://www.example/sale"}},
        {"id":"german","match":["/words"],"when":{"locale":["de"]},"to":{"redirect":"https://www.example/de"}},
        {"id":"stop","match":["/stop"],"to":{"block":"over"}}]}
        """

    private func failures(_ expectations: String) throws -> [Finding] {
        let draft = try #require(DraftDecoder.draft(Array(Self.draft.utf8)).value)
        let decoded = DraftDecoder.expectations(Array("[\(expectations)]".utf8))
        let list = try #require(decoded.value, "\(decoded.findings)")
        #expect(decoded.findings.isEmpty, "\(decoded.findings)")
        let check = ReleaseCheck(draft: draft, expectations: list, browser: .responder, at: Self.now)
        return check.findings().filter { $0.code == .expectationFailed }
    }

    private func web(_ path: String, _ attributes: String, _ expect: String, host: String = "go.example") -> String {
        #"{"url":"https://\#(host)\#(path)","surface":"web","context":{"attributes":{\#(attributes)}},"#
            + #""expect":{\#(expect)}}"#
    }

    private static let phone = #""os":"ios""#

    @Test("the kinds that a test address may expect are those of answers")
    func kinds() { #expect(Expectation.answers == LinkAnswer.Kind.allCases.map(\.rawValue)) }

    @Test(
        "redirects, pages, the store, blocks and missing pages are what the responder answers",
        arguments: [
            ("/i/1", phone, #""answer":"open""#), ("/i/1", #""os":"ios","inApp":"qq""#, #""answer":"in-app""#),
            ("/i/1", #""os":"macos""#, #""address":"https://www.example/i/1""#),
            ("/i/1", #""os":"windows""#, #""answer":"web""#), ("/shop", phone, #""answer":"store""#),
            ("/shop", phone, #""address":"https://apps.example/1","status":302"#),
            ("/shop", "", #""address":"https://www.example/shop""#),
            ("/moved", phone, #""address":"https://www.example/new","status":301"#),
            ("/sale", phone, #""address":"https://www.example/sale","status":302"#), ("/stop", "", #""blocked":true"#),
            ("/unknown", "", #""address":"https://www.example/unknown""#),
        ])
    func holds(path: String, attributes: String, expect: String) throws {
        #expect(try failures(web(path, attributes, expect)).isEmpty)
    }

    @Test("a language is a part of the context, and the host without a site has nothing")
    func others() throws {
        let german =
            #"{"url":"https://go.example/words","surface":"web","context":{"platform":"web","locale":"de-AT"},"#
            + #""expect":{"address":"https://www.example/de"}}"#
        #expect(try failures(german).isEmpty)
        #expect(try failures(web("/x", "", #""unmatched":true"#, host: "bare.example")).isEmpty)
        #expect(try failures(web("/i/1", Self.phone, #""answer":"web""#, host: "open.example")).isEmpty)
    }

    @Test("what comes out instead is said, with the place, the rule and the address")
    func fails() throws {
        let found = try failures(web("/moved", "", #""address":"https://www.example/new","status":302"#))
        let finding = try #require(found.first)
        #expect(finding.pointer == "/expectations/0" && finding.reason == "web" && finding.rules == ["moved"])
        #expect(
            finding.detail.contains("is answered with 301 (redirect) to https://www.example/new, expected 302 to"),
            "\(finding.detail)")
        #expect(finding.witness?.address == "https://go.example/moved")
        let page = try failures(web("/i/1", Self.phone, #""blocked":true"#))
        #expect(page.first?.detail.contains("is answered with 200 (open), expected blocked") == true, "\(page)")
    }

    @Test(
        "a host that is not of the surfaces, and a context that no browser has, are said",
        arguments: [
            ("other.example", #""os":"ios""#, "another server answers it"),
            ("go.example", #""os":"iOS""#, "no request of a browser has this context"),
            ("go.example", #""inApp":"mail""#, "no request of a browser has this context"),
        ])
    func unknown(host: String, attributes: String, text: String) throws {
        let found = try failures(web("/i/1", attributes, #""answer":"open""#, host: host))
        #expect(found.count == 1 && found[0].detail.contains(text), "\(found)")
    }
}
