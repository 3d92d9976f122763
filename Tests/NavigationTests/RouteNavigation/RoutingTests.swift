import RouteModel
import RouteNavigation
import TestSupport
import Testing

@Suite("Following an address", .scheduled)
@MainActor
struct RoutingTests {
    @Test("a missing address, a missing rule and a block are outcomes")
    func outcomes() {
        let scene = Scene([
            "app://blocked": .blocked("not for links"), "app://loop": .failed(Failure(.loop, detail: "again")),
        ])
        #expect(scene.router.route(to: nil) == .rejected(.noAddress))
        #expect(scene.router.route(to: "") == .rejected(.noAddress))
        #expect(scene.router.route(to: "app://nothing") == .notFound)
        #expect(scene.router.route(to: "no address") == .rejected(.notAnAddress))
        #expect(scene.router.route(to: "app://blocked") == .rejected(.blocked("not for links")))
        #expect(scene.router.route(to: "app://loop") == .failed("again"))
        #expect(scene.host.calls.isEmpty)
        #expect(Scene(isReady: false).router.route(to: "app://x") == .rejected(.notReady))
    }

    @Test("the root replaces a nil or foreign source, and without a root nothing is shown")
    func sources() {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        #expect(scene.router.route(to: "app://a", from: nil, using: .show) == .handled(screen: "A"))
        #expect(scene.router.route(to: "app://a", from: Stranger(), using: .show) == .handled(screen: "A"))
        #expect(scene.host.calls == ["show A", "show A"])
        scene.host.rootNode = nil
        #expect(scene.router.route(to: "app://a") == .rejected(.noRoot))
    }

    @Test("The rules hear of each screen that is shown, which ends the trial of a release; nothing else does")
    func screensShown() {
        let scene = Scene(["app://a": .screen("A"), "app://b": .blocked("no")]).with(.make("A"))
        scene.router.route(to: "app://b")
        scene.router.route(to: "app://none")
        #expect(scene.routes.screensShown == 0)
        scene.router.route(to: "app://a")
        #expect(scene.routes.screensShown == 1)
    }

    @Test("the caller's transition has priority, then the rule's, then the screen's; present is the default")
    func transitions() {
        let table: [String: Outcome] = [
            "app://plain": .screen("A"), "app://rule": .screen("A", "show"), "app://odd": .screen("A", "magic"),
        ]
        let scene = Scene(table).with(.make("A"))
        scene.router.route(to: "app://plain")
        scene.router.route(to: "app://rule")
        scene.router.route(to: "app://odd")
        scene.router.route(to: "app://rule", from: nil, using: .present)
        #expect(scene.host.calls == ["present A", "show A", "present A", "present A"])
        let shown = Scene(table).with(.make("A", transition: .show))
        shown.router.route(to: "app://plain")
        #expect(shown.host.calls == ["show A"])
        #expect(TransitionType(rawValue: "show") == .show)
    }

    @Test("a path registered twice keeps the first registration, or the last one with an option")
    func duplicates() {
        for (replaces, winner) in [(false, 0), (true, 1)] {
            let scene = Scene(paths: PathOptions(hosts: ["h"], replacesDuplicates: replaces))
            let navigators = [FakeNavigator(), FakeNavigator()]
            let accepted = navigators.map { scene.router.register(path: "/Menu", navigator: $0) }
            #expect(accepted == [true, replaces])
            scene.router.route(to: "https://h/menu")
            #expect(navigators[winner].calls.count == 1)
            #expect(scene.events.all.first == .duplicate("/Menu", replaced: replaces))
        }
        let registry = ScreenRegistry()
        #expect(registry.register(.make("A")))
        #expect(!registry.register(.make("A")))
    }

    @Test("whole paths match, on the app's hosts; the last segment alone only for links of the app, as an option")
    func paths() {
        let navigator = FakeNavigator()
        let careful = Scene(policy: RoutingPolicy(fallbacks: []), paths: PathOptions(hosts: ["h"]))
        careful.router.register(path: "InternalMenu", navigator: navigator)
        #expect(careful.router.route(to: "https://h/internalmenu") == .handled(screen: "fake"))
        #expect(careful.router.route(to: "https://any.host/internalmenu") == .notFound)
        #expect(careful.router.route(to: "https://h/x/InternalMenu") == .notFound)
        let seed = Scene(
            policy: RoutingPolicy(fallbacks: []), paths: PathOptions(hosts: ["h"], matchesLastSegment: true))
        seed.router.register(path: "InternalMenu", navigator: navigator)
        #expect(seed.router.route(to: "https://any.host/x/InternalMenu") == .handled(screen: "fake"))
        #expect(seed.router.start("https://any.host/x/InternalMenu", kind: .universalLink) == .notFound)
        #expect(seed.router.route(to: "https://any.host/") == .notFound)
    }

    @Test("a navigator gets source, transition and query; a provider can return the source")
    func navigators() {
        let navigator = FakeNavigator()
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        scene.router.register(path: "/p", navigator: navigator)
        scene.router.route(to: "https://h/p?x=1&y=a+b", using: .show) { scene.home }
        #expect(navigator.calls == ["show x=1&y=a b"])
    }

    /// A navigator without state.
    struct PageNavigator: Navigating {
        func navigate(
            from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
            host: any NavigationHost
        ) -> RouteOutcome {
            navigate(to: MemoryNode(request), from: source, using: transition, host: host)
                ? .handled(screen: request.name) : .rejected(.notShown(request.name))
        }
    }

    @Test("a navigator can be a structure, registered by a module that knows the router's protocol only")
    func structNavigators() {
        let scene = Scene(paths: PathOptions(hosts: ["h"]))
        let router: any AppRouting = scene.router
        #expect(router.register(path: "page", navigator: PageNavigator()))
        #expect(!router.register(path: "/PAGE", navigator: PageNavigator()), "the first keeps the path")
        #expect(router.route(to: "https://h/page?x=1", using: .show) { scene.home } == .handled(screen: "page"))
        #expect(scene.host.calls == ["show page"])
        #expect(scene.shown?.parameters["x"] == "1")
    }

    @Test("show pushes in a stack, replaces a split view's detail, and presents without a container")
    func show() throws {
        let stack = Scene(["app://a": .screen("A")]).with(.make("A"))
        stack.router.route(to: "app://a", from: nil, using: .show)
        #expect(stack.host.rootNode?.outline() == "stack\n  Home\n  A")
        let split = Scene(["app://a": .screen("A")], root: .split([.plain("List"), .plain("Detail")])).with(.make("A"))
        split.router.route(to: "app://a", from: nil, using: .show)
        #expect(split.host.rootNode?.outline() == "split\n  List\n  A")
        let bare = Scene(["app://a": .screen("A")], root: .plain("Home")).with(.make("A"))
        bare.router.route(to: "app://a", from: nil, using: .show)
        #expect(bare.host.rootNode?.outline() == "Home\n^ A")
    }

    @Test("a screen can be shown in a new navigation container")
    func wrapping() {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A", wrapping: .navigation))
        scene.router.route(to: "app://a")
        #expect(scene.host.calls == ["present [A]"])
        #expect(scene.host.rootNode?.outline() == "stack\n  Home\n  ^ stack\n  ^   A")
    }

    @Test(
        "a stack gets the screens of a container: no stack contains a stack",
        arguments: [
            ("show", "stack\n  Home\n  A"), ("push", "stack\n  Home\n  A"), ("replace", "stack\n  A"),
            ("root", "stack\n  A"), ("modal", "stack\n  Home\n  ^ stack\n  ^   A"),
        ])
    func unwrapping(transition: String, outline: String) async {
        let scene = Scene(["app://a": .screen("A", transition)]).with(.make("A", wrapping: .navigation))
        #expect(scene.router.route(to: "app://a") == .handled(screen: "A"))
        #expect(scene.host.rootNode?.outline() == outline)
        let jump = Scene().with(.make("A", wrapping: .navigation, transition: .show))
        #expect(await jump.router.navigate(to: ScreenContext("A")).isHandled)
        #expect(jump.host.rootNode?.outline() == "stack\n  Home\n  A")
        let split = Scene(["app://a": .screen("A", "show")], root: .split([.plain("List"), .plain("Detail")]))
            .with(.make("A", wrapping: .navigation))
        split.router.route(to: "app://a")
        #expect(split.host.rootNode?.outline() == "split\n  List\n  stack\n    A", "a split view may contain a stack")
        split.router.route(to: "app://a")
        #expect(split.host.rootNode?.outline() == "split\n  List\n  stack\n    A\n    A")
    }

    @Test("a missing parameter is reported, and letter case of names does not matter")
    func parameters() {
        let parameters = Parameters(query: [.init("productname", "kit"), .init("Version", "3")])
        let table: [String: Outcome] = ["app://kit": .screen("Kit")]
        let found = Scene(table, parameters: parameters).with(.make("Kit", needs: ["productName", "version"]))
        #expect(found.router.route(to: "app://kit") == .handled(screen: "Kit"))
        let missing = Scene(table, parameters: parameters).with(.make("Kit", needs: ["colour"]))
        #expect(missing.router.route(to: "app://kit") == .rejected(.missingParameter("colour")))
        let picky = Scene(table, parameters: parameters).with(
            ScreenRegistration("Kit", exposure: .exported) { request in
                _ = try request.parameters.requireInteger("productName")
                return MemoryNode(request)
            })
        #expect(picky.router.route(to: "app://kit") == .rejected(.refusedByScreen("productName is not a whole number")))
    }

    @Test("rules choose only registered screens, and the registry has a manifest")
    func allowList() {
        let scene = Scene(["app://x": .screen("UIAlertController")]).with(.make("B", needs: ["z", "a"]), .make("A"))
        #expect(scene.router.route(to: "app://x") == .rejected(.unknownScreen("UIAlertController")))
        #expect(scene.screens.names == ["A", "B"])
        #expect(scene.screens.manifest.map(\.requiredParameters) == [[], ["a", "z"]])
    }

    @Test("addresses are built with every part encoded")
    func builder() {
        let base = AddressBuilder("https://moments.example.com/")
        #expect(
            base.segment("a/b ?").query("q", "x&y=z").address == "https://moments.example.com/a%2Fb%20%3F?q=x%26y%3Dz")
        #expect(base.segment("..").address == nil)
        #expect(AddressBuilder("not a base").segment("a").address == nil)
    }

    @Test("a screen with features opens only while one of them is on")
    func features() {
        let scene = Scene(["app://menu": .screen("InternalMenu")]).with(
            .make("InternalMenu", features: ["debug", "internal"]))
        let features = FakeFeatures()
        #expect(scene.router.route(to: "app://menu") == .rejected(.featureOff("debug or internal")))
        scene.router.features = features
        #expect(!scene.router.route(to: "app://menu").isHandled)
        features.on = ["internal"]
        #expect(scene.router.route(to: "app://menu") == .handled(screen: "InternalMenu"))
    }

    @Test(
        "links from outside open only exported screens with the effect read",
        arguments: [
            (ScreenRegistration.Exposure.exported, ScreenRegistration.Effect.read, true), (.internal, .read, false),
            (.exported, .mutate, false), (.exported, .sensitive, false),
        ])
    func exposure(exposure: ScreenRegistration.Exposure, effect: ScreenRegistration.Effect, reachable: Bool) {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A", exposure: exposure, effect: effect))
        for kind in LinkKind.allCases where kind.isExternal {
            #expect(scene.router.start("app://a", kind: kind).isHandled == reachable)
            #expect(scene.router.canOpen("app://a", from: kind) == reachable)
        }
        #expect(scene.router.route(to: "app://a") == .handled(screen: "A"))
    }

    @Test("links from outside have no user info")
    func userInfo() throws {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A"))
        scene.router.start("app://a", kind: .internal, userInfo: ["from": "home"])
        #expect(scene.shown?.userInfo["from"] as? String == "home")
        scene.router.start("app://a", kind: .push, userInfo: ["from": "push"])
        #expect(scene.shown?.userInfo.isEmpty == true)
    }

    @Test("resolving an address opens nothing, and rules get the kind of the link")
    func pure() {
        let scene = Scene(["universalLink>app://a": .screen("FromOutside"), "app://a": .screen("A")])
        #expect(scene.router.destination(of: "app://a").outcome == .screen("A"))
        #expect(scene.router.destination(of: "app://a", from: .universalLink).outcome == .screen("FromOutside"))
        #expect(scene.host.calls.isEmpty)
    }

    @Test("the same screen with the same parameters stays, if its policy allows it")
    func sameScreen() {
        let scene = Scene(["app://a": .screen("A")]).with(.make("A", sameScreen: .ignoreIfSame))
        #expect(scene.router.route(to: "app://a") == .handled(screen: "A"))
        #expect(scene.router.route(to: "app://a") == .alreadyThere(screen: "A"))
        #expect(scene.host.calls == ["present A"])
    }

    @Test(
        "pages of the app's hosts open in the web view, others in the system, and schemes need permission")
    func pages() {
        let policy = RoutingPolicy(webViewHosts: ["h5.example.com"])
        let scene = Scene(
            [
                "app://own": .address("https://h5.example.com/p"), "app://web": .address("https://example.org/"),
                "app://call": .address("tel:110"), "app://other": .address("weixin://pay"),
            ], policy: policy)
        #expect(scene.router.route(to: "app://own") == .opened(address: "https://h5.example.com/p", by: .webView))
        #expect(scene.router.route(to: "app://web") == .opened(address: "https://example.org/", by: .system))
        #expect(scene.router.route(to: "app://call") == .opened(address: "tel:110", by: .system))
        #expect(scene.router.route(to: "app://other") == .rejected(.schemeNotAllowed("weixin")))
        scene.host.hasWebView = false
        #expect(scene.router.route(to: "app://own") == .opened(address: "https://h5.example.com/p", by: .system))
        #expect(scene.router.canOpen("app://web") && !scene.router.canOpen("app://other"))
    }
}
