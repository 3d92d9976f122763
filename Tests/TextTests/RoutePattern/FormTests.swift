import RouteAnalysis
import RoutePattern
import TestSupport
import Testing
import WebAddress

@Suite("Every form of pattern matches as language.md section 3 describes", .scheduled)
struct FormTests {
    /// A pattern, an address, and the captures as text; nil for no match.
    static let forms: [(String, String, String?)] = [
        ("https://h.example/a/b", "https://h.example/a/b", ""), ("https://h.example/a/b", "HTTPS://H.EXAMPLE/a/b", ""),
        ("https://h.example/a/b", "https://h.example/A/b", nil),
        ("https://h.example/a/b", "https://h.example/a/b/c", nil),
        ("https://h.example", "https://h.example/", ""), ("https://h.example", "https://h.example/x/y?z#f", ""),
        ("https://h.example", "https://i.example/", nil), ("https://h.example/", "https://h.example", ""),
        ("https://h.example/:id", "https://h.example/7", "id=7"), ("https://h.example/:id", "https://h.example/", nil),
        ("https://h.example/:id", "https://h.example/7/8", nil),
        ("https://h.example/v:n", "https://h.example/v12", "n=12"),
        ("https://h.example/v:n", "https://h.example/v", nil),
        ("https://h.example/:id.html", "https://h.example/a.b.html", "id=a.b"),
        ("https://h.example/:a-:b", "https://h.example/x-y-z", "a=x b=y-z"),
        ("https://h.example/:a(\\d+)-:b", "https://h.example/12-3-4", "a=12 b=3-4"),
        ("https://h.example/:a([\\d\\-]+)-:b", "https://h.example/1-2-3", "a=1-2 b=3"),
        ("https://h.example/:k(news|blog)", "https://h.example/blog", "k=blog"),
        ("https://h.example/:k(news|blog)", "https://h.example/blogs", nil),
        ("https://h.example/:k(a|ab)c", "https://h.example/abc", "k=ab"),
        ("https://h.example/:id(\\d{4})", "https://h.example/2026", "id=2026"),
        ("https://h.example/:id(\\d{4})", "https://h.example/20261", nil),
        ("https://h.example/:id(\\d{2,})", "https://h.example/20261", "id=20261"),
        ("https://h.example/:s([a-z0-9\\-]+)", "https://h.example/a-1", "s=a-1"),
        ("https://h.example/:s([a-z0-9\\-]+)", "https://h.example/A-1", nil),
        ("https://h.example/:s([^/]+)", "https://h.example/any", "s=any"),
        ("https://h.example/x/*", "https://h.example/x/a/b", "0=[a,b]"),
        ("https://h.example/x/*", "https://h.example/x", nil),
        ("https://h.example/x/*", "https://h.example/x/a//b/", "0=[a,,b]"),
        ("https://h.example/x/:r*", "https://h.example/x", "r=[]"),
        ("https://h.example/x/:r+", "https://h.example/x", nil),
        ("https://h.example/x/:r+", "https://h.example/x/a/b", "r=[a,b]"),
        ("https://*.h.example/", "https://a.b.h.example/", ""), ("https://*.h.example/", "https://h.example/", nil),
        ("https://:sub.h.example/", "https://a.h.example/", "sub=a"),
        ("https://:sub.h.example/", "https://a.b.h.example/", nil),
        ("https://{*.}?h.example/a", "https://h.example/a", ""),
        ("https://{*.}?h.example/a", "https://x.h.example/a", ""),
        ("https://h.example/m/:id{.html}?", "https://h.example/m/7.html", "id=7"),
        ("https://h.example/m/:id{.html}?", "https://h.example/m/7", "id=7"),
        ("https://h.example/s/:t{/:n}?", "https://h.example/s/a", "t=a"),
        ("https://h.example/s/:t{/:n}?", "https://h.example/s/a/b", "t=a n=b"),
        ("http{s}?://h.example/", "http://h.example/", ""), ("http{s}?://h.example/", "https://h.example/", ""),
        ("http{s}?://h.example/", "ftp://h.example/", nil), (":scheme://h.example/", "ftp://h.example/", ""),
        ("*://h.example/", "app://h.example/", ""), ("*://*/a", "app://anything/a", ""),
        ("https://h.example/", "https://h.example:8443/", nil),
        ("https://h.example:8443/", "https://h.example:8443/", ""),
        ("https://h.example:443/", "https://h.example/", ""), ("https://h.example:*/", "https://h.example:1/", ""),
        ("https://h.example/p?a=1&b=:b&c&!d", "https://h.example/p?c=&x&b=2&a=1", "b=2"),
        ("https://h.example/p?a=1&b=:b&c&!d", "https://h.example/p?c&b=2&a=1&d", nil),
        ("https://h.example/p?a=1", "https://h.example/p?a=2&a=1", ""),
        ("https://h.example/p?a=1", "https://h.example/p", nil),
        ("https://h.example/p?b=:b(\\d+)", "https://h.example/p?b=x&b=4", "b=4"),
        ("https://h.example/p?b=:b", "https://h.example/p?b", "b="),
        ("https://h.example/p/:id\\?b=:b", "https://h.example/p/1?b=%E5%8D%9A+x", "id=1 b=博 x"),
        ("https://h.example?a=1", "https://h.example/?a=1", ""),
        ("https://h.example?a=1", "https://h.example/x?a=1", nil),
        ("https://h.example/a\\:b", "https://h.example/a:b", ""),
        ("https://h.example/a\\*", "https://h.example/a*", ""),
        ("csdnapp://app.csdn.net/blog/:id", "csdnapp://APP.csdn.net/blog/7", "id=7"),
        ("csdnapp://app.csdn.net/blog/:id", "csdnapp://app.csdn.net/blog/7/8", nil),
        ("app://details/:id", "app://details/12", "id=12"), ("app:///details/:id", "app:///details/12", "id=12"),
        ("app:/details/:id", "app:/details/12", "id=12"), ("mailto:*", "mailto:x@example.com", ""),
        ("tel:110", "tel:110", ""),
        ("tel:110", "tel:1100", nil), ("tel:1*", "tel:1100", ""), ("*://*", "tel:110", nil),
        ("https://h.example/博", "https://h.example/%E5%8D%9A", ""),
        ("https://h.example/%61bc", "https://h.example/abc", ""),
        ("https://h.example/:x", "https://h.example/a%2Fb", "x=a/b"),
        ("https://h.example/:x", "https://h.example/%FF", "x=%FF"),
        ("https://h.example/v:x", "https://h.example/v%FF", nil),
        ("https://h.example/:x", "https://u@h.example/a", nil),
        ("https://bücher.example/", "https://xn--bcher-kva.example/", ""), ("https://127.1/", "https://127.0.0.1/", ""),
        ("https://[::1]:8080/a", "https://[0:0::1]:8080/a", ""),
        ("app://:Room.chat/", "app://Lobby.CHAT/", "Room=Lobby"),
    ]

    @Test("each form matches or refuses the address, and captures the values", arguments: forms)
    func matches(pattern: String, address: String, expected: String?) throws {
        let subject = MatchSubject(try Address(address))
        let alternatives = try Pattern(pattern).alternatives(origins: [])
        let found = alternatives.lazy.compactMap { alternative in
            alternative.match(subject).map { Self.captured(alternative.captureNames, $0) }
        }.first
        #expect(found == expected)
    }

    /// Captures in the notation of the rows.
    static func captured(_ names: [String], _ values: [CaptureValue]) -> String {
        zip(names, values).map { name, value in
            switch value {
            case .text(let text): "\(name)=\(text)"
            case .list(let list): "\(name)=[\(list.joined(separator: ","))]"
            }
        }.joined(separator: " ")
    }

    @Test(
        "ignoreCase and strictSlash change how paths are compared",
        arguments: [
            ("/InternalMenu", true, false, "https://o.example/internalmenu", true),
            ("/InternalMenu", false, false, "https://o.example/internalmenu", false),
            ("/:k(News)", true, false, "https://o.example/nEWS", true),
            ("/:k([a-c]+)", true, false, "https://o.example/ABC", true),
            ("/a", false, false, "https://o.example/a/", true), ("/a/", false, false, "https://o.example/a", true),
            ("/a", false, true, "https://o.example/a/", false), ("/a/", false, true, "https://o.example/a/", true),
            ("/a/", false, true, "https://o.example/a", false), ("/a/:id", false, true, "https://o.example/a/", false),
        ])
    func options(pattern: String, ignoreCase: Bool, strictSlash: Bool, address: String, expected: Bool) throws {
        let options = PatternOptions(ignoreCase: ignoreCase, strictSlash: strictSlash)
        let alternatives = try Pattern(pattern, options: options).alternatives(origins: [
            try Origin("https://o.example")
        ])
        let subject = MatchSubject(try Address(address))
        #expect(alternatives.contains { $0.match(subject) != nil } == expected)
    }

    @Test("a path-only pattern has one alternative per origin, and is an error without origins")
    func origins() throws {
        let pattern = try Pattern("/a{/:b}?")
        #expect(pattern.needsOrigins)
        let origins = [try Origin("https://x.example"), try Origin("app://y")]
        #expect(try pattern.alternatives(origins: origins).count == 4)
        #expect { try pattern.alternatives(origins: []) } throws: { ($0 as? PatternError)?.code == .noOrigins }
    }

    @Test(
        "a capture is safe for {+x} exactly if its constraint excludes every reserved character",
        arguments: [
            (":x", false), (":x(\\d+)", true), (":x([a-z0-9\\-]+)", true), (":x([\\w.~\\-]+)", true),
            (":x(a|b-c)", true),
            (":x(a|b@c)", false), (":x(a%2Fb|c)", false), (":x([a-z:]+)", false), (":x([!-.]+)", false),
            (":x([a%]+)", false),
            (":x+", false), ("v:x(\\w{2}).html", true),
        ])
    func reserved(segment: String, isSafe: Bool) throws {
        for text in ["https://h.example/\(segment)", "https://h.example/a/{\(segment)}?"] where !text.contains("+}?") {
            let alternative = try #require(try Pattern(text).alternatives(origins: []).first)
            #expect(alternative.reservedSafeNames.contains("x") == isSafe, "\(text)")
        }
        if segment.hasPrefix(":"), !segment.hasSuffix("+"), !segment.contains("%") {
            let alternative = try #require(
                try Pattern("https://h.example/?k=\(segment)").alternatives(origins: []).first)
            #expect(alternative.reservedSafeNames.contains("x") == isSafe)
        }
    }

    @Test("firstSegment reads a custom scheme's authority as the path")
    func authority() throws {
        let alternative = try #require(try Pattern("app:///details/:id").alternatives(origins: []).first)
        let address = try Address("app://details/12")
        #expect(alternative.match(MatchSubject(address)) == nil)
        #expect(alternative.match(MatchSubject(address, authority: ["app": .firstSegment])) == [.text("12")])
    }
}
