import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("A screen owns its routing", .scheduled)
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

    @Test("G3 G4 G11 one pattern serves the app's scheme and its web pages, with a capture in the path")
    func link() async throws {
        let (router, host) = try scene()
        #expect(await router.open("router://qing.com/search/Foo", kind: .customScheme).isHandled)
        #expect(top(host)?.text == "Foo")
        #expect(
            await router.open("https://qing.com/search/Bar", kind: .universalLink) == .updated(screen: "/search/:text"))
        #expect(await router.open("https://other.com/search/Bar", kind: .universalLink) == .notFound)
    }

    @Test("G6 G8 the same type with another identifier takes the new text instead of opening again")
    func update() async throws {
        let (router, host) = try scene()
        for text in ["foo", "bar", "bar"] { await router.open("router://qing.com/search/\(text)", kind: .customScheme) }
        #expect(host.stack.nodes.count == 1)
        #expect(top(host)?.posts == ["bar"], "the same identifier once more changes nothing")
    }

    @Test("G7 two screens without identifier are never the same")
    func nilIsNeverEqual() async throws {
        let (router, host) = try scene()
        await router.open("router://qing.com/search/foo", kind: .internal)
        top(host)?.text = nil
        #expect(await router.open("router://qing.com/search/foo", kind: .internal) == .updated(screen: "/search/:text"))
    }

    @Test("G9 parameters come with the making; a screen that is not ready is posted nothing and shown anew")
    func readiness() async throws {
        let (router, host) = try scene()
        await router.open("router://qing.com/search/foo", kind: .internal)
        let first = try #require(top(host))
        #expect(first.text == "foo")
        first.isReady = false
        #expect(await router.open("router://qing.com/search/bar", kind: .internal).isHandled)
        #expect(first.posts.isEmpty && host.stack.nodes.count == 2)
    }

    @Test("G10 get shows, post updates what is on top, and finds nothing where something else is")
    func send() async throws {
        let (router, host) = try scene()
        #expect(await router.send(.post, "router://qing.com/search/a") == .rejected(.nothingToUpdate("/search/:text")))
        #expect(await router.send(.get, "router://qing.com/search/a").isHandled)
        #expect(await router.send(.post, "router://qing.com/search/b") == .updated(screen: "/search/:text"))
        #expect(top(host)?.posts == ["b"])
        #expect(await router.send(.post, "router://qing.com/none") == .notFound)
        router.guards = [AsyncGuard("closed") { _ in .deny("no") }]
        #expect(await router.send(.post, "router://qing.com/search/c") == .rejected(.denied(by: "closed", "no")))
        #expect(top(host)?.posts == ["b"], "what is posted passes the guards, too")
    }

    @Test("G12 a guard leads to the login, and the first link goes on once afterwards, with the same care")
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

    @Test("G14 typed routes become addresses and come back equal, whatever their texts hold")
    func typedRoutes() async throws {
        #expect(ShopRoute.product(id: 7).address == "moments://shop.example.com/v1/product/7")
        #expect(ShopRoute(address: "moments://shop.example.com/v1/product/7/") == .product(id: 7))
        for wrong in [
            "moments://other/v1/product/7", "https://shop.example.com/v1/product/7",
            "moments://shop.example.com/product/7",
            "moments://shop.example.com/v1/product/x", "no address", "moments://shop.example.com/v1/search/%FF",
        ] { #expect(ShopRoute(address: wrong) == nil, "\(wrong)") }
        #expect(ShopRoute.search(text: "..", tags: []).address == nil, "no segment may mean “up”")
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

    @Test("G15 N6 hosts are matched like any component, and no name in a path is reserved")
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

    @Test("G16 a screen declares its own guards, and its pattern and name are taken once")
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
