import HTTPWire
import RouteDocuments
import TestSupport
import Testing
import WebAddress

@testable import LinkAnswers

@Suite("Open redirects and header injection", .scheduled)
struct HostileTests {
    private static let evil = "evil.example"

    /// Known attacks on redirectors, as path and query.
    ///
    /// Sources: OWASP's cheat sheet for unvalidated redirects, and the
    /// payloads of Web Security Academy.
    private static let attacks = [
        "//evil.example", "///evil.example/", "/\\evil.example", "/\\/evil.example", "\\\\evil.example",
        "/%2f/evil.example",
        "/%2f%2fevil.example", "/%5cevil.example", "//evil.example/%2e%2e", "/.evil.example", "@evil.example",
        "/@evil.example", ":80@evil.example/", ".evil.example/", "/../..//evil.example", "/..//evil.example/..",
        "/%09/evil.example", "/\t/evil.example", "/%0d%0aLocation:%20https://evil.example", "/%E5%98%8A%E5%98%8DX: 1",
        "/?url=https://evil.example", "/tail//evil.example", "/tail/%2f%2fevil.example", "/tail/..%2f..%2fevil.example",
        "/tail/%0d%0aSet-Cookie:a=b", "/moved/%0d%0aSet-Cookie:%20a=b", "/moved/a%00b", "/moved/%2e%2e%2f%2e%2e",
        "/moved/evil.example%23@", "/to/evil.example%2f", "/to/evil.example%23", "/to/evil.example%3f",
        "/to/evil.example%5c", "/to/a@evil.example", "/to/evil.example:80", "/to/%65vil.example%2F.x", "/to/..",
        "/to/evil.example%E3%80%82", "/scheme/javascript:alert(1)", "/scheme/1%23Intent;S.x=y;end",
        "/item/1#Intent;component=x;end", "/item/1?#Intent;package=evil;end", "/item/\"><script>alert(1)</script>",
        "/item/'onmouseover='alert(1)", "/item/%22%3E%3Cscript%3E", "/item/1?a=\"><img src=x onerror=alert(1)>",
        "/item/1?a=%0d%0aX:1", "/item/1?a,app-id=1", "https://evil.example/", "javascript:alert(1)", "", "*", "?",
        "/\u{0}",
        "/item/1;S.browser_fallback_url=https%3A%2F%2Fevil.example;end", "/item/1;end;#Intent;component=x/y;end",
        "/item/1?x=;package=evil.example;end", "/item/1%23Intent;package=evil;end", "/item/1?%23Intent%3Bpackage=evil",
        "/item/%3Bend", "/moved/;S.browser_fallback_url=x;end", "/moved/\r\nLocation:https://evil.example",
        "/moved/a\u{0}b", "/moved/%ef%bc%8f%ef%bc%8fevil.example", "/to/\u{FF0F}\u{FF0F}evil.example",
        "/moved/ev\u{456}l.example", "/moved/\u{FF45}vil\u{3002}example", "/moved/user:pass@evil.example",
        "/moved/" + String(repeating: "a", count: 9_000), "/item/1?" + String(repeating: "%0d%0a", count: 2_000),
        "/\u{85}x", "/\u{2028}", "/item/\u{202E}", "/unknown//evil.example", "/unknown\\evil.example",
    ]

    private static let clients = [
        Phones.safari, Phones.chrome, Phones.firefox, Phones.pc, Phones.userAgent(.ios, .instagram),
        Phones.userAgent(.android, .wechat), "WhatsApp/2.23.20", "", "\" onload=\"x\r\nX: y",
    ]

    @Test("a place is web, and has a host, as its address says")
    func places() throws {
        var random = SeededGenerator.fromEnvironment(default: 0x36)
        let parts = [
            "https://", "http://", "httpx://", "shop://", "mailto:", "a", "www.shop.example", ":8443", ":", "@", "/",
            "//", "?q=@:/",
            "#f", "[::1]", "1.2.3.4", "", "/a:b@c",
        ]
        for _ in 0..<5_000 {
            let text = (0..<5).compactMap { _ in parts.randomElement(using: &random) }.joined()
            // What the responder is given is serialised.
            guard let address = try? Address(text) else { continue }
            let isWeb = ["http", "https"].contains(address.scheme) && !address.hasCredentials
            let place = RedirectPlace(address.href)
            #expect(place.isWeb == isWeb, "seed \(random.seed): \(address)")
            let count = isWeb && address.port == nil ? address.host?.utf8.count : nil
            #expect(place.hostCount == count, "seed \(random.seed): \(address)")
            #expect(place.body == Array("\(address.href)\n".utf8))
        }
    }

    /// Checks that an answer leads nowhere but to the places of settings and rules, and that it is well-formed.
    private func check(_ answer: LinkAnswer, _ target: String) throws {
        for field in answer.fields {
            #expect(field.value.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }, "\(target) \(field)")
        }
        if let location = answer.location { try checkPlace(location, target) }
        let page = answer.page
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x"), "\(target)")
        for link in page.split(separator: "<a").dropFirst() {
            let text = try #require(link.split(separator: "\"").first { $0.contains("://") })
            try checkPlace(String(text).replacing("&amp;", with: "&").replacing("&#39;", with: "'"), target)
        }
        // One script and one style sheet of our own, and no handler.
        #expect(page.split(separator: "<script").count <= 2 && page.split(separator: "<style").count <= 2)
    }

    private func checkPlace(_ text: String, _ target: String) throws {
        if text.hasPrefix("intent://") {
            let parts = text.split(separator: "#", omittingEmptySubsequences: false)
            #expect(parts.count == 2 && text.hasPrefix("intent://go.shop.example/"), "\(target) \(text)")
            #expect(parts[1].hasPrefix("Intent;scheme=https;package=example.shop.android;"), "\(target) \(text)")
            let rest = parts[1].split(separator: ";")
            #expect(rest.count <= 5 && rest.last == "end", "\(target) \(text)")
            return
        }
        let address = try Address(text)
        let host = try #require(address.host)
        #expect(["https", "http"].contains(address.scheme) && !address.hasCredentials, "\(target) \(text)")
        let isOwn = [
            "www.shop.example", "open.shop.example", "plain.example", "apps.apple.com", "play.google.com",
            "appgallery.huawei.com",
        ].contains(host)
        #expect(isOwn || host.hasSuffix(".partner.example"), "\(target) leads to \(text)")
        // A browser reads the text as this parser does.
        #expect(address.href == text, "\(target) \(text)")
    }

    @Test("known attacks lead nowhere else")
    func known() throws {
        let fixture = try LinkFixture(webRules: [
            "moved": LinkPage(title: "<b>\"'&", description: "<b>\"'&", image: "https://x.example/'\">")
        ])
        for target in Self.attacks {
            for client in Self.clients {
                for host in [LinkFixture.name, LinkFixture.second] {
                    try check(fixture.answer(target, host: host, client), target)
                    try check(fixture.answer(target, host: host, client, language: "zh\r\nX: y,*;q=9"), target)
                }
            }
        }
    }

    @Test(
        "a field Host that is not of a served host gets 404, and is not repeated",
        arguments: [
            "evil.example", "go.shop.example@evil.example", "go.shop.example:80@evil.example", "user@go.shop.example",
            "go.shop.example\r\nX: y", "go.shop.example/", "go.shop.example#", "go.shop.example?", "go.shop.example\\",
            "g\u{43E}.shop.example", "go.shop.example\u{3002}", "go\u{FF0E}shop.example", "go.shop.example..",
            "go.shop.example:80:80", "go.shop.example:-1", "go.shop.example\u{0}", " go.shop.example",
            "%67o.shop.example",
            "xn--g-jxc.shop.example", "[::1]", "", ":", ".", "<script>alert(1)</script>",
            String(repeating: "a.", count: 40_000) + "evil.example",
        ])
    func hosts(host: String) throws {
        let answer = try LinkFixture().answer("/moved/1", host: host)
        #expect(answer.kind == .missing && answer.status == 404 && answer.host == nil && answer.location == nil)
        #expect(!answer.page.contains("evil") && !answer.page.contains("<script>alert"))
        for field in answer.fields {
            #expect(field.value.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }, "\(field)")
        }
    }

    @Test("random targets and fields lead nowhere else")
    func random() throws {
        var random = SeededGenerator.fromEnvironment(default: 0x11_4E)
        let fixture = try LinkFixture(webRules: ["tail": LinkPage(title: "Tail")])
        let pieces = [
            "/", "//", "\\", "..", ".", "%2f", "%5c", "%0d", "%0a", "%00", "#", "?", "@", ":", ";", "&", "=", "'", "\"",
            "<", ">", "evil.example", "item", "moved", "tail", "to", "scheme", "Intent;", "javascript:", "\u{E9}",
            "\u{3002}", "\r\n", "\t", " ", "https:", "a", "1", "[", "]", "{", "}", "|", "^", "`", "%", "%zz",
            "\u{FEFF}",
        ]
        for _ in 0..<4000 {
            var target = Bool.random(using: &random) ? "/" : ""
            for _ in 0..<Int.random(in: 0...7, using: &random) { target += pieces.randomElement(using: &random) ?? "" }
            let client = Self.clients.randomElement(using: &random) ?? ""
            let host = Bool.random(using: &random) ? LinkFixture.name : LinkFixture.second
            try check(fixture.answer(target, host: host, client), "seed \(random.seed): \(target)")
        }
    }

    @Test("a browser that follows redirects between any hosts ends at a page or outside")
    func noLoops() throws {
        var random = SeededGenerator.fromEnvironment(default: 0x11_4F)
        let hosts = ["a.example", "b.example", "c.example"]
        for round in 0..<60 {
            let sites = try hosts.map { host in
                let rules = try (0..<4).map { number in
                    let to = try #require(hosts.randomElement(using: &random))
                    return """
                        {"id":"r\(number)","match":["https://\(host)/p\(number)"],\
                        "to":{"redirect":"https://\(to)/p\(Int.random(in: 0...4, using: &random))"}}
                        """
                }.joined(separator: ",")
                var values = LinkFixture.values
                values.web = "https://\(hosts.randomElement(using: &random) ?? "")"
                let draft = LinkFixture.settings.replacing("\"shop:\"", with: "\"https://*.example\"")
                return LinkSite(values.host(host), index: try LinkFixture.index(rules, settings: draft))
            }
            let responder = WebResponder(LinkSites(sites))
            for start in 0..<5 {
                var next: Address? = try Address("https://a.example/p\(start)")
                var hops = 0
                while let address = next, let host = address.host, hosts.contains(host), hops <= 6 {
                    let answer = responder.answer(
                        LinkRequest(path: address.path, client: LinkClient(userAgent: Phones.pc)), host: host,
                        at: LinkFixture.now, canDraw: false)
                    next = try answer?.location.map { try Address($0) }
                    hops += 1
                }
                #expect(hops <= 6, "seed \(random.seed), round \(round)")
            }
        }
    }
}
