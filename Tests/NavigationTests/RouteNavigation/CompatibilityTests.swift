import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Compatibility options apply only to links of the app", .scheduled)
@MainActor
struct CompatibilityTests {
    @Test("a prefix pattern matches longer addresses of the app, and none from outside")
    func prefix() async throws {
        let scene = Scene()
        let open = RoutingTraits(exposure: .exported)
        try scene.router.register(pattern: "app://h/user", matching: .prefix, traits: open) { _ in }
        #expect(scene.router.route(to: "app://h/user/settings") == .performed(pattern: "app://h/user"))
        for kind in LinkKind.allCases where kind.isExternal {
            #expect(await scene.router.open("app://h/user", kind: kind) == .performed(pattern: "app://h/user"))
            #expect(await scene.router.open("app://h/user/settings", kind: kind) == .notFound)
            #expect(!scene.router.canOpen("app://h/user/settings", from: kind))
        }
    }

    @Test("the query has priority over captures only for links of the app, and only if chosen")
    func merging() async throws {
        let scene = Scene()
        var ids: [String?] = []
        try scene.router.register(pattern: "app://h/user/:id", traits: RoutingTraits(exposure: .exported)) {
            ids.append($0.dictionary(.queryOverPath)["id"] as? String)
        }
        await scene.router.open("app://h/user/7?id=8", kind: .internal)
        await scene.router.open("app://h/user/7?id=8", kind: .customScheme)
        #expect(ids == ["8", "7"])
    }

    @Test("hosts and schemes in options are normalized")
    func spellings() {
        var policy = RoutingPolicy(webViewHosts: ["H5.Example.com", "bücher.example"], systemSchemes: ["WeiXin"])
        let scene = Scene(
            ["app://pay": .address("weixin://pay")], policy: policy, paths: PathOptions(hosts: ["Shop.Example", "1"]))
        for address in ["https://h5.example.com/p", "https://xn--bcher-kva.example/p"] {
            #expect(scene.router.start(address, kind: .universalLink) == .opened(address: address, by: .webView))
        }
        scene.host.systemSchemes.insert("weixin")
        #expect(scene.router.route(to: "app://pay").isHandled)
        policy.webViewHosts = ["Other.example"]
        #expect(policy.webViewHosts.contains("other.example"))
        scene.router.register(path: "p", navigator: FakeNavigator())
        #expect(scene.router.route(to: "https://SHOP.example/p") == .handled(screen: "fake"))
        #expect(scene.router.route(to: "app://1/p") == .handled(screen: "fake"))
        #expect(scene.router.route(to: "app://2/p") == .notFound)
    }

    @Test("a link from outside reaches the first registration of a path")
    func duplicates() async {
        let scene = Scene(paths: PathOptions(hosts: ["h"], replacesDuplicates: true))
        let (first, second) = (FakeNavigator(), FakeNavigator())
        let open = RoutingTraits(exposure: .exported)
        scene.router.register(path: "p", navigator: first, defaults: [:], traits: open)
        scene.router.register(path: "p", navigator: second, defaults: [:], traits: open)
        await scene.router.open("https://h/p", kind: .internal)
        #expect(first.calls.isEmpty && second.calls.count == 1)
        await scene.router.open("https://h/p", kind: .universalLink)
        #expect(first.calls.count == 1 && second.calls.count == 1)
    }

    @Test("a pattern that is registered again has the matching of the last registration")
    func registeredAgain() throws {
        let router = Scene().router
        try router.register(pattern: "app://h/a", matching: .prefix) { _ in }
        #expect(router.canOpen("app://h/a/b"))
        try router.register(pattern: "app://h/a") { _ in }
        #expect(!router.canOpen("app://h/a/b") && router.canOpen("app://h/a"))
        try router.register(pattern: "app://h/a", matching: .prefix) { _ in }
        #expect(router.canOpen("app://h/a/b"))
        try router.registerObject(pattern: "app://h/a") { _ in 1 }
        #expect(router.canOpen("app://h/a/b"), "registering an object does not change the handler's matching")
        #expect(router.object(for: "app://h/a/b") as? Int == 1)
    }

    @Test("deregistering a screen frees its name, and a handler can replace a screen's pattern")
    func deregistering() async throws {
        let host = PlainHost()
        let router = AppRouter(
            routes: FakeRoutes(), screens: ScreenRegistry(), host: host, policy: RoutingPolicy(origins: ["app://h"]))
        try router.register(SearchScreen.self)
        #expect(router.deregister(pattern: SearchScreen.routingPattern))
        #expect(router.screens.names.isEmpty && !router.canOpen("app://h/search/x"))
        try router.register(SearchScreen.self)
        #expect(router.route(to: "app://h/search/x") == .handled(screen: "/search/:text"))
        try router.register(pattern: SearchScreen.routingPattern) { _ in }
        #expect(router.route(to: "app://h/search/y") == .performed(pattern: "/search/:text"))
        #expect(router.screens.names == ["/search/:text"], "rules may still choose the screen by its name")
    }
}
