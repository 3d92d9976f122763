import LinkResponder
import RouteModel
import TestSupport
import Testing
import WebAddress

@Suite("Values of a host", .scheduled)
struct HostValueTests {
    @Test("what is no use is left out and told")
    func refuses() {
        var values = LinkHost.Values()
        values.title = "\u{0}"
        values.colour = "red;}body{display:none"
        values.icon = "http://cdn.example/i.png"
        values.image = "javascript:alert(1)"
        values.android = ["example.app", "evil;S.browser_fallback_url=x"]
        values.stores = ["ios": "https://user@apps.apple.com/", "windows": "https://x.example"]
        values.web = "ftp://x.example"
        values.secondHost = "go.example"
        values.fallback = ["app", "mail", "app"]
        let host = LinkHost("go.example", values)
        #expect(host.title == "go.example" && host.colour == nil && host.icon == nil && host.image == nil)
        #expect(host.android == ["example.app"] && host.stores.isEmpty && host.web == nil && host.secondHost == nil)
        #expect(host.fallback == [.app])
        #expect(host.problems.count == 9, "\(host.problems)")
    }

    @Test(
        "a second host is a host in lower case without a port",
        arguments: ["Open.example", "open.example:80", "open.example/x", "a@open.example", "", "open example"])
    func secondHosts(text: String) {
        var values = LinkHost.Values()
        values.secondHost = text
        #expect(LinkHost("go.example", values).secondHost == nil)
        values.secondHost = "open.example"
        #expect(LinkHost("go.example", values).secondHost == "open.example")
    }

    @Test("what is right is kept")
    func keeps() {
        let host = LinkHost("go.shop.example", LinkFixture.values)
        #expect(host.problems.isEmpty && host.fallback == [.app, .web, .store])
        #expect(host.stores.count == 3 && host.icon?.href == "https://cdn.shop.example/icon.png")
    }

    @Test(
        "the locale is the best tag of Accept-Language (RFC 9110 section 12.5.4)",
        arguments: [
            ("de", "de"), ("en;q=0.5, fr", "fr"), ("en;q=0.8,fr;q=0.8", "en"), ("*", nil), ("en;q=0, de;q=0.1", "de"),
            ("x_y, de", "de"), ("de;q=1.5", nil), ("de;q=-1", nil), ("de;q=0.001,en;q=0.0011", "de"), ("", nil),
            ("zh-Hant-TW", "zh-Hant-TW"), ("a\r\nb", nil), ("toolonglanguage", nil), ("de;q=.5", nil),
            (String(repeating: "x", count: 300) + ",de", nil), (" de ; q=0.3 , en;q=0.2", "de"),
        ])
    func locales(field: String, locale: String?) {
        #expect(LinkClient(userAgent: nil, language: field).context.locale == locale)
    }
}
