import RoutePattern
import Testing
import WebAddress

/// The numbered departures from URLPattern; each row says what a real engine answers.
@Suite("Departures from URLPattern are exactly these")
struct DepartureTests {
    /// Number, pattern, address, our verdict, URLPattern's.
    static let departures: [(number: Int, pattern: String, address: String, ours: Bool, theirs: Bool)] = [
        (1, "csdnapp://app.csdn.net/blog/:id", "csdnapp://app.csdn.net/blog/1/2", false, true),
        (1, "csdnapp://app.csdn.net/blog/:id", "csdnapp://APP.csdn.net/blog/1", true, false),
        (2, "https://h.example/p?a=1&b=2", "https://h.example/p?b=2&a=1", true, false),
        (2, "https://h.example/p?a=1", "https://h.example/p?a=1&utm=2", true, false),
        (2, "https://h.example/p?", "https://h.example/p?utm=2", true, false),
        (3, "https://h.example/abc", "https://h.example/%61bc", true, false),
        (3, "https://h.example/%61bc", "https://h.example/abc", true, false),
        (3, "https://h.example/%E5%8D%9A", "https://h.example/%e5%8d%9a", true, false),
        (3, "https://h.example/v:x", "https://h.example/v%FF", false, true),
        (4, "https://h.example/a", "https://h.example/a/", true, false),
        (4, "https://h.example/a/", "https://h.example/a", true, false),
        (4, "https://h.example/a/*", "https://h.example/a/", false, true),
        (6, "https://h.example/a", "https://user@h.example/a", false, true),
        (9, "https://h.example/a/:r+", "https://h.example/a/b//c", true, false),
        (10, "mailto:*", "mailto:/x", false, true), (10, "*://*", "tel:110", false, false),
    ]

    @Test("departure", arguments: departures)
    func departs(_ row: (number: Int, pattern: String, address: String, ours: Bool, theirs: Bool)) throws {
        let subject = MatchSubject(try Address(row.address))
        let found = try Pattern(row.pattern).alternatives(origins: []).contains { $0.match(subject) != nil }
        #expect(found == row.ours, "departure \(row.number)")
    }

    @Test("3: a slash that is percent-encoded never splits a segment, and captures are handed over decoded, once")
    func decoding() throws {
        let values = try captures("https://h.example/:a/:b", "https://h.example/x%2Fy/%2541")
        #expect(values == [.text("x/y"), .text("%41")])
        #expect(try captures("https://h.example/:a", "https://h.example/%FF%41") == [.text("%FF%41")])
        #expect(try captures("https://h.example/:k(%E5%8D%9A|x)", "https://h.example/博") == [.text("博")])
    }

    @Test("4: a final empty segment is never captured, inner ones are kept")
    func emptySegments() throws {
        #expect(try captures("https://h.example/*", "https://h.example/a//b/") == [.list(["a", "", "b"])])
        #expect(try captures("https://h.example/:a", "https://h.example/a/") == [.text("a")])
        #expect(try captures("https://h.example/*", "https://h.example/") == nil)
    }

    @Test(
        "5: * and repeated captures stand only at the end, or leftmost in a host",
        arguments: [
            "https://h.example/blog*", "https://h.example/*/a", "https://h.example/:r*/a", "https://h.example/a:r+",
            "https://h.example/a\\/:r+", "https://h.example/{a/}:r*", "https://a.*/", "https://a.*.example/",
            "https://a*/",
            "https://*a.example/", "https://:a+.example/", "https://h.example/**",
        ])
    func tails(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test(
        "7: a name stands once, in host, path and query together",
        arguments: [
            "https://:a.example/:a", "https://h.example/:a\\?q=:a", "https://:a.example/?q=:a",
            "https://h.example/:a{/:a}?",
        ])
    func names(pattern: String) {
        #expect { try Pattern(pattern) } throws: { ($0 as? PatternError)?.code == .duplicateName }
    }

    @Test("8: a tail is the list of its segments, a leftmost *. of a host is not captured")
    func tailsAreLists() throws {
        #expect(try captures("https://*.h.example/a/*", "https://x.y.h.example/a/b/c%2Fd") == [.list(["b", "c/d"])])
        #expect(try captures("https://h.example/a/:r*", "https://h.example/a") == [.list([])])
    }

    @Test("11: * and a name for the whole scheme, host or port are not captured")
    func wholeComponents() throws {
        #expect(try captures(":scheme://*:*/a", "ftp://h.example:99/a") == [])
    }

    @Test("12: where an address fits with and without groups, the order of section 6 decides what is captured")
    func groups() throws {
        let alternatives = try Pattern("https://h.example/x{/:a}?/b{/:c}?")
            .alternatives(origins: [])
        let subject = MatchSubject(try Address("https://h.example/x/b/b"))
        let best = alternatives.filter { $0.match(subject) != nil }.min { $0.key < $1.key }
        #expect(best?.captureNames == ["c"])
    }

    @Test("13: ignoreCase concerns the path, not the query")
    func queryCase() throws {
        let options = PatternOptions(ignoreCase: true)
        let one = try #require(try Pattern("https://h.example/A?b=C", options: options).alternatives(origins: []).first)
        #expect(one.match(MatchSubject(try Address("https://h.example/a?b=C"))) != nil)
        #expect(one.match(MatchSubject(try Address("https://h.example/a?b=c"))) == nil)
    }

    private func captures(_ pattern: String, _ address: String) throws -> [CaptureValue]? {
        let subject = MatchSubject(try Address(address))
        return try Pattern(pattern).alternatives(origins: []).lazy.compactMap { $0.match(subject) }.first
    }
}
