import TargetTemplate
import TestSupport
import Testing
import WebAddress

@Suite("Captured text cannot change the scheme, host or directory of a redirect", .scheduled)
struct RedirectTemplateTests {
    static let refusals: [(text: String, code: TemplateError.Code, offset: Int)] = [
        ("{scheme}://shop.example/", .expressionInAuthority, 0),
        ("https://{host}/", .expressionInAuthority, 8), ("https://shop.example{id}", .expressionInAuthority, 20),
        ("https://shop.example:{port}/", .expressionInAuthority, 21), ("tel:{number}", .expressionInAuthority, 4),
        ("/item/{id}", .notAbsolute, 0), ("item", .notAbsolute, 0), ("https://shop .example/", .syntax, 12),
        ("https://shop.example/{id", .syntax, 21), ("https://[::1/", .invalidAddress, 8),
        ("https:////shop.example{x}", .invalidAddress, 6), ("https:///{x}", .invalidAddress, 9),
        ("https:/shop.example/{x}", .expressionInAuthority, 20), ("https:{x}", .expressionInAuthority, 6),
        ("app:{x}", .expressionInAuthority, 4), ("https://shop.example:80{x}/", .expressionInAuthority, 23),
        ("https://shop.example{+x}", .expressionInAuthority, 20),
        ("https://shop.example{.x}", .expressionInAuthority, 20),
        ("https://shop.example{;x}", .expressionInAuthority, 20),
        ("https://shop.example{&x}", .expressionInAuthority, 20),
        ("https://shop.example{/x}.evil/", .expressionInAuthority, 20),
        ("https://shop.example{/x}{y}", .expressionInAuthority, 24),
        ("https://shop.example{?x}{/y}@evil", .expressionInAuthority, 24),
        ("https://{/x}", .expressionInAuthority, 8), ("app://{/x}", .expressionInAuthority, 6),
        ("app:{/x}", .expressionInAuthority, 4), ("https://a@{/x}", .invalidAddress, 10),
    ]

    @Test("a variable in the scheme or authority is refused with its offset", arguments: refusals)
    func refused(text: String, code: TemplateError.Code, offset: Int) {
        #expect {
            try RedirectTemplate(text)
        } throws: { error in
            let error = error as? TemplateError
            return error?.code == code && error?.offset == offset && error?.hint.isEmpty == false
        }
    }

    @Test("a path variable must be bound by every alternative, any other by at least one")
    func unbound() throws {
        let template = try RedirectTemplate("app://h/{a}/{b}?x={c}{&d,e}#{f}")
        let issues = template.issues(alternatives: [["a", "b", "c", "d"], ["a", "d", "f"]], safeForReserved: [])
        #expect(issues.map(\.code) == [.unboundVariable, .unboundVariable])
        #expect(issues.map(\.offset) == [13, 25])
    }

    @Test("reserved expansion is allowed only for captures without reserved characters")
    func unsafe() throws {
        let template = try RedirectTemplate("app://h/{+a}{#b}")
        #expect(template.issues(alternatives: [["a", "b"]], safeForReserved: ["a", "b"]).isEmpty)
        let issues = template.issues(alternatives: [["a", "b"]], safeForReserved: ["b"])
        #expect(issues.map(\.code) == [.unsafeVariable])
        #expect(issues.map(\.offset) == [10])
    }

    @Test(
        "an empty or dot segment from captured text fails the expansion",
        arguments: ["", ".", "..", "%2e", "%2E%2e", ".%2e"])
    func unsafeSegments(value: String) throws {
        let template = try RedirectTemplate("https://h.example/a/{+x}/b")
        let incoming = try Address("https://from.example/")
        #expect {
            try template.follow({ _ in .string(value) }, from: incoming)
        } throws: { ($0 as? ExpansionError)?.code == .unsafeSegment }
    }

    @Test(
        "a tail expands segment by segment, and its empty and dot segments are refused",
        arguments: [
            (["b", "c d"], "https://h.example/a/b/c%20d"), ([], "https://h.example/a"), (["b", ".."], nil),
            (["", "x"], nil),
        ])
    func tails(segments: [String], expected: String?) throws {
        let template = try RedirectTemplate("https://h.example/a{/rest*}")
        let incoming = try Address("https://from.example/")
        let target = try? template.follow({ _ in .list(segments) }, from: incoming)
        #expect(target?.href == expected)
    }

    static let wholeHosts: [(text: String, segments: [String], expected: String?)] = [
        ("https://new.example{/0*}", ["a", "b c"], "https://new.example/a/b%20c"),
        ("https://new.example{/0*}", [], "https://new.example/"), ("app://new{/0*}", [], "app://new"),
        ("app://new{/0*}", ["a"], "app://new/a"), ("app://new{/0*}", ["", "evil"], nil),
        ("https://new.example{/0*}", ["", "evil.example"], nil), ("https://new.example{/0*}", [".."], nil),
        ("https://new.example:8443{/0*}", ["a"], "https://new.example:8443/a"),
        ("https://new.example{/0*}/end", [], "https://new.example/end"),
        ("https://new.example{/0*}/end", ["a"], "https://new.example/a/end"),
        ("https://new.example{/0*}?from=old", [], "https://new.example/?from=old"),
        ("https://new.example{?0*}", ["a"], "https://new.example/?0=a"),
        ("https://new.example{#0}", ["a", "b"], "https://new.example/#a,b"),
        ("https://new.example{/none}{/0*}{?none}", ["a"], "https://new.example/a"),
    ]

    @Test("an expression may follow the authority directly, and its empty segments are refused", arguments: wholeHosts)
    func wholeHost(text: String, segments: [String], expected: String?) throws {
        let template = try RedirectTemplate(text)
        let incoming = try Address("https://old.example/")
        let target = try? template.follow({ $0 == "0" ? .list(segments) : nil }, from: incoming)
        #expect(target?.href == expected)
    }

    /// Templates, the values of `x` and `y` (nil: unbound), and the address; nil if the expansion fails.
    static let emptyExpressions: [(text: String, x: String?, y: String?, expected: String?)] = [
        ("https://z.example/{?x}", nil, nil, "https://z.example/"),
        ("https://z.example/{#x}", nil, nil, "https://z.example/"),
        ("https://z.example/{&x}", nil, nil, "https://z.example/"),
        ("https://z.example/a/{?x}", nil, nil, "https://z.example/a/"),
        ("https://z.example/a/{?x}{#y}", nil, nil, "https://z.example/a/"),
        ("https://z.example/a/{?x}/b", nil, nil, "https://z.example/a//b"),
        ("app://home/{?x}", nil, nil, "app://home/"), ("https://z.example/{?x}", "1", nil, "https://z.example/?x=1"),
        // An expression after it may also be empty, unless it writes text into the path.
        ("https://z.example/{?x}{y}", nil, nil, "https://z.example/"),
        ("https://z.example/{?x}{y}", nil, "b", "https://z.example/b"),
        ("https://z.example/{?x}{y}", nil, "..", nil), ("https://z.example/{?x}{+y}", nil, "a/../b", nil),
        // An expression of the path must write text.
        ("https://z.example/{y}", nil, nil, nil), ("https://z.example/{y}{?x}", nil, "", nil),
        ("https://z.example/{y}{?x}", "1", "", nil), ("https://z.example/{/y}{?x}", nil, nil, nil),
        // If the expression were empty, the address would have the host `evil`.
        ("app:/{?x}/evil", nil, nil, nil),
    ]

    @Test("a query or fragment expression with an empty expansion writes no path segment", arguments: emptyExpressions)
    func emptyExpression(text: String, x: String?, y: String?, expected: String?) throws {
        let values = ["x": x, "y": y].compactMapValues { $0 }
        let target = try? RedirectTemplate(text).follow(
            { values[$0].map(TemplateValue.string) }, from: try Address("https://from.example/"))
        #expect(target?.href == expected)
    }

    @Test("no value of an expression directly after the authority changes the authority")
    func authorityStays() throws {
        var random = SeededGenerator.fromEnvironment(default: 65)
        let pieces = ["/", "\\", "@", ":", "?", "#", "..", "%2F", "evil.example", "//", "\t", "博", " ", "", ".", "80"]
        func text() -> String {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for sign in ["/", "?", "#"] {
            for authority in ["https://shop.example", "app://home", "https://shop.example:8443", "app://home:1"] {
                let template = try RedirectTemplate("\(authority){\(sign)x,y*}{?z*}", query: .drop)
                let home = try Address(authority)
                for _ in 0..<500 {
                    let values: [TemplateValue] = [
                        .string(text()), .list([]), .list([text(), text()]), .map([.init(text(), text())]),
                    ]
                    let bound = ["x": values.randomElement(using: &random), "y": values.randomElement(using: &random)]
                    let expanded = try template.template.expand { bound[$0] ?? nil }
                    // The plain expansion, without the checks at run time.
                    let target = try Address(expanded)
                    #expect(
                        target.scheme == home.scheme && target.host == home.host && target.port == home.port
                            && !target.hasCredentials, "\(expanded), seed \(random.seed)")
                }
            }
        }
    }

    @Test(
        "the incoming query is kept, except names that the template sets or the pattern captures",
        arguments: [
            ("https://h/a?id=1{&tree}", QueryPolicy.keep, "https://h/a?id=1&tree=t&utm=x&b&c=%20"),
            ("https://h/a", .keep, "https://h/a?id=9&tree=q&utm=x&b&c=%20"), ("https://h/a?z", .drop, "https://h/a?z"),
            ("https://h/a?z", .keep, "https://h/a?z&id=9&tree=q&utm=x&b&c=%20"),
        ])
    func query(text: String, policy: QueryPolicy, expected: String) throws {
        let incoming = try Address("https://from.example/p?id=9&tree=q&utm=x&b&c=%20&gone=1#top")
        let target = try RedirectTemplate(text, query: policy)
            .follow({ $0 == "tree" ? .string("t") : nil }, capturedQueryNames: ["gone"], from: incoming)
        #expect(target.href == expected + "#top")
    }

    @Test("a ? in the fragment of a template names no query item")
    func queryInFragment() throws {
        let incoming = try Address("https://from.example/p?id=9&tree=q")
        for (text, expected) in [
            ("https://h/#a?id=1", "https://h/?id=9&tree=q#a?id=1"),
            ("https://h/?id=1#a?tree=1", "https://h/?id=1&tree=q#a?tree=1"),
            ("https://h/#a{?tree}", "https://h/?id=9&tree=q#a?tree=t"),
        ] {
            let target = try RedirectTemplate(text)
                .follow({ $0 == "tree" ? .string("t") : nil }, capturedQueryNames: [], from: incoming)
            #expect(target.href == expected)
        }
    }

    @Test(
        "no captured text changes the scheme, host or port of the target",
        arguments: [
            "https://shop.example/{x}", "https://shop.example/a{x}", "https://shop.example/{x}{y}",
            "https://shop.example/a{/x,y}", "https://shop.example/a{;x,y}", "https://shop.example/a{.x,y}",
            "https://shop.example/?{x}", "https://shop.example/a{?x,y}", "https://shop.example/a#{x}",
            "app://home/{x}", "app:/home/{x}", "https://shop.example:8443/{x}",
        ])
    func staysAtHome(text: String) throws {
        let template = try RedirectTemplate(text)
        let home = try Address(String(text.prefix { $0 != "{" }))
        let incoming = try Address("https://from.example/?q=//evil.example#//evil.example")
        var random = SeededGenerator.fromEnvironment(default: 570)
        let pieces = [
            "/", "\\", "@", ":", "?", "#", "..", ".", "%2e", "%2F", "evil.example", "//", "\t", "\n", "博", " ", "",
        ]
        for _ in 0..<400 {
            let value = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            guard let target = try? template.follow({ _ in .string(value.joined()) }, from: incoming) else { continue }
            #expect(target.scheme == home.scheme && target.host == home.host && target.port == home.port)
            #expect(target.path.hasPrefix(home.path), "\(value) seed \(random.seed)")
        }
    }

    @Test("the fragment of the template replaces the incoming one")
    func fragment() throws {
        let incoming = try Address("https://from.example/#top")
        #expect(try RedirectTemplate("https://h/a#own").follow({ _ in nil }, from: incoming).href == "https://h/a#own")
    }

    @Test(
        "the allow-list compares scheme, host and port",
        arguments: [
            ("https://shop.example/x", true), ("https://SHOP.example./", false), ("http://shop.example/", false),
            ("https://shop.example:8443/", false), ("https://a.shop.example/", false),
            ("https://a.below.example/", true),
            ("https://below.example/", false), ("app://Home/x", true), ("tel:110", true), ("mailto:a", false),
            ("https://user@shop.example/", false), ("https://shop.example.evil/", false),
        ])
    func allowList(text: String, allowed: Bool) throws {
        let list = try DestinationAllowList(["https://shop.example", "https://*.below.example", "app://home", "tel:"])
        #expect(list.allows(try Address(text)) == allowed)
    }

    @Test(
        "an entry without a scheme and host is refused",
        arguments: ["shop.example", "https://h/path", "https://", "a b:", ""])
    func allowListEntries(text: String) {
        #expect(throws: DestinationError.self) { try DestinationAllowList(["https://ok.example", text]) }
    }
}
