import RoutePattern
import TestSupport
import Testing
import WebAddress

@Suite("Patterns outside the profile are refused with position, code and hint", .scheduled)
struct RefusalTests {
    static let refused: [(String, PatternError.Code, Int)] = [
        ("shop.example/a", .relative, 0), ("", .relative, 0), ("https:/.shop.example", .host, 5),
        ("https:shop.example", .relative, 0), ("mailto:a*", .relative, 0), ("tel:AB", .relative, 0),
        ("https://u:p@h.example/", .credentials, 11), ("https://h.example/a#b", .fragment, 19),
        ("https://h.example/blog*", .tailPosition, 22), ("https://h.example/*/a", .tailPosition, 18),
        ("shop://item/:path+/detail", .tailPosition, 12), ("https://h.example/:a:b", .adjacentCaptures, 20),
        ("https://h.example/:a-:b-:c", .tooManyCaptures, 24), ("https://h.example/:id?", .optionalModifier, 21),
        ("https://h.example/*?a", .optionalModifier, 19), ("https://h.example/:id?a=1", .optionalModifier, 21),
        ("https://h.example/(\\d+)", .unnamedGroup, 18), ("https://h.example/:x(.*)", .regularExpression, 21),
        ("https://h.example/:x([^a]+)", .regularExpression, 22), ("https://h.example/:x(\\d*)", .regularExpression, 23),
        ("https://h.example/:x(a|)", .regularExpression, 23), ("https://h.example/:x([a-z]+?)", .regularExpression, 27),
        ("https://h.example/:x([a/]+)", .regularExpression, 21), ("https://h.example/:x((a)+)", .regularExpression, 21),
        ("https://h.example/:x(", .unbalanced, 20), ("https://h.example/x)", .unbalanced, 19),
        ("https://h.example/{a", .unbalanced, 18), ("https://h.example/a}", .unbalanced, 19),
        ("https://h.example/{a{b}?}?", .nestedGroup, 20), ("https://h.example{/a}?", .misplacedGroup, 18),
        ("https://h.example/{/:a}*", .repeatedGroup, 18), ("https://h.example/\\", .unbalanced, 18),
        ("https://h.example/{a}?{b}?{c}?{d}?{e}?", .tooManyAlternatives, 34),
        ("https://h.example/:博", .captureName, 18),
        ("https://h.example/:id博", .captureName, 18), ("https://h.example/:$a", .captureName, 18),
        ("https://h.example/:a/:a", .duplicateName, 21), ("https://:a.example/:a", .duplicateName, 19),
        ("https://h.example/a/../b", .dotSegment, 20), ("https://h.example/%2e", .dotSegment, 18),
        ("https://h.example/a\\\\b", .literal, 20), ("https://h.example/%FF", .literal, 18),
        ("1https://h.example/", .scheme, 0), ("https:///a", .host, 8), ("https://a b/", .host, 8),
        ("https://h.example:80a/", .port, 18), ("https://h.example:65536/", .port, 18),
        ("https://h.example/?a=1&a=2", .query, 19), ("https://h.example/?a=*", .query, 21),
        ("https://h.example/?!a=1", .query, 19), ("https://h.example/?a{=1}?", .misplacedGroup, 20),
        ("*://bücher.example/", .host, 4), ("mailto:.x:y", .missingAuthority, 9),
        // After escapes and groups the position is still that in the author's text.
        ("https://h.example/\\:\\:/%FF", .literal, 23), ("https://h.example/a{b}/{c}?/..", .dotSegment, 28),
        ("https://h.example/\\*{x\\:}?y\\\\z", .literal, 28), ("https://h.example/\\:?\\:=1&!b=2", .query, 26),
        ("https://h.example/:id{/:n}?b=:b", .optionalModifier, 26),
        ("https://h.example/{:a-:b}?", .tooManyCaptures, 18),
        ("https://:a([A-Z]+).example/", .host, 8), ("https://:a(WWW|m).example/", .host, 8),
        ("http{s}?://h.example:80/", .port, 21), ("http://h.example:80{20}?/", .misplacedGroup, 19),
        ("https://[\\:\\:x:y]/", .host, 16), ("https://h.example/a\\#b", .fragment, 19),
        ("https://h.example/:a([a&&b])", .regularExpression, 23),
        ("https://h.example/:a([a--b])", .regularExpression, 24),
        ("https://h.example/:a([^/]+)-:b", .regularExpression, 28), ("https:/a/b", .host, 5),
        // Patterns that a real engine refuses or reads unexpectedly.
        ("https://h.example/a/:1", .captureName, 20), ("https://h.example/12:/a", .captureName, 20),
        ("https://h.example/\\d+", .regularExpression, 18), ("https://h.example/:a\\_b", .regularExpression, 20),
        ("https://h.example/.:a", .dotSegment, 18), ("https://h.example/a/%2E.{b}?", .dotSegment, 20),
        ("https://h.example/a{/.}?b", .dotSegment, 21), ("https://h.example/a /:b", .literal, 19),
        ("https://h.example/?a=b\tc", .literal, 22), ("http{-s}?://h.example/", .scheme, 5),
        ("http{s}?1://h.example/", .scheme, 8), ("app://博1.2/", .host, 6), ("app://:a%41/", .host, 8),
        ("https://h.example:080/", .port, 18), ("https://h.example/a ", .literal, 19),
        ("https://h.example/a {b}?c", .literal, 19), ("https://h.example/{ b}?c", .literal, 19),
        ("*://1.2/", .host, 4), (":s://127.1/", .host, 5), ("app://h%/", .host, 6), ("app://a%2Fb/", .host, 6),
        ("app://:a%25/", .host, 8), ("https://h\t.example/", .host, 8), ("https://[\\:\\:1\t]/", .host, 8),
    ]

    @Test("each is refused with this code at this offset", arguments: refused)
    func refuses(pattern: String, code: PatternError.Code, offset: Int) {
        #expect {
            try Pattern(pattern)
        } throws: { error in
            let error = error as? PatternError
            if error?.code != code || error?.offset != offset { print("\(pattern): \(error.map { "\($0)" } ?? "-")") }
            return error?.code == code && error?.offset == offset && error?.hint.isEmpty == false
        }
    }

    @Test(
        "spellings that URLPattern refuses are stored in a spelling that it accepts",
        arguments: [
            ("https://h.example/:s([\\w-]+)", "https://h.example/:s([\\w\\-]+)"), ("/:s([^/]+)/b", "/:s/b"),
            ("/:s([a-z0-9-]{2,4})", "/:s([a-z0-9\\-]{2,4})"), ("/:s([a-z0-9\\-]+)", "/:s([a-z0-9\\-]+)"),
            ("/:a([_-]+).:b([^\\/]+)", "/:a([_\\-]+).:b"), ("/:a([^/]+)b", "/:a([^\\/]+?)b"),
            ("/:k(a\\-b|博)", "/:k(a-b|%E5%8D%9A)"), ("/:s([\\_.]+)", "/:s([_.]+)"),
            ("https://[::1]/a", "https://[\\:\\:1]/a"), ("https://127.1/a", "https://127.0.0.1/a"),
            ("http{s}?://0x7F.1:8080/", "http{s}?://127.0.0.1:8080/"),
            ("app://[2001:DB8::0:a]:1/:s([\\w-]+)", "app://[2001\\:db8\\:\\:a]:1/:s([\\w\\-]+)"),
            ("app://127.1/", "app://127.1/"),
        ])
    func respells(pattern: String, stored: String) throws {
        #expect(try Pattern(pattern).stored == .text(stored))
        #expect(try Pattern(stored).stored == .text(stored))
    }

    @Test("hosts of object patterns are stored in the spelling that URLPattern accepts")
    func respellsObjects() throws {
        for (host, stored) in [("[0::0001]", "[\\:\\:1]"), ("127.1", "127.0.0.1"), ("h.example", "h.example")] {
            let components = PatternComponents(protocol: "https", hostname: host)
            #expect(
                try Pattern(components: components).stored
                    == .components(PatternComponents(protocol: "https", hostname: stored)))
        }
    }

    @Test(
        "an origin that is not a literal scheme and authority is refused",
        arguments: ["shop", "https://", "https://h/a", "https://*.h", "*://h", "https://h?a", "/a", "https://:x"])
    func origins(text: String) {
        #expect { try Origin(text) } throws: { ($0 as? PatternError)?.code == .origin }
    }
}
