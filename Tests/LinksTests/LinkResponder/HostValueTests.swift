import LinkAnswers
import RouteDocuments
import RouteModel
import TestSupport
import Testing
import WebAddress

@Suite("Values of a host", .scheduled)
struct HostValueTests {
    /// A host as the store has it: what a release keeps is read again, and checked once, by the decoder of settings.
    private func host(_ surface: String, _ settings: String = "") throws -> LinkHost {
        let text =
            #"{"format":1,"files":{},"rules":{},"settings":{"surfaces":{"go.example":{\#(surface)}}\#(settings)}}"#
        let stored = try #require(ReleaseSurfaces(document: Array(text.utf8)))
        let surface = try #require(stored.links.surfaces["go.example"])
        return LinkHost("go.example", surface, stored.links.page)
    }

    @Test("what is no use for a page is left out")
    func refuses() throws {
        let host = try host(
            """
            "colour":"red;}body{display:none","icon":"http://cdn.example/i.png","web":"ftp://x.example",
            "android":[{"package":"example.app","sha256":[]},{"package":"evil;S.browser_fallback_url=x","sha256":[]}],
            "stores":{"ios":"https://user@apps.apple.com/","windows":"https://x.example"},"secondHost":"go.example"
            """, #","title":"\u0000","image":"javascript:alert(1)","fallback":["app","mail","app"]"#)
        #expect(host.title == "go.example" && host.surface.colour == nil && host.icon == nil && host.image == nil)
        #expect(host.android == ["example.app"] && host.stores.isEmpty && host.web == nil)
        #expect(host.surface.secondHost == nil && Set(host.fallback) == [.app])
    }

    @Test(
        "a second host is a host in lower case without a port",
        arguments: ["Open.example", "open.example:80", "open.example/x", "a@open.example", "", "open example"])
    func secondHosts(text: String) throws {
        #expect(try host(#""secondHost":"\#(text)""#).surface.secondHost == nil)
        #expect(try host(#""secondHost":"open.example""#).surface.secondHost == "open.example")
    }

    @Test("what is right is kept")
    func keeps() {
        let host = LinkFixture.values.host("go.shop.example")
        #expect(host.fallback == [.app, .web, .store])
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
