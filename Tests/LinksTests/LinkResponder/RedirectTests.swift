import HTTPWire
import LinkAnswers
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Redirects of links on the web", .scheduled)
struct RedirectTests {
    @Test("a resolution to a web address is a 302 that nothing keeps")
    func found() throws {
        let answer = try LinkFixture().answer("/moved/12?from=letter")
        #expect(answer.status == 302 && answer.kind == .redirect)
        #expect(answer.rule == "moved" && answer.release == 7)
        #expect(
            answer.fields == [
                HeaderField("Location", "https://www.shop.example/m/12?from=letter"),
                HeaderField("Content-Type", "text/plain; charset=utf-8"),
                HeaderField("Cache-Control", "private, no-store"), HeaderField("Referrer-Policy", "no-referrer"),
            ])
        #expect(answer.page == "https://www.shop.example/m/12?from=letter\n", "the address as text")
        #expect(try LinkFixture().answer("/plain").location == "http://plain.example/x")
    }

    @Test("a rule that says so gives a 301 that the browser keeps for five minutes")
    func permanent() throws {
        let fixture = try LinkFixture(webRules: ["moved": LinkPage(isPermanent: true)])
        let answer = fixture.answer("/moved/12")
        #expect(answer.status == 301)
        #expect(answer.fields.contains(HeaderField("Cache-Control", "private, max-age=300")))
        #expect(answer.fields.contains(HeaderField("Vary", "User-Agent, Sec-CH-UA-Platform, Accept-Language")))
        #expect(fixture.answer("/sale").status == 302)
        #expect(fixture.answer("/item/1").status == 200)
    }

    @Test(
        "rules see the platform web, the locale, and the attributes os and inApp",
        arguments: [
            ("de-AT,en;q=0.8", Phones.chrome, "https://www.shop.example/de"),
            ("en", Phones.userAgent(.android, .wechat), "https://www.shop.example/wechat"),
            ("en", Phones.chrome, "https://www.shop.example/android"),
        ])
    func context(language: String, userAgent: String, location: String) throws {
        #expect(try LinkFixture().answer("/words", userAgent, language: language).location == location)
    }

    @Test("nothing else of a request is in the context")
    func nothingElse() {
        let context = LinkClient(userAgent: Phones.userAgent(.ios, .wechat), language: "zh-CN,zh;q=0.9").context
        #expect(context.platform == "web" && context.locale == "zh-CN")
        #expect(context.attributes == ["os": "ios", "inApp": "wechat"])
        #expect(context.osVersion == nil && context.deviceID == nil && context.region == nil && context.source == nil)
        #expect(LinkClient(userAgent: nil).context.attributes.isEmpty)
    }

    @Test("screens, own schemes and rules of phones alone go down the ladder; a rule's ladder comes first")
    func ladder() throws {
        let fixture = try LinkFixture(webRules: ["scheme": LinkPage(fallback: [.store, .app])])
        #expect(fixture.answer("/item/1").kind == .open)
        #expect(fixture.answer("/phone").kind == .open)
        let store = fixture.answer("/scheme/1")
        #expect(store.kind == .store && store.location == "https://apps.apple.com/app/shop/id1234567890")
        #expect(store.rule == "scheme")
    }

    @Test("a link that no rule knows is the web site's, or 404; a blocked one is 410 without the reason")
    func others() throws {
        #expect(try LinkFixture().answer("/unknown?a=b").location == "https://www.shop.example/unknown?a=b")
        var values = LinkFixture.values
        values.web = nil
        let fixture = try LinkFixture(values)
        #expect(fixture.answer("/unknown").status == 404)
        let gone = fixture.answer("/gone")
        #expect(gone.status == 410 && gone.kind == .gone && !gone.page.contains("secret"))
        #expect(fixture.answer("/x", host: "elsewhere.example").status == 404)
        #expect(fixture.answer("/x", host: "elsewhere.example").release == nil)
    }

    @Test("a web site with a path is one page for all links, and one at a served host is no web site")
    func webSites() throws {
        var values = LinkFixture.values
        values.fallback = [.web]
        values.web = "https://www.shop.example/start?from=link"
        #expect(
            try LinkFixture(values).answer("/item/1?a").location?.hasPrefix(
                "https://www.shop.example/start?from=link&link=https%3A%2F%2Fgo.") == true)
        values.web = "https://open.shop.example"
        #expect(try LinkFixture(values).answer("/item/1").status == 404)
        values.web = "https://go.shop.example"
        #expect(try LinkFixture(values).answer("/item/1").status == 404)
    }

    @Test("a host is found in any letter case, with a port and a final dot")
    func hosts() throws {
        for host in ["GO.shop.example", "go.shop.example:8443", "go.shop.example.", "Go.Shop.Example.:80"] {
            #expect(try LinkFixture().answer("/sale", host: host).location == "https://www.shop.example/sale")
        }
    }

    @Test("rules of two apps that lead to each other's hosts make no loop in a browser")
    func loops() throws {
        let fixture = try LinkFixture(others: [LinkFixture.other()])
        #expect(fixture.answer("/forth").kind == .open)
        #expect(fixture.answer("/forth", Phones.pc).location == "https://www.shop.example/forth")
        #expect(fixture.answer("/back", host: "other.example").status == 404)
        // Without the other host the rule is an ordinary redirect.
        #expect(try LinkFixture().answer("/forth").location == "https://other.example/back")
    }
}
