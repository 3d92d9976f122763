import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Screens that declare their routing", .scheduled)
@MainActor
struct SwiftGGTests {
    private func scene() throws -> (AppRouter, PlainHost) {
        let host = PlainHost()
        let router = AppRouter(
            routes: FakeRoutes(), screens: ScreenRegistry(), host: host,
            policy: RoutingPolicy(origins: ["router://qing.com", "https://qing.com"]))
        try router.register(SearchScreen.self)
        return (router, host)
    }

    private func top(_ host: PlainHost) -> SearchScreen? { host.topScreen as? SearchScreen }

    @Test("one pattern serves the app's scheme and its web pages, with a capture in the path")
    func link() async throws {
        let (router, host) = try scene()
        #expect(await router.open("router://qing.com/search/Foo", kind: .customScheme).isHandled)
        #expect(top(host)?.text == "Foo")
        #expect(
            await router.open("https://qing.com/search/Bar", kind: .universalLink) == .updated(screen: "/search/:text"))
        #expect(await router.open("https://other.com/search/Bar", kind: .universalLink) == .notFound)
    }

    @Test("a screen of the same type with another identifier is updated instead of shown again")
    func update() async throws {
        let (router, host) = try scene()
        for text in ["foo", "bar", "bar"] { await router.open("router://qing.com/search/\(text)", kind: .customScheme) }
        #expect(host.stack.nodes.count == 1)
        #expect(top(host)?.posts == ["bar"], "the same identifier again has no effect")
    }

    @Test("screens without an identifier are never equal")
    func nilIsNeverEqual() async throws {
        let (router, host) = try scene()
        await router.open("router://qing.com/search/foo", kind: .internal)
        top(host)?.text = nil
        #expect(await router.open("router://qing.com/search/foo", kind: .internal) == .updated(screen: "/search/:text"))
    }

    @Test("a screen gets parameters when it is made; one that is not ready gets no post, and a new one is shown")
    func readiness() async throws {
        let (router, host) = try scene()
        await router.open("router://qing.com/search/foo", kind: .internal)
        let first = try #require(top(host))
        #expect(first.text == "foo")
        first.isReady = false
        #expect(await router.open("router://qing.com/search/bar", kind: .internal).isHandled)
        #expect(first.posts.isEmpty && host.stack.nodes.count == 2)
    }

    @Test("get shows a screen, post updates it if it is on top, and fails if another one is")
    func send() async throws {
        let (router, host) = try scene()
        #expect(await router.send(.post, "router://qing.com/search/a") == .rejected(.nothingToUpdate("/search/:text")))
        #expect(await router.send(.get, "router://qing.com/search/a").isHandled)
        #expect(await router.send(.post, "router://qing.com/search/b") == .updated(screen: "/search/:text"))
        #expect(top(host)?.posts == ["b"])
        #expect(await router.send(.post, "router://qing.com/none") == .notFound)
        router.guards = [AsyncGuard("closed") { _ in .deny("no") }]
        #expect(await router.send(.post, "router://qing.com/search/c") == .rejected(.denied(by: "closed", "no")))
        #expect(top(host)?.posts == ["b"], "guards apply to posts, too")
    }

    @Test("a guard redirects to the login, and the first link is resumed once afterwards, with its permissions")
    func login() async throws {
        let person = FakeFeatures()
        let login = AsyncGuard("login") { _ in
            person.isOn("signed in") ? .allow : .redirect(to: "app://login", resume: true)
        }
        let scene = Scene(["app://timeline": .screen("Timeline"), "app://login": .screen("Login")]).with(
            .make("Timeline", guards: [login]), .make("Login", exposure: .internal))
        #expect(
            await scene.router.open("app://timeline", kind: .universalLink)
                == .redirected(by: "login", to: "app://login", resumes: true))
        #expect(scene.host.calls == ["present Login"])
        #expect(scene.router.parked?.kind == .universalLink)
        person.on = ["signed in"]
        #expect(await scene.router.resumeParked() == .handled(screen: "Timeline"))
        #expect(scene.shown?.kind == .universalLink)
        #expect(await scene.router.resumeParked() == nil, "once")
        person.on = []
        await scene.router.open("app://timeline", kind: .push)
        scene.router.dropParked()
        #expect(await scene.router.resumeParked() == nil)
    }

    enum ShopRoute: TypedRoute {
        case product(id: Int)
        case search(text: String, tags: [String])

        static let base = "moments://shop.example.com/v1"

        var parts: RouteParts {
            switch self {
            case .product(let id): RouteParts("product", "\(id)")
            case .search(let text, let tags): RouteParts("search", text, query: tags.map { ("tag", $0) })
            }
        }

        init?(_ parts: RouteParts) {
            switch (parts.segments.first, parts.segments.count) {
            case ("product", 2):
                guard let id = Int(parts.segments[1]) else { return nil }
                self = .product(id: id)
            case ("search", 2): self = .search(text: parts.segments[1], tags: parts.query.map(\.value))
            default: return nil
            }
        }
    }

    @Test("a typed route equals the route read from its address, with any text")
    func typedRoutes() async throws {
        #expect(ShopRoute.product(id: 7).address == "moments://shop.example.com/v1/product/7")
        #expect(ShopRoute(address: "moments://shop.example.com/v1/product/7/") == .product(id: 7))
        for wrong in [
            "moments://other/v1/product/7", "https://shop.example.com/v1/product/7",
            "moments://shop.example.com/product/7",
            "moments://shop.example.com/v1/product/x", "no address", "moments://shop.example.com/v1/search/%FF",
        ] { #expect(ShopRoute(address: wrong) == nil, "\(wrong)") }
        #expect(ShopRoute.search(text: "..", tags: []).address == nil, "a segment must not be “..”")
        var random = SeededGenerator.fromEnvironment(default: 14)
        let alphabet = Array("aZ09 /?#&=+%:;@!$'()*,~-_.[]{}|\\^`\"<>éü博😀\u{0}\u{7f}\n")
        func text() -> String {
            String(
                (0..<Int.random(in: 1...8, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "x" })
        }
        for _ in 0..<2000 {
            let route = ShopRoute.search(
                text: text(), tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in text() })
            guard let address = route.address else { continue }
            #expect(ShopRoute(address: address) == route, "\(address)")
        }
        let scene = Scene(["moments://shop.example.com/v1/product/7": .screen("Product")]).with(.make("Product"))
        #expect(await scene.router.open(ShopRoute.product(id: 7)) == .handled(screen: "Product"))
    }

    enum DerivedRoute: TypedRoute {
        case product(Int)
        case search(text: String, tags: [String], limit: Int?)
        case basket

        static let base = "moments://shop.example.com/v1"
    }

    @Test("the address of a route is derived, and so is the route of an address")
    func derivedRoutes() async {
        #expect(DerivedRoute.product(7).address == "moments://shop.example.com/v1/product/7")
        #expect(DerivedRoute.basket.address == "moments://shop.example.com/v1/basket")
        #expect(DerivedRoute(address: "moments://shop.example.com/v1/product/8?utm=x") == .product(8))
        for wrong in ["product", "product/7/8", "product/x", "basket/1", "other", ""] {
            #expect(DerivedRoute(address: "moments://shop.example.com/v1/\(wrong)") == nil, "\(wrong)")
        }
        var random = SeededGenerator.fromEnvironment(default: 15)
        let alphabet = Array("aZ09 /?#&=+%:;@!$'()*,~-_.[]{}|\\^`\"<>éü博😀\u{0}\u{7f}\n")
        func text() -> String {
            String(
                (0..<Int.random(in: 0...8, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "x" })
        }
        for _ in 0..<2000 {
            let route = DerivedRoute.search(
                text: text(), tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in text() },
                limit: Bool.random(using: &random) ? Int.random(in: .min ... .max, using: &random) : nil)
            #expect(route.address.flatMap { DerivedRoute(address: $0) } == route, "\(route), seed \(random.seed)")
        }
        let scene = Scene(["moments://shop.example.com/v1/product/7": .screen("product")]).with(.make("product"))
        let router: any AppRouting = scene.router
        #expect(router.route(to: DerivedRoute.product(7)) == .handled(screen: "product"))
    }

    @Test("hosts are matched like other components, and no name in a path is reserved")
    func hosts() async throws {
        let router = Scene().router
        for pattern in ["app://qing.com/:x", "app://xiaoqing.com/:x", "app://qing.com/_", "app://qing.com/_/:_"] {
            try router.register(pattern: pattern) { _ in }
        }
        #expect(router.route(to: "app://qing.com/a") == .performed(pattern: "app://qing.com/:x"))
        #expect(router.route(to: "app://XiaoQing.com/a") == .performed(pattern: "app://xiaoqing.com/:x"))
        #expect(router.route(to: "app://qing.com/_") == .performed(pattern: "app://qing.com/_"))
        #expect(router.route(to: "app://qing.com/_/_") == .performed(pattern: "app://qing.com/_/:_"))
        #expect(router.route(to: "app://elsewhere.com/a") == .notFound)
    }

    final class Secret: Routable {
        static let routingPattern = "app://h/secret"
        static let routingTraits = RoutingTraits(
            exposure: .exported, guards: [AsyncGuard("own") { _ in .deny("not today") }])
        let routingIdentifier: String? = nil
        static func get(_ request: ScreenRequest) throws -> (any ScreenNode)? { Secret() }
        func post(_ request: ScreenRequest) {}
    }

    @Test("a screen with an invalid pattern does not replace the registration of the same name")
    func failedReplacement() {
        enum Invalid {
            final class Screen: Routable {
                static let routingPattern = "app://h/{"
                static let screenName = "Search"
                var routingIdentifier: String? { nil }
                static func get(_ request: ScreenRequest) throws -> (any ScreenNode)? { nil }
                func post(_ request: ScreenRequest) {}
            }
        }
        let screens = ScreenRegistry(duplicates: .replace)
        screens.register(.make("Search"))
        let router = AppRouter(routes: FakeRoutes(), screens: screens, host: PlainHost(), clock: StandingClock())
        #expect(throws: LocalRouteError.self) { try router.register(Invalid.Screen.self) }
        #expect(screens["Search"]?.exposure == .exported)
    }

    @Test("a post checks permissions again after the guards have decided")
    func postAfterGuards() async {
        let features = FakeFeatures()
        features.on = ["search"]
        let closing = AsyncGuard("closing") { _ in
            features.on = []
            return .allow
        }
        let scene = Scene(["app://s": .screen("/search/:text")], parameters: Parameters(path: [.init("text", "b")]))
        scene.screens.register(.make("/search/:text", features: ["search"], guards: [closing]))
        let screen = SearchScreen("a")
        let top = FixedTop(screen)
        scene.router.topScreenProvider = top
        scene.router.features = features
        #expect(await scene.router.send(.post, "app://s") == .rejected(.featureOff("search")))
        #expect(screen.posts.isEmpty)
    }

    private final class FixedTop: TopScreenProvider {
        let topScreen: (any ScreenNode)?
        init(_ screen: any ScreenNode) { topScreen = screen }
    }

    @Test("a screen declares its guards, and its pattern and name cannot be registered twice")
    func ownGuards() async throws {
        let scene = Scene()
        try scene.router.register(Secret.self)
        #expect(
            await scene.router.open("app://h/secret", kind: .push) == .rejected(.denied(by: "own", "not today")))
        #expect(throws: LocalRouteError.self) { try scene.router.register(Secret.self) }
        #expect(throws: LocalRouteError.self) { try scene.router.register(pattern: "app://h/:a:b") { _ in } }
        #expect(throws: LocalRouteError.self) { try scene.router.register(pattern: "/no/origins") { _ in } }
    }
}
