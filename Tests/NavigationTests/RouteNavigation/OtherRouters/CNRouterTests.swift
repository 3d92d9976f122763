import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("All kinds of destinations, and handlers", .scheduled)
@MainActor
struct CNRouterTests {
    @Test("native, web, mini program, Flutter, other apps, actions and nothing are all destinations")
    func kinds() async throws {
        let routes = try IndexRoutes(
            draft: #"""
                {"settings": {"destinations": ["https://h5.example.com", "mini:", "flutter:", "tel:", "act:"]},
                 "rules": [
                  {"id": "native", "match": ["app://h/native"], "to": {"screen": "Native"}},
                  {"id": "web", "match": ["app://h/web"], "to": {"redirect": "https://h5.example.com/p"}},
                  {"id": "mini", "match": ["app://h/mini"], "to": {"redirect": "mini://app/open?id=7"}},
                  {"id": "flutter", "match": ["app://h/flutter"], "to": {"redirect": "flutter://app/page"}},
                  {"id": "call", "match": ["app://h/call"], "to": {"redirect": "tel://110"}},
                  {"id": "act", "match": ["app://h/act"], "to": {"redirect": "act://app/log-out"}},
                  {"id": "none", "match": ["app://h/none"], "to": {"block": "gone"}}]}
                """#)
        let scene = RealScene(routes, policy: RoutingPolicy(webViewHosts: ["h5.example.com"]))
        scene.screens.register(.make("Native"))
        var done: [String] = []
        for pattern in ["mini://app/open", "flutter://app/*", "act://app/:what"] {
            try scene.router.register(pattern: pattern) { done.append($0.parameters["id"] ?? $0.pattern) }
        }
        let ends: [(String, RouteOutcome)] = [
            ("native", .handled(screen: "Native")), ("web", .opened(address: "https://h5.example.com/p", by: .webView)),
            ("mini", .performed(pattern: "mini://app/open")), ("flutter", .performed(pattern: "flutter://app/*")),
            ("call", .opened(address: "tel://110", by: .system)), ("act", .performed(pattern: "act://app/:what")),
            ("none", .rejected(.blocked("gone"))),
        ]
        for (path, end) in ends { #expect(await scene.router.open("app://h/\(path)", kind: .internal) == end) }
        #expect(done == ["7", "flutter://app/*", "act://app/:what"])
    }

    @Test(
        "a caller gets a handler's result once, also if the handler never completes or no handler matches")
    func results() async throws {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        var kept: [RouteCall] = []
        try scene.router.register(pattern: "app://h/later/:n") { kept.append($0) }
        try scene.router.register(pattern: "app://h/never") { _ in }
        var ends: [(RouteOutcome, String?)] = []
        func open(_ address: String?) -> RouteOutcome {
            scene.router.open(address, userInfo: ["isLogin": true]) { ends.append(($0, $1 as? String)) }
        }
        let performed = RouteOutcome.performed(pattern: "app://h/later/:n")
        #expect(open("app://h/later/1") == performed && ends.isEmpty)
        #expect(kept[0].userInfo["isLogin"] as? Bool == true)
        #expect(kept[0].complete("one") && !kept[0].complete("two"))
        #expect(ends.map(\.1) == ["one"] && ends[0].0 == performed)
        #expect(open("app://h/later/2") == performed)
        kept = []
        #expect(open("app://h/never").isHandled)
        await waitUntil { ends.count >= 3 }
        #expect(ends[1...].map(\.1) == [nil, nil])
        #expect(open("app://a") == .handled(screen: "A") && open("app://none") == .notFound)
        #expect(open(nil) == .rejected(.noAddress))
        #expect(ends.count == 6 && ends[5].0 == .rejected(.noAddress))
    }

    @Test("an address gives an object, and nothing is opened")
    func objects() throws {
        let router = Scene().router
        try router.registerObject(pattern: "app://h/user/:id") { call in
            "user \(call.parameters["id"] ?? "")\(call.userInfo["mark"] as? String ?? "")"
        }
        #expect(router.object(for: "app://h/user/7", userInfo: ["mark": "!"]) as? String == "user 7!")
        #expect(router.object(for: "app://h/none") == nil)
        #expect(router.route(to: "app://h/user/7") == .notFound, "an object is not a destination")
    }

    @Test("pages must be registered before a jump, and registrations can be listed")
    func registered() throws {
        let scene = Scene(["app://a": .screen("A")])
        #expect(scene.router.route(to: "app://a") == .rejected(.unknownScreen("A")))
        scene.screens.register(.make("B", needs: ["id"]))
        scene.screens.register(.make("A"))
        #expect(scene.router.route(to: "app://a") == .handled(screen: "A"))
        #expect(scene.screens.names == ["A", "B"])
        #expect(scene.screens.manifest.map(\.requiredParameters) == [[], ["id"]])
        #expect(scene.router.registered.isEmpty)
        scene.router.register(path: "menu", navigator: FakeNavigator())
        try scene.router.register(pattern: "app://h/:id") { _ in }
        try scene.router.registerObject(pattern: "app://h/count") { _ in 3 }
        #expect(scene.router.registered == ["menu", "app://h/:id", "app://h/count"])
        scene.router.deregister(pattern: "app://h/:id")
        scene.screens.deregister("A")
        #expect(scene.router.registered == ["menu", "app://h/count"] && scene.screens.names == ["B"])
        #expect(scene.router.route(to: "app://a") == .rejected(.unknownScreen("A")))
    }

    @Test("the server's rules have priority over registered routes, which match the address that the rules lead to")
    func order() async throws {
        let routes = try IndexRoutes(
            draft: #"""
                {"settings": {"destinations": ["app://h"]}, "rules": [
                 {"id": "over", "match": ["app://h/a"], "to": {"screen": "FromRule"}},
                 {"id": "on", "match": ["https://w/p/:id"], "to": {"redirect": "app://h/b/{id}"}}]}
                """#)
        let scene = RealScene(routes)
        scene.screens.register(.make("FromRule"))
        var calls: [RouteCall] = []
        for pattern in ["app://h/a", "app://h/b/:n"] {
            try scene.router.register(pattern: pattern, traits: RoutingTraits(exposure: .exported)) { calls.append($0) }
        }
        #expect(scene.router.route(to: "app://h/a") == .handled(screen: "FromRule"))
        #expect(await scene.router.open("https://w/p/7?x=1", kind: .universalLink).isHandled)
        #expect(calls.map(\.address) == ["app://h/b/7?x=1"])
        #expect(calls[0].parameters["n"] == "7" && calls[0].parameters["id"] == "7" && calls[0].parameters["x"] == "1")
    }

    @Test("captures, query and user info are separate, and an address cannot set a reserved name of the dictionary")
    func namespaces() async throws {
        let scene = Scene()
        var calls: [RouteCall] = []
        try scene.router.register(pattern: "app://h/blog/:id") { calls.append($0) }
        let address = "app://h/blog/7?id=8&userName=w&RouteParameterURL=evil&RouteParameterUserInfo=evil"
        await scene.router.open(address, kind: .internal, userInfo: ["id": 9])
        let call = try #require(calls.first)
        #expect(call.parameters.path == [.init("id", "7")] && call.parameters.query.first == .init("id", "8"))
        let careful = call.dictionary()
        #expect(careful["id"] as? String == "7" && careful["userName"] as? String == "w")
        #expect(careful[RouteCallKey.address] as? String == address)
        #expect((careful[RouteCallKey.userInfo] as? UserInfo)?["id"] as? Int == 9)
        #expect(call.dictionary(.queryOverPath)["id"] as? String == "8", "as in MGJRouter, if the app chooses it")
        scene.router.route(to: address)
        #expect(calls.last?.dictionary()[RouteCallKey.userInfo] == nil)
    }

    @Test("a table of CNRouter works unchanged: a redirect has priority over a class and passes on captures")
    func table() async throws {
        let routes = try IndexRoutes(
            table: #"""
                {"https://bbs.csdn.net/skill/:tree": {"redirectUrl": "csdnapp://app.csdn.net/mpTinyApp?id=__UNI__C92EAF9"},
                 "https://blog.csdn.net/:userName/article/details/:articleId": {"class": "CNNewBlogDetailViewController"},
                 "https://live.csdn.net/:room": {"class": "Old", "redirectUrl": "csdnapp://app.csdn.net/live/room"}}
                """#)
        let scene = RealScene(routes)
        scene.screens.register(.make("CNNewBlogDetailViewController"))
        var calls: [RouteCall] = []
        for pattern in ["csdnapp://app.csdn.net/mpTinyApp", "csdnapp://app.csdn.net/live/room"] {
            try scene.router.register(pattern: pattern) { calls.append($0) }
        }
        #expect(await scene.router.open("https://bbs.csdn.net/skill/swift?from=pc&id=1", kind: .internal).isHandled)
        #expect(calls[0].parameters["id"] == "__UNI__C92EAF9" && calls[0].parameters["tree"] == "swift")
        #expect(calls[0].parameters["from"] == "pc", "the query is passed on; items of the target have priority")
        #expect(await scene.router.open("https://live.csdn.net/9", kind: .internal).isHandled)
        #expect(calls[1].parameters["room"] == "9")
        let blog = "https://blog.csdn.net/weixin_36162680/article/details/123161859"
        await scene.router.open(blog, kind: .universalLink)
        #expect(scene.shown?.parameters["articleId"] == "123161859")
        #expect(scene.shown?.parameters["userName"] == "weixin_36162680")
    }

    @Test("redirects in a circle end, and the original address is matched with registered routes")
    func circles() async throws {
        let routes = try IndexRoutes(
            draft: #"""
                {"settings": {"destinations": ["app://h"]}, "rules": [
                 {"id": "a", "match": ["app://h/a"], "to": {"redirect": "app://h/b"}},
                 {"id": "b", "match": ["app://h/b"], "to": {"redirect": "app://h/a"}}]}
                """#)
        let scene = RealScene(routes)
        guard case .failed = scene.router.route(to: "app://h/a") else { return #expect(Bool(false), "it must fail") }
        try scene.router.register(pattern: "app://h/a") { _ in }
        #expect(scene.router.route(to: "app://h/a") == .performed(pattern: "app://h/a"))
    }

    @Test("an unknown screen name is reported, and a web address opens as a page")
    func unknownScreens() {
        let scene = Scene(
            ["https://h/p": .screen("NSObject")], policy: RoutingPolicy(webViewHosts: ["h"]))
        #expect(scene.router.route(to: "https://h/p") == .opened(address: "https://h/p", by: .webView))
        #expect(
            scene.events.all.prefix(2) == [
                .unknownScreen("NSObject", address: "https://h/p"),
                .fellBack(address: "https://h/p", because: .rejected(.unknownScreen("NSObject"))),
            ])
    }

    @Test("one more rule opens a web page in place of a screen for old versions of the app")
    func downgrade() async throws {
        let draft = #"""
            {"settings": {"destinations": ["https://h5.example.com"]}, "rules": [
             {"id": "web", "match": ["app://h/p"], "when": {"appVersion": "<7"},
              "to": {"redirect": "https://h5.example.com/p"}},
             {"id": "native", "match": ["app://h/p"], "to": {"screen": "P"}}]}
            """#
        for (version, end) in [
            ("6.9", RouteOutcome.opened(address: "https://h5.example.com/p", by: .system)),
            ("7.0", .handled(screen: "P")),
        ] {
            let scene = RealScene(try IndexRoutes(draft: draft, context: Context(appVersion: version)))
            scene.screens.register(.make("P"))
            #expect(await scene.router.open("app://h/p", kind: .internal) == end)
        }
    }

    @Test(
        "the web view loads the app's pages, the router follows other links, and the rest is blocked",
        arguments: [
            ("https://h/native", nil, true, LinkInterceptor.Decision.route), ("https://h/other", nil, true, .load),
            ("https://h/hidden", nil, true, .load), ("https://h/blocked", nil, true, .block),
            ("https://h/moved", nil, true, .route), ("https://h/native", nil, false, .load),
            ("https://h/native#part", "https://h/native", true, .load), ("tel:110", nil, true, .route),
            ("weixin://pay", nil, true, .block), ("javascript:alert(1)", nil, true, .block),
            ("app://h/x", nil, false, .block), ("no address", nil, true, .block), ("about:blank", nil, true, .load),
            // A page of another host never loads in the main frame of the web view, not even from a page of that host.
            ("https://evil.example/", nil, true, .route), ("https://evil.example/", "https://h/native", true, .route),
            ("https://evil.example/", "https://evil.example/", true, .route),
            ("https://h@evil.example/", "https://h/", true, .route), ("http://h.evil.example/", nil, true, .route),
            ("data:text/html,<h1>h</h1>", "https://h/", true, .block),
            ("blob:https://h/1-2", "https://h/", true, .load),
            ("blob:https://evil.example/1-2", "https://h/", true, .block), ("blob:null/1-2", nil, true, .block),
            ("file:///etc/passwd", "https://h/", true, .block), ("https://H/Other", nil, true, .load),
            // Frames inside an allowed page may load any web address.
            ("https://evil.example/", "https://h/", false, .load), ("data:text/html,x", "https://h/", false, .load),
            ("tel:110", "https://h/", false, .block), ("file:///etc/passwd", "https://h/", false, .block),
        ] as [(String, String?, Bool, LinkInterceptor.Decision)])
    func interceptor(address: String, page: String?, isMainFrame: Bool, decision: LinkInterceptor.Decision) {
        let scene = Scene(
            [
                "https://h/native": .screen("A"), "https://h/hidden": .screen("Hidden"),
                "https://h/blocked": .blocked("no"), "https://h/moved": .address("https://h/new"),
                "tel:110": .address("tel:110"),
            ], policy: RoutingPolicy(webViewHosts: ["h"])
        ).with(.make("A"), .make("Hidden", exposure: .internal))
        let interceptor = LinkInterceptor(router: scene.router)
        #expect(interceptor.decide(address, on: page, isMainFrame: isMainFrame) == decision)
        #expect(scene.host.calls.isEmpty && scene.events.all.isEmpty)
    }

    @Test("a page of another host opens in the browser if the app has that fallback, else not at all")
    func foreignPages() {
        for (fallbacks, decision) in [([], .block), ([.webView], .block), ([.webView, .browser], .route)]
            as [(
                [RoutingPolicy.Fallback], LinkInterceptor.Decision
            )]
        {
            let scene = Scene(policy: RoutingPolicy(webViewHosts: ["h"], fallbacks: fallbacks))
            let interceptor = LinkInterceptor(router: scene.router)
            #expect(interceptor.decide("https://evil.example/", on: "https://h/") == decision)
            #expect(interceptor.decide("https://h/p", on: "https://h/") == .load)
            guard decision == .route else { continue }
            #expect(
                interceptor.follow("https://evil.example/") == .opened(address: "https://evil.example/", by: .system))
        }
    }

    @Test(
        "a web address that leads to no screen opens in the app's web view, else in the browser, else not at all",
        arguments: [
            (LinkKind.internal, ["h"], RouteOutcome.opened(address: "https://h/p", by: .webView)),
            (.internal, [], .opened(address: "https://h/p", by: .system)),
            (.push, [], .opened(address: "https://h/p", by: .system)),
            (.universalLink, ["h"], .opened(address: "https://h/p", by: .webView)), (.universalLink, [], .notFound),
        ] as [(LinkKind, [String], RouteOutcome)])
    func fallback(kind: LinkKind, allowed: [String], end: RouteOutcome) {
        let hosts = Set(allowed)
        let scene = Scene(policy: RoutingPolicy(webViewHosts: hosts))
        #expect(scene.router.start("https://h/p", kind: kind) == end)
        #expect(scene.router.canOpen("https://h/p", from: kind) == end.isHandled)
        #expect(LinkIngress(router: scene.router) { true }.handle(IncomingLink(kind, "https://h/p")) == end.isHandled)
        let closed = Scene(policy: RoutingPolicy(webViewHosts: hosts, fallbacks: []))
        #expect(closed.router.start("https://h/p", kind: kind) == .notFound)
    }

    @Test("register, deregister and open work as in MGJRouter, and canOpen is true only for what would open")
    func parity() throws {
        let scene = Scene()
        let router = scene.router
        try router.register(pattern: "mgj://foo/bar", matching: .prefix) { _ in }
        try router.register(pattern: "mgj://foo/:id") { _ in }
        #expect(
            router.canOpen("mgj://foo/bar") && router.canOpen("mgj://foo/bar/deep") && router.canOpen("mgj://foo/x"))
        #expect(!router.canOpen("mgj://foo/x/deep") && !router.canOpen("mgj://foo") && !router.canOpen("mgj://"))
        #expect(!router.canOpen("mgj://foo/bar", from: .customScheme), "only the app may run it by default")
        #expect(router.route(to: "mgj://foo/bar") == .performed(pattern: "mgj://foo/bar"))
        #expect(router.deregister(pattern: "mgj://foo/bar") && !router.deregister(pattern: "mgj://foo/bar"))
        #expect(router.route(to: "mgj://foo/bar") == .performed(pattern: "mgj://foo/:id"))
        #expect(!router.canOpen("mgj://foo/bar/deep"))
    }

    @Test(
        "an address is made of a pattern and named values, and is nil if one is missing",
        arguments: [
            ("mgj://search/:q", ["q": "a/b c"], "mgj://search/a%2Fb%20c"), ("mgj://s/:q", [:], nil),
            ("mgj://s/:a/:b", ["b": "2", "a": "1", "c": "3"], "mgj://s/1/2?c=3"),
            ("mgj://s/:a-:b", ["a": "1", "b": "2"], "mgj://s/1-2"),
            ("mgj://s/:q", ["q": ".."], nil), ("mgj://s{/:q}?", ["q": "1"], nil), ("mgj://s/*", [:], nil),
            ("mgj://s/plain", [:], "mgj://s/plain"),
        ] as [(String, [String: String], String?)])
    func generate(pattern: String, values: [String: String], address: String?) {
        #expect(AppRouter.address(of: pattern, values) == address)
    }

    @Test("an address with an opaque path never matches a hierarchical pattern")
    func opaque() async throws {
        let scene = Scene()
        try scene.router.register(pattern: "tel://:number") { _ in }
        #expect(scene.router.route(to: "tel:110") == .notFound)
        #expect(scene.router.route(to: "tel://110") == .performed(pattern: "tel://:number"))
    }
}
