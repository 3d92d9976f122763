import RouteModel
import Testing

@testable import RouteAnalysis

/// Changes of hosts, ports, schemes and chains.
extension DifferenceProofTests {
    /// Kinds of hosts, ports, schemes and texts that few patterns tell apart.
    static let addresses: [Change] = [
        Change("capture in an IPv4 host", none, screen("a", #"https://10.:b(\\d+).0.1/x"#), "https://10.5.0.1/x"),
        Change("words in an IPv4 host", none, screen("a", "https://10.0.0.:b(1|2)/x"), "https://10.0.0.1/x"),
        Change("wildcard before an IPv4 host", none, screen("a", "https://*.0.7/x"), "https://10.0.0.7/x"),
        Change("file without a host", none, screen("a", "file:///:a"), "file:///x"),
        Change("empty label", none, screen("a", "my://a..b/x"), "my://a..b/x"),
        Change(
            "empty label that only a wildcard takes",
            screen("a", "https://*.h.example/x") + "," + screen("b", "https://:s.h.example/x") + ","
                + screen("c", "https://*.:t.h.example/x"),
            screen("d", "https://*.h.example/x") + "," + screen("b", "https://:s.h.example/x") + ","
                + screen("c", "https://*.:t.h.example/x"), "https://.h.example/x"),
        Change(
            "last label that begins as a number", none, screen("a", "https://h.0x:t([0-9a-fz]{1})/x"),
            "https://h.0xz/x"),
        Change(
            "port that is the default one of another scheme", screen("a", "*://h.example:443/x"),
            screen("b", "*://h.example:443/x"), "http://h.example:443/x"),
        Change(
            "port beside a rule of another scheme",
            screen("a", "*://h.example:80/x") + "," + screen("b", "https://h.example:80/x"),
            screen("c", "*://h.example:80/x") + "," + screen("b", "https://h.example:80/x"), "my://h.example:80/x"),
        Change(
            "any scheme beside rules of all that are tried",
            screen("a", "*://h.example/x") + "," + screen("b", "http{s}?://h.example/x") + ","
                + screen("d", "any://h.example/x"),
            screen("c", "*://h.example/x") + "," + screen("b", "http{s}?://h.example/x") + ","
                + screen("d", "any://h.example/x"), "my://h.example/x"),
        Change(
            "one text of a run whose others are literals", literals, literals + "," + screen("r", "/x/:k([a-e]{2})"),
            "https://a.example/x/ee"),
    ]
    private static let none = screen("q", "/q")
    private static let literals = ["a", "b", "c", "d", "e"].flatMap { left in
        ["a", "b", "c", "d", "e"].map { left + $0 }
    }.dropLast().map { screen("l" + $0, "/x/" + $0) }.joined(separator: ",")

    /// The first of four rules leads to `/w` instead of `/y`.
    private static func turn(_ title: String, _ match: String, _ rest: [String], _ address: String) -> Change {
        let ends = rest.joined(separator: ",")
        return Change(
            title, redirect("a", match, "https://a.example/y") + "," + ends,
            redirect("a", match, "https://a.example/w") + "," + ends, address)
    }

    private static let strict = #","priority":1,"strictSlash":true"#

    /// A better strict rule takes all addresses of the chain that do not end in a slash.
    private static func slashed(_ title: String, _ when: String) -> Change {
        let others = screen("s", #"/a:p\\?q"#, strict + when) + "," + screen("b", "/:p") + ","
        return Change(
            title, others + redirect("a", "/a:p", "https://a.example/{p}"),
            others + redirect("a", "/a:p", "https://a.example/{p}/"), "https://a.example/aa1/?q=1")
    }

    static let chains: [Change] = [
        slashed("a chain that begins with a slash", ""),
        slashed("the same behind a condition", #","when":{"not":{"platform":["ios"]}}"#),
        turn(
            "a chain that keeps another value of an item", #"/x\\?a=1"#,
            [screen("r", #"/y\\?a=2"#), screen("w", "/y"), screen("w2", "/w").replacing("W2", with: "W")],
            "https://a.example/x?a=1&a=2"),
        turn(
            "a chain whose ends take another value of a name", #"/x\\?v"#,
            [
                screen("s", #"/y\\?v=:v"#), screen("s1", #"/w\\?v=:v(\\d+)"#).replacing("S1", with: "S"),
                screen("s2", #"/w\\?v=:v"#).replacing("S2", with: "S"),
            ], "https://a.example/x?v=a&v=1"),
        turn(
            "a chain whose ends write an empty value differently", #"/x\\?v"#,
            [
                redirect("y", #"/y\\?v=:v"#, "https://z.example/p{;v}"),
                redirect("w", #"/w\\?v=:v"#, "https://z.example/p;v={v}"),
            ], "https://a.example/x?v="),
        Change(
            "a chain whose ends cut a text differently",
            redirect("a", "/x/:a", "https://a.example/y/{a}") + "," + prefixes,
            redirect("a", "/x/:a", "https://a.example/w/{a}") + "," + prefixes,
            "https://a.example/x/" + String(repeating: "q", count: 21)),
        Change(
            "a chain that drops the item which kept another rule away",
            redirect("a", "/:p/*", "https://a.example/{p}{/0*}") + "," + screen("s", #"/:p/a/c\\?!q"#),
            redirect("a", "/:p/*", "https://a.example/{p}{/0*}", drop) + "," + screen("s", #"/:p/a/c\\?!q"#),
            "https://a.example/x/a/c?q=1"),
        Change(
            "a chain through a template with dots", dots + "," + redirect("c4", "/c4", "https://z.example/"),
            dots + "," + redirect("c4", "/c4", "https://a.example/c5"), "https://a.example/h"),
        spelled("words of a start in another case", "/x/:p(a|b)", folds, "https://a.example/x/B"),
        spelled("a run of a start in another case", "/x/:p([a-c])", folds, "https://a.example/x/B"),
        spelled(
            "words on the way in another case", "/x/:p", "", "https://a.example/x/B", of: "/v/:q(a|b)", folds),
        turn(
            "an opaque path in another case", "/x",
            [
                redirect("y", "/y", "my:Home"), redirect("w", "/w", "my:Work"), screen("h", #"my\\:home"#, folds),
                screen("k", #"my\\:work"#, folds),
            ], "https://a.example/x"
        ).with(opaque, opaque),
    ]
    private static let folds = #","ignoreCase":true"#
    private static let opaque =
        #"{"origins":["https://a.example"],"schemes":["my"],"destinations":["https://a.example","my:"]}"#

    /// The first rule leads to `/w` instead of `/v`, and only `/v/B` has another screen.
    private static func spelled(
        _ title: String, _ match: String, _ more: String, _ address: String, of end: String = "/v/:q",
        _ endMore: String = ""
    ) -> Change {
        let ends = [
            redirect("v", end, "https://a.example/u/{q}", rule: endMore),
            redirect("w", end.replacing("/v", with: "/w"), "https://a.example/t/{q}", rule: endMore),
            screen("s", "/u/B"), screen("u", "/u/*"), screen("t", "/t/*").replacing("\"T\"", with: "\"U\""),
        ].joined(separator: ",")
        let first = { (path: String) in redirect("a", match, "https://a.example/\(path)/{p}", rule: more) }
        return Change(title, first("v") + "," + ends, first("w") + "," + ends, address)
    }
    private static let prefixes =
        redirect("y", "/y/:b", "https://z.example/{b}") + "," + redirect("w", "/w/:b", "https://z.example/{b:20}")
    private static let dots = [
        redirect("h", "/h", "https://a.example/q/../c1"), redirect("c1", "/c1", "https://a.example/c2"),
        redirect("c2", "/c2", "https://a.example/c3"), redirect("c3", "/c3", "https://a.example/c4"),
        redirect("c5", "/c5", "https://z.example/"),
    ].joined(separator: ",")

    /// The target of a rule in the middle of a chain changes, and how its template writes is not computed.
    private static func middle(
        _ title: String, _ match: String, _ template: String, _ literal: String, _ address: String,
        ends: (y: String, w: String) = ("/y/*", "/w/*")
    ) -> Change {
        let rest = [
            screen("r", literal), screen("w", ends.w), screen("y", ends.y).replacing("\"Y\"", with: "\"W\""),
        ].joined(separator: ",")
        return Change(
            title, redirect("a", match, "https://a.example/y" + template) + "," + rest,
            redirect("a", match, "https://a.example/w" + template) + "," + rest, address)
    }

    static let middles: [Change] = [
        spelled("one of many spellings of a start", "/x/:p(b|longword)", folds, "https://a.example/x/B"),
        spelled(
            "one of many spellings on the way", "/x/:p", "", "https://a.example/x/B", of: "/v/:q(b|longword)", folds),
        middle("prefix", "/x/:a", "/{a:3}", "/y/abc", "https://a.example/x/abc"),
        middle("prefix and whole", "/x/:a", "/{a:1}-{a}", "/y/a-ab", "https://a.example/x/ab"),
        middle(
            "prefix in the query", "/x/:a", "{?a:2}", #"/y\\?a=pq"#, "https://a.example/x/pqr", ends: ("/y", "/w")),
        middle("list in a text", "/x/*", "/p{0}", "/y/p1", "https://a.example/x/1"),
        middle("list with dots", "/x/*", "/m{.0*}", "/y/m.1.2", "https://a.example/x/1/2"),
        middle("list of parameters", "/x/:r+", "/m{;r}", "/y/m;r=1,2", "https://a.example/x/1/2"),
        middle("list in one item", "/x/*", "{?0}", #"/y\\?0=1,2"#, "https://a.example/x/1/2", ends: ("/y", "/w")),
        middle(
            "list in an item beside a kept one", "/x/:r*", "{?r}", #"/y\\?k=a"#, "https://a.example/x?k=a",
            ends: ("/y", "/w")),
        middle(
            "list longer than the search", "/x/*", "{/0*}", "/y/a/b/c/d/e/f/g/h/i/j/k/l/m",
            "https://a.example/x/a/b/c/d/e/f/g/h/i/j/k/l/m"),
    ]
}
