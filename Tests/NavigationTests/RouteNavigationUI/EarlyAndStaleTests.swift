import Foundation
import RouteNavigation
import RouteNavigationUI
import TestSupport
import Testing

@Suite("What comes before the first view, and what is older than the rules or the path", .scheduled)
@MainActor
struct EarlyAndStaleTests {
    private func request(_ name: String) -> ScreenRequest {
        ScreenRequest(name: name, parameters: Parameters(), address: "")
    }

    @Test("a page for the browser that a link opens before the first view waits for it; the latest one only")
    func page() async {
        let navigator = Navigator()
        let router = AppRouter(routes: FewRules(), screens: ScreenRegistry(), display: navigator)
        let links = LinkIngress(router: router) { true }
        var misses = 0
        links.onMiss = { _, _ in misses += 1 }
        for page in ["https://h/old", "https://h/new"] {
            #expect(
                await links.receive(IncomingLink(.push, page)) == .followed(.opened(address: page, by: .system)))
        }
        var opened: [String] = []
        navigator.system = { address in
            opened.append(address)
            return true
        }
        #expect(opened == ["https://h/new"] && misses == 0)
        navigator.system = { _ in false }
        #expect(opened.count == 1, "once")
        #expect(!navigator.openInSystem("https://h/"), "a view is there, and the system refuses")
    }

    @Test("the end of a swipe that began before a change does not bring back screens that are gone")
    func stale() {
        let navigator = Navigator(tabs: ["a", "b"], clock: NavigatorModelTests.EndlessClock())
        for name in ["1", "2", "3"] { navigator.apply(.push(request(name))) }
        navigator.apply(.root(request("new")))
        navigator.personSet(path: [request("1"), request("2")], modal: nil, tab: "a")
        #expect(navigator.state.topPath.map(\.name) == ["new"] && navigator.target == navigator.state)
        navigator.apply(.popToRoot)
        navigator.personSet(path: [request("1"), request("2")], modal: nil, tab: "a")
        #expect(navigator.state.topPath.isEmpty)
        navigator.personSet(path: [request("link")], modal: nil, tab: "a")
        #expect(navigator.state.topPath.map(\.name) == ["link"], "a person follows a NavigationLink")
        navigator.personSet(path: [], modal: nil, tab: "a")
        #expect(navigator.target.topPath.isEmpty)
    }

    @Test("a path that a person makes is not longer than one that links make")
    func long() {
        let navigator = Navigator()
        for number in 0..<64 { navigator.apply(.push(request("\(number)"))) }
        navigator.personSet(path: navigator.state.topPath + [request("more")], modal: nil, tab: "")
        #expect(navigator.state.topPath.count == 64)
    }

    /// Rules that a test changes.
    private final class FewRules: AddressResolving {
        let context = Context(platform: "ios")
        var isReady = true
        var screens: [String: String] = [:]

        func resolve(_ address: String, context: Context) -> Resolution {
            Resolution(
                outcome: screens[address].map { .screen(Screen(name: $0, transition: nil)) } ?? .unmatched,
                original: address, version: 1)
        }
    }

    enum Route: TypedRoute {
        case product(Int)
        static let base = "app://shop"
    }

    @Test("a saved screen is not restored if the present release leads its address nowhere, or to another screen")
    func release() async throws {
        let rules = FewRules()
        rules.screens = ["app://sale": "sale", "app://tea": "tea"]
        let screens = ScreenRegistry()
        for name in ["sale", "tea", "own"] { screens.register(ScreenRegistration(name, transition: .show)) }
        func router(_ navigator: Navigator) -> AppRouter {
            AppRouter(routes: rules, screens: screens, display: navigator)
        }
        let first = Navigator()
        let opened = router(first)
        first.apply(.push(ScreenRequest(name: "own", parameters: Parameters(), address: "app://own")))
        for address in ["app://tea", "app://sale"] { await opened.open(address, kind: .internal) }
        let data = try JSONEncoder().encode(first.target)
        let saved = try JSONDecoder().decode(NavigatorState.self, from: data)
        #expect(saved == first.target)

        func restored() async -> [String] {
            let navigator = Navigator()
            await navigator.restore(saved, allowing: router(navigator).mayShow)
            return navigator.state.topPath.map(\.name)
        }
        #expect(await restored() == ["own", "tea", "sale"])
        rules.screens["app://sale"] = "tea"
        #expect(await restored() == ["own", "tea"], "another screen")
        rules.screens["app://sale"] = nil
        #expect(await restored() == ["own", "tea"], "nowhere; the app's own screen needs no rule")
        rules.isReady = false
        #expect(await restored() == ["own", "tea", "sale"], "without rules it is not known")
    }

    @Test("a saved screen is not restored if this version of the app cannot make it")
    func version() async {
        let screens = ScreenRegistry()
        screens.register(["product"], as: Route.self, transition: .show)
        screens.register(ScreenRegistration("detail", requiredParameters: ["id"]))
        let navigator = Navigator()
        let router = AppRouter(routes: FewRules(), screens: screens, display: navigator)
        func product(_ id: String) -> ScreenRequest {
            ScreenRequest(name: "product", parameters: Parameters(path: [.init("0", id)]), address: "")
        }
        if let made = try? ScreenRequest(Route.product(7)) { #expect(await router.mayShow(made)) }
        #expect(!(await router.mayShow(product("none"))))
        #expect(!(await router.mayShow(request("detail"))))
    }
}
