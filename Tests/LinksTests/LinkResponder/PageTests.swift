import Digests
import Foundation
import HTTPWire
import LinkAnswers
import RouteDocuments
import TestSupport
import Testing

@Suite("Pages of links", .scheduled)
struct PageTests {
    private func policy(_ answer: LinkAnswer) -> String {
        answer.fields.first { $0.name == "Content-Security-Policy" }?.value ?? ""
    }

    private func between(_ text: String, _ start: String, _ end: String) throws -> String {
        let from = try #require(text.range(of: start)).upperBound
        return String(text[from..<(try #require(text.range(of: end, range: from..<text.endIndex)).lowerBound)])
    }

    @Test("the policy allows this style sheet, this script and the icon's origin, and nothing else")
    func policies() throws {
        let answer = try LinkFixture().answer("/item/1")
        let hash = { (text: String) in "'sha256-\(base64(SHA256.hash(Array(text.utf8))))'" }
        let style = hash(try between(answer.page, "<style>", "</style>"))
        let script = hash(try between(answer.page, "<script>", "</script>"))
        #expect(
            policy(answer)
                == "default-src 'none'; style-src \(style); script-src \(script); img-src https://cdn.shop.example; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                + "require-trusted-types-for 'script'; trusted-types 'none'")
        #expect(!answer.page.contains("style=") && !answer.page.contains(" onclick"))
        #expect(
            answer.fields.filter { $0.name != "Content-Security-Policy" } == [
                HeaderField("Content-Type", "text/html; charset=utf-8"), HeaderField("Content-Language", "en"),
                HeaderField("Cache-Control", "private, no-store"), HeaderField("Referrer-Policy", "no-referrer"),
                HeaderField("X-Robots-Tag", "noindex"),
            ])
    }

    @Test("a tap on iOS goes to the second host, on Android to an intent with the next step as its fallback")
    func opens() throws {
        let fixture = try LinkFixture()
        #expect(fixture.answer("/item/1?a=b&c").page.contains("href=\"https://open.shop.example/item/1?a=b&amp;c\""))
        let android = fixture.answer("/item/1?a=b", Phones.chrome).page
        #expect(
            android.contains(
                "href=\"intent://go.shop.example/item/1?a=b#Intent;scheme=https;package=example.shop.android;"
                    + "S.browser_fallback_url=https%3A%2F%2Fwww.shop.example%2Fitem%2F1%3Fa%3Db;end\""))
        let firefox = fixture.answer("/item/1", Phones.firefox).page
        #expect(firefox.contains("package=example.shop.android;end\""))
        var values = LinkFixture.values
        values.secondHost = nil
        #expect(!(try LinkFixture(values).answer("/item/1").page.contains("Open in Shop")))
    }

    @Test("without a second host the app's step is a page with Safari's banner, or the next step follows")
    func withoutSecondHost() throws {
        var values = LinkFixture.values
        values.secondHost = nil
        let banner = try LinkFixture(values).answer("/item/1")
        #expect(banner.kind == .open && banner.page.contains("app-id=1234567890"))
        values.stores[.ios] = nil
        #expect(try LinkFixture(values).answer("/item/1").kind == .web)
        #expect(try LinkFixture(values).answer("/item/1", Phones.chrome).kind == .open)
        values.fallback = [.app]
        #expect(try LinkFixture(values).answer("/item/1").kind == .open, "no step is left: the link to copy")
    }

    @Test("a link that is too long to be resolved goes down the ladder, as other failures do")
    func tooLong() throws {
        let path = String(repeating: "/x", count: 71)
        #expect(try LinkFixture().answer(path).kind == .open)
        var values = LinkFixture.values
        values.fallback = [.web]
        #expect(try LinkFixture(values).answer(path).location == "https://www.shop.example" + path)
        values.fallback = []
        #expect(try LinkFixture(values).answer(path).status == 404)
    }

    @Test("Android's store hands the link over after the installation; iOS has a link to copy and the system's banner")
    func deferred() throws {
        var values = LinkFixture.values
        values.fallback = [.store]
        let fixture = try LinkFixture(values)
        #expect(
            fixture.answer("/item/1?a=b", Phones.chrome).location
                == "https://play.google.com/store/apps/details?id=example.shop.android"
                + "&referrer=link%3Dhttps%253A%252F%252Fgo.shop.example%252Fitem%252F1%253Fa%253Db")
        let long = "/item/" + String(repeating: "x", count: LinkPageLimits.handedBytes)
        #expect(fixture.answer(long, Phones.chrome).location?.contains("referrer") == false)
        let page = try LinkFixture().answer("/item/1,2").page
        #expect(page.contains(">https://go.shop.example/item/1,2</dd>"))
        #expect(page.contains("app-id=1234567890, app-argument=https://go.shop.example/item/1%2C2\""))
        #expect(page.contains("paste the link there"))
    }

    @Test("previews of chats have the rule's title and picture, without a redirect")
    func previews() throws {
        let fixture = try LinkFixture(webRules: [
            "sale": LinkPage(title: "Summer & sale", image: "https://i.example/s.png"),
            "moved": LinkPage(description: "All \"new\""),
        ])
        for agent in [
            "WhatsApp/2.23.20.0", "facebookexternalhit/1.1", "Slackbot-LinkExpanding 1.0", "TelegramBot (like X)",
        ] {
            let answer = fixture.answer("/sale", agent)
            #expect(answer.status == 200 && answer.kind == .preview, "\(agent)")
            #expect(answer.page.contains("<meta property=\"og:title\" content=\"Summer &amp; sale\">"))
            #expect(answer.page.contains("<meta property=\"og:image\" content=\"https://i.example/s.png\">"))
            #expect(answer.page.contains("<meta property=\"og:url\" content=\"https://go.shop.example/sale\">"))
            #expect(answer.page.contains("<meta property=\"og:image:alt\" content=\"Summer &amp; sale\">"))
            #expect(!answer.page.contains("og:description"))
            let moved = fixture.answer("/moved/1", agent, language: "zh").page
            #expect(moved.contains("<meta property=\"og:description\" content=\"All &quot;new&quot;\">"))
            #expect(moved.contains("<meta property=\"og:locale\" content=\"zh_CN\">"))
            // Without a word of the rule, the page at the address has its own.
            #expect(fixture.answer("/plain", agent).status == 302)
        }
        #expect(fixture.answer("/sale", Phones.safari).status == 302)
        var values = LinkFixture.values
        values.description = "Of the settings"
        let page = try LinkFixture(values).answer("/item/1").page
        for tag in ["title\" content=\"Shop", "description\" content=\"Of the settings", "locale\" content=\"en_US"] {
            #expect(page.contains("<meta property=\"og:\(tag)\">"), "\(tag)")
        }
    }

    @Test("pages are in English or Chinese, by the best language that they have")
    func languages() throws {
        let fixture = try LinkFixture()
        #expect(fixture.answer("/item/1", language: "fr, zh-TW;q=0.7, en;q=0.5").page.contains("在“Shop”中打开"))
        #expect(fixture.answer("/item/1", language: "fr").page.contains("<html lang=\"en\">"))
        #expect(fixture.answer("/gone", language: "zh").page.contains("<html lang=\"zh-Hans\">"))
    }

    @Test("pages are small")
    func sizes() throws {
        let fixture = try LinkFixture()
        for agent in [Phones.safari, Phones.chrome, Phones.userAgent(.android, .wechat)] {
            #expect(fixture.answer("/item/1", agent).page.utf8.count < 6_000)
        }
        var values = LinkFixture.values
        values.web = nil
        #expect(try LinkFixture(values).answer("/item/1", Phones.pc).page.utf8.count < 20_000)
    }

    @Test("a code has the link; one that is too long has none, and the link to copy")
    func codes() throws {
        var values = LinkFixture.values
        values.web = nil
        let fixture = try LinkFixture(values)
        #expect(fixture.answer("/item/1", Phones.pc).page.contains("aria-label=\"QR code of this link\""))
        let long = fixture.answer("/item/" + String(repeating: "x", count: LinkPageLimits.codeBytes), Phones.pc)
        #expect(long.kind == .scan && !long.page.contains("<svg") && long.page.contains("id=\"link\""))
        let request = LinkRequest(path: "/item/1", client: LinkClient(userAgent: Phones.pc))
        #expect(fixture.responder.answer(request, host: LinkFixture.name, at: LinkFixture.now, canDraw: false) == nil)
        let phone = LinkRequest(path: "/item/1", client: LinkClient(userAgent: Phones.safari))
        #expect(
            fixture.responder.answer(phone, host: LinkFixture.name, at: LinkFixture.now, canDraw: false)?.kind == .open)
    }

    @Test(
        "the first button's text is black or white, with a contrast of at least 4.5",
        arguments: [
            ("#000000", "#fff"), ("#ffffff", "#000"), ("#ffcc00", "#000"), ("#1f5fd0", "#fff"), ("#757575", "#fff"),
            ("#777777", "#000"), ("#FF0000", "#000"), ("#0000ff", "#fff"), ("#07c160", "#000"),
        ])
    func colours(colour: String, text: String) throws {
        var values = LinkFixture.values
        values.colour = colour
        let page = try LinkFixture(values).answer("/item/1").page
        #expect(page.contains("a.first{background:\(colour);color:\(text)}"))
    }
}
