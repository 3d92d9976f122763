import RouteNavigation
import TestSupport
import Testing

@Suite("The router decides without a display", .scheduled)
@MainActor
struct DecisionTests {
    private let routes = FakeRoutes([
        "app://a": .screen("A", "replace"), "app://secret": .screen("Secret"), "app://login": .screen("Login"),
        "app://odd": .screen("A", "magic"), "https://h/p": .address("https://h/q"), "app://none": .screen("None"),
    ])
    private let screens = ScreenRegistry()
    private let signedIn = FakeFeatures()

    private func router() -> AppRouter {
        let router = AppRouter(routes: routes, screens: screens, policy: RoutingPolicy(transition: .show))
        let login = AsyncGuard("login") { [signedIn] _ in
            signedIn.isOn("yes") ? .allow : .redirect(to: "app://login", resume: true)
        }
        screens.register(ScreenRegistration("A", exposure: .exported, sameScreen: .ignoreIfSame))
        screens.register(ScreenRegistration("Secret", exposure: .exported, guards: [login]))
        screens.register(ScreenRegistration("Login", transition: .present))
        return router
    }

    @Test("the decision has the screen, the transition that is chosen, and what to do if it is on top")
    func screen() async {
        let router = router()
        var ended = 0
        router.onEvent = { if case .ended = $0 { ended += 1 } }
        guard case .screen(let request, let showing) = await router.decide(IncomingLink(.universalLink, "app://a"))
        else {
            Issue.record("no screen")
            return
        }
        #expect(request.name == "A" && request.kind == .universalLink && request.address == "app://a")
        #expect(showing.transition == "replace" && showing.sameScreen == .ignoreIfSame)
        #expect(showing.redirectedBy == nil && !showing.isLinkParked)
        if case .screen(_, let odd) = await router.decide(IncomingLink(.push, "app://odd")) {
            #expect(odd.transition == "show", "an unknown name leaves the next choice")
        }
        #expect(ended == 0, "a decision is no attempt that ended")
        #expect(await router.open("app://a", kind: .push) == .rejected(.noRoot), "there is no display")
    }

    @Test("exposure, features and unknown screens are decided before the app shows anything")
    func refusals() async throws {
        let router = router()
        #expect(
            await router.decide(IncomingLink(.push, "app://login")) == .nothing(.rejected(.notExported("Login"))))
        #expect(await router.decide(IncomingLink(.internal, "app://login")).request?.name == "Login")
        #expect(await router.decide(IncomingLink(.push, "app://none")) == .nothing(.rejected(.unknownScreen("None"))))
        #expect(await router.decide(IncomingLink(.push, nil)) == .nothing(.rejected(.noAddress)))
        #expect(
            await router.decide(IncomingLink(.push, "https://h/p")) == .page(address: "https://h/q", by: .system))
        try router.register(pattern: "app://run", traits: RoutingTraits(exposure: .exported)) { _ in
            Issue.record("a decision runs no handler")
        }
        guard case .action(let request) = await router.decide(IncomingLink(.push, "app://run")) else {
            Issue.record("no action")
            return
        }
        #expect(request.name == "app://run")
    }

    @Test("a login parks the link, and the parked link is decided once afterwards")
    func login() async {
        let router = router()
        let first = await router.decide(IncomingLink(.push, "app://secret"))
        guard case .screen(let request, let showing) = first else {
            Issue.record("\(first)")
            return
        }
        #expect(request.name == "Login" && showing.redirectedBy == "login" && showing.isLinkParked)
        #expect(showing.transition == "present")
        #expect(router.parked?.address == "app://secret")
        signedIn.on = ["yes"]
        #expect(await router.decideParked()?.request?.name == "Secret")
        #expect(await router.decideParked() == nil)
    }

    @Test("a request of a saved state may be shown if its screen, features and guards allow it")
    func saved() async {
        let router = router()
        func request(_ name: String, _ kind: LinkKind = .internal) -> ScreenRequest {
            ScreenRequest(name: name, parameters: Parameters(), address: "", kind: kind)
        }
        #expect(await router.mayShow(request("A")))
        #expect(await router.mayShow(request("Login")))
        #expect(await !router.mayShow(request("Login", .push)), "the kind of the link stays")
        #expect(await !router.mayShow(request("Secret")) && router.parked == nil)
        #expect(await !router.mayShow(request("Gone")))
        signedIn.on = ["yes"]
        #expect(await router.mayShow(request("Secret")))
    }

    enum Item: TypedRoute {
        case a(Int)
        static let base = "app://items"
    }

    @Test("a request that is no route of the registered type is refused, and a route is decided by its address")
    func typed() async {
        let router = router()
        routes.table["app://items/a/7"] = .screen("a")
        #expect(screens.register(["a"], as: Item.self))
        #expect(!screens.register(["a", "b"], as: Item.self), "one name is taken")
        #expect(await router.decide(Item.a(7)).request?.name == "a")
        let shown = Scene(["app://items/a/7": .screen("a")]).with(screens["a"] ?? ScreenRegistration("a"))
        #expect(
            await shown.router.open(Item.a(7))
                == .rejected(.refusedByScreen("Item.a._0: it is missing")), "the table gives no parameters")
    }
}
