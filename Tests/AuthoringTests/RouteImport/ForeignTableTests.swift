import RouteImport
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

/// A table as text with one line for each rule: its patterns, an arrow and its destination.
private func lines(_ table: ImportedTable) -> [String] {
    table.rules.map { rule in
        let patterns = rule.patterns.map { if case .text(let text) = $0.stored { text } else { "?" } }
        let target =
            switch rule.destination {
            case .screen(let target): target.name
            case .redirect(let template): template.text
            case .block(let reason): "block: \(reason)"
            }
        return patterns.joined(separator: " ") + " → " + target
    }
}

private func imported(
    _ format: ImportFormat, _ text: String, order: ImportFormat.Order? = nil,
    origin: String? = "https://www.example.com"
) throws -> ImportedTable {
    try format.importing(Array(text.utf8), ImportFormat.Options(order: order, origin: origin))
}

@Suite("Routes of RouterX and JLRoutes", .scheduled)
struct PathTableTests {
    @Test(
        "each RouterX path becomes the equivalent patterns",
        arguments: [
            ("/articles", "/articles"), ("/articles/new", "/articles/new"), ("/articles/:id", "/articles/:id"),
            ("/articles/page/:page(/sort/:sort)", "/articles/page/:page/sort/:sort /articles/page/:page"),
            ("/a(/:b(/:c))(.:f)", "/a/:b/:c.:f /a/:b/:c /a/:b.:f /a/:b /a.:f /a"),
            ("/search/*q", "/search/:q"), ("/", "/"),
        ])
    func routerx(path: String, patterns: String) throws {
        let table = try imported(.routerx, #"{"\#(path)": {"class": "A"}}"#)
        #expect(lines(table) == [patterns + " → A"])
        let isPlain = !path.contains(":") && !path.contains("*")
        #expect(table.findings.isEmpty == isPlain, "\(table.findings)")
        #expect(table.findings.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "each JLRoutes path becomes the equivalent patterns",
        arguments: [
            ("/user/view/:userID", "/user/view/:userID"), ("user/:id", "/user/:id"),
            ("/the(/foo/:a)(/bar/:b)", "/the/foo/:a/bar/:b /the/foo/:a /the/bar/:b /the"),
            ("/wildcard/*", "/wildcard{/*}?"), ("/*", "/*"), ("myapp://user/view/:id", "myapp://user/view/:id"),
            ("myapp://*", "myapp://*"), ("myapp://settings", "myapp://settings/"),
            ("myapp://:object/:action/:id", "myapp://:object/:action/:id"), ("/a/:user-id", "/a/:user_id"),
        ])
    func jlroutes(path: String, patterns: String) throws {
        let table = try imported(.jlroutes, #"{"\#(path)": {"class": "A"}}"#, order: .specificity)
        #expect(lines(table) == [patterns + " → A"], "\(table.findings)")
    }

    @Test("JLRoutes' priorities come first, then the order of registration")
    func priorities() throws {
        let text = #"""
            {"/a/:x": {"class": "Any"}, "/a/b": {"class": "Exact", "priority": 5}, "/a/c": {"class": "C"},
             "/d": {"class": "D", "priority": "high"}}
            """#
        let table = try imported(.jlroutes, text)
        #expect(lines(table) == ["/a/b → Exact", "/a/:x → Any", "/a/c → C", "/d → D"])
        #expect(table.rules.map(\.priority) == [1, 1, 0, 0])
        #expect(table.findings.map(\.pointer) == ["/~1d/priority"])
        #expect(try imported(.jlroutes, text, order: .specificity).rules.map(\.priority) == [0, 0, 0, 0])
    }

    @Test("a path with unbalanced parentheses is left out with a finding; * in the middle is literal")
    func refused() throws {
        let table = try imported(
            .jlroutes, #"{"/a(/b": {"class": "A"}, "/x/*/y": {"class": "B"}, "/c": {"class": "C"}}"#)
        #expect(lines(table) == ["/x/\\*/y → B", "/c → C"])
        #expect(table.findings.map(\.code.rawValue) == ["import-dropped"])
    }
}

@Suite("Netlify's _redirects", .scheduled)
struct NetlifyTests {
    @Test(
        "each line becomes the equivalent rule",
        arguments: [
            ("/home /", "/home → https://www.example.com/"),
            ("/blog/my-post.php /blog/my-post 301 # moved", "/blog/my-post.php → https://www.example.com/blog/my-post"),
            ("/news/* /blog/:splat", "/news/:splat* → https://www.example.com/blog{/splat*}"),
            (
                "/news/:month/:date/:year/:slug /blog/:year/:month/:date/:slug",
                "/news/:month/:date/:year/:slug → https://www.example.com/blog/{year}/{month}/{date}/{slug}"
            ),
            (
                "/articles id=:id tag=:tag /posts/:tag/:id 301",
                #"/articles\?id=:id&tag=:tag → https://www.example.com/posts/{tag}/{id}"#
            ),
            (
                "http://blog.example.com/* https://www.example.com/blog/:splat 301!",
                "http://blog.example.com/:splat* → https://www.example.com/blog{/splat*}"
            ),
            ("/store /shop?from=:src 302", "/store → https://www.example.com/shop?from=:src"),
            ("/gone 410", "/gone → block: answered 410"),
            ("/app/* /index.html 200", "/app/:splat* → https://www.example.com/index.html"),
            ("/a+b/:user-name /u/:user-name", #"/a\+b/:user_name → https://www.example.com/u/:user-name"#),
        ])
    func line(_ line: String, rule: String) throws {
        let table = try imported(.netlify, "# redirects\n\n" + line + "\n")
        #expect(lines(table) == [rule], "\(table.findings)")
        #expect(table.findings.allSatisfy { $0.line == 3 && $0.column == 1 && !$0.hint.isEmpty })
    }

    @Test("countries, languages and roles become conditions; a cookie leaves the line out")
    func conditions() throws {
        let table = try imported(
            .netlify,
            """
            / /china 302 Country=cn,hk,tw
            / /zh 302 Language=zh,zh-Hans
            /admin/* /admin/:splat 200 Role=editor,admin
            /beta /b 302 Cookie=is_beta
            """)
        #expect(table.rules.map(\.conditionCount) == [1, 1, 1])
        #expect(table.rules.first?.condition?.clauses.region == ["CN", "HK", "TW"])
        #expect(table.rules.last?.condition?.clauses.attributes.first?.values == ["editor", "admin"])
        #expect(table.findings.map(\.code) == [.importChanged, .importDropped])
        #expect(table.findings.last?.line == 4)
    }

    @Test(
        "a line that cannot be converted has a finding with its line",
        arguments: [
            ("/a", 0, 1), ("/a/*/b /c", 0, 1), ("a b", 0, 1), ("/a /b 299", 0, 1), ("/a/* /b?x=:splat", 0, 1),
            ("/a /b 301! extra", 1, 2), ("/a mailto:x@example.com", 0, 2),
        ])
    func findings(line: String, rules: Int, findings: Int) throws {
        let table = try imported(.netlify, line)
        #expect(table.rules.count == rules && table.findings.count == findings, "\(table.findings)")
    }

    @Test("a target that is only a path needs an origin")
    func origin() throws {
        let table = try imported(.netlify, "/a /b\nhttps://x.example/a /b", origin: nil)
        #expect(lines(table) == ["https://x.example/a → https://x.example/b"])
        #expect(table.findings.map(\.line) == [1])
        #expect(table.destinations == ["https://x.example"])
    }
}

@Suite("Vercel's redirects", .scheduled)
struct VercelTests {
    private func one(_ entry: String) throws -> ImportedTable { try imported(.vercel, "{\"redirects\": [\(entry)]}") }

    @Test(
        "each source and destination becomes the equivalent rule",
        arguments: [
            ("/me", "/profile.html", "/me → https://www.example.com/profile.html"),
            ("/blog/:path*", "/news/:path*", "/blog/:path* → https://www.example.com/news{/path*}"),
            (
                "/post/:id(\\\\d+)", "https://old.example.com/p/:id",
                #"/post/:id(\d+) → https://old.example.com/p/{id}"#
            ),
            ("/docs/(.*)", "/help/$1", "/docs/:_1* → https://www.example.com/help{/_1*}"),
            ("/x/:rest(.*)", "/y/:rest", "/x/:rest* → https://www.example.com/y{/rest*}"),
            (
                "/:lang(en|fr)/about", "/about?lang=:lang",
                "/:lang(en|fr)/about → https://www.example.com/about?lang={lang}"
            ),
            ("/guide/:page?", "/g", "/guide{/:page}? → https://www.example.com/g"),
            ("/a.b", "/c", "/a.b → https://www.example.com/c"),
        ])
    func forms(source: String, destination: String, rule: String) throws {
        let table = try one(#"{"source": "\#(source)", "destination": "\#(destination)", "permanent": true}"#)
        #expect(lines(table) == [rule], "\(table.findings)")
        #expect(table.findings.isEmpty, "\(table.findings)")
    }

    @Test("has and missing become hosts, query constraints and countries")
    func demands() throws {
        let table = try one(
            #"""
            {"source": "/:path*", "destination": "https://app.example.com/:path*",
             "has": [{"type": "host", "value": "old\\.example\\.com"}, {"type": "query", "key": "v", "value": "2"},
                     {"type": "query", "key": "page", "value": "(?<page>.*)"},
                     {"type": "header", "key": "x-vercel-ip-country", "value": "GB"}],
             "missing": [{"type": "query", "key": "preview"}]}
            """#)
        #expect(
            lines(table) == [
                #"http{s}?://old.example.com/:path*\?v=2&page=:page&!preview → https://app.example.com{/path*}"#
            ], "\(table.findings)")
        #expect(table.rules.first?.condition?.clauses.region == ["GB"])
    }

    @Test(
        "an entry that cannot be converted has a finding with its pointer",
        arguments: [
            (#"{"source": "/((?!uk/).*)", "destination": "/uk/$1"}"#, "/redirects/0"),
            (
                #"{"source": "/a", "destination": "/b", "has": [{"type": "cookie", "key": "x"}]}"#,
                "/redirects/0/has/0"
            ),
            (#"{"source": "/a"}"#, "/redirects/0"), (#"{"destination": "/a"}"#, "/redirects/0"),
            (#"{"source": "a", "destination": "/b"}"#, "/redirects/0"), (#""/a""#, "/redirects/0"),
        ])
    func refused(entry: String, pointer: String) throws {
        let table = try one(entry)
        #expect(table.rules.isEmpty)
        #expect(table.findings.map(\.pointer) == [pointer] && table.findings.first?.severity == .error)
    }

    @Test("other members of the file have findings, and a file without redirects is refused")
    func whole() throws {
        let table = try imported(
            .vercel, #"{"cleanUrls": true, "redirects": [{"source": "/a", "destination": "/b"}], "headers": []}"#)
        #expect(table.findings.map(\.pointer) == ["/cleanUrls", "/headers"])
        #expect(try imported(.vercel, #"{"rewrites": []}"#).findings.map(\.code) == [.syntax])
        #expect(lines(try imported(.vercel, #"[{"source": "/a", "destination": "/b"}]"#)).count == 1)
    }

    @Test("only rules that meet have priorities, as many as there are")
    func order() throws {
        func table(_ sources: [String]) throws -> ImportedTable {
            let entries = sources.map { #"{"source": "\#($0)", "destination": "/q"}"# }
            return try imported(.vercel, "[" + entries.joined(separator: ",") + "]")
        }
        let apart = try table((0..<27).map { "/p\($0)" })
        #expect(apart.findings.isEmpty && apart.rules.allSatisfy { $0.priority == 0 }, "no two of them meet")
        let some = try table(["/a", "/docs/:x", "/docs/start", "/b/:y"])
        #expect(some.rules.map(\.priority) == [0, 1, 0, 0])
        let chain = (0..<2_001).flatMap { ["/:x", "/p\($0)"] }.dropLast()
        let fits = try table(Array(chain))
        #expect(fits.findings.isEmpty && fits.rules.first?.priority == 1000 && fits.rules.last?.priority == -1000)
    }

    @Test("more rules than there are priorities keep their order, unless they need more priorities")
    func manyRules() throws {
        let redirect = { (source: String) in #"{"source": "\#(source)", "destination": "/q"}"# }
        let plain = (0..<3_000).map { redirect("/p\($0)") }
        let table = try imported(
            .vercel,
            "[" + ([redirect("/p:x")] + plain + [redirect("/p5"), redirect("/a/:b")]).joined(separator: ",") + "]")
        #expect(table.findings.isEmpty && table.rules.first?.priority == 1, "\(table.findings)")
        #expect(table.rules.dropFirst().allSatisfy { $0.priority == 0 }, "only the first one needs a priority")
        let alternating = (0..<4_004).map { redirect($0 % 2 == 0 ? "/:x" : "/p\($0)") }
        let refused = try imported(.vercel, "[" + alternating.joined(separator: ",") + "]")
        #expect(refused.findings.map(\.code) == [.importOrder] && refused.rules.allSatisfy { $0.priority == 0 })
        #expect(refused.findings.first?.detail.contains("needs 2003 priorities") == true, "\(refused.findings)")
    }
}
