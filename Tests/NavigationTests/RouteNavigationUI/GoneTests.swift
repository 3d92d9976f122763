import RouteNavigation
import RouteNavigationUI
import TestSupport
import Testing

@Suite("What belongs to a screen ends with it", .scheduled)
@MainActor
struct GoneTests {
    private let navigator = Navigator(clock: NavigatorModelTests.EndlessClock())
    private let router: AppRouter
    private let account = NavigatorTests.Account()

    init() {
        let screens = ScreenRegistry()
        let login = AsyncGuard("login") { [account] _ in
            account.isSignedIn ? .allow : .redirect(to: "app://login", resume: true)
        }
        screens.register(ScreenRegistration("color", transition: .present))
        screens.register(ScreenRegistration("size", transition: .show))
        screens.register(ScreenRegistration("orders", exposure: .exported, transition: .show, guards: [login]))
        screens.register(ScreenRegistration("login", transition: .present))
        screens.register(ScreenRegistration("terms", transition: .show))
        router = AppRouter(routes: NavigatorTests.Table(), screens: screens, display: navigator)
    }

    private func ask(_ address: String) -> Task<Int?, Never> {
        Task { [router] in await router.ask(for: Int.self, at: address) }
    }

    private func port() -> OneAnswer<Int?>? { navigator.state.topRequest?.resultPort(for: Int.self) }

    @Test("a question ends when its sheet was pulled down, also where a view goes on holding the request")
    func pulledDown() async throws {
        navigator.attach()
        let asked = ask("app://color")
        await waitUntil { !navigator.state.modals.isEmpty }
        let held = navigator.latest
        navigator.personDismissed(modal: try #require(navigator.state.modals.last?.id))
        navigator.modalWasDismissed()
        #expect(await asked.value == nil)
        #expect(held != nil)
    }

    @Test("a question ends when its screen is popped, replaced or covered by a new root")
    func popped() async {
        for change in [NavigatorChange.pop, .popToRoot, .root(request("home")), .replace(request("home"))] {
            let asked = ask("app://size")
            await waitUntil { navigator.state.topRequest?.name == "size" }
            navigator.apply(change)
            #expect(await asked.value == nil)
        }
        let asked = ask("app://size")
        await waitUntil { navigator.state.topRequest?.name == "size" }
        navigator.personSet(path: Array(navigator.state.topPath.dropLast()), modal: nil, tab: "")
        #expect(await asked.value == nil)
    }

    @Test("a view that goes away and then sends its result is heard")
    func late() async throws {
        navigator.attach()
        let asked = ask("app://color")
        await waitUntil { !navigator.state.modals.isEmpty }
        let port = try #require(self.port())
        navigator.personDismissed(modal: try #require(navigator.state.modals.last?.id))
        #expect(port.give(7), "the sheet is still being dismissed")
        navigator.modalWasDismissed()
        #expect(await asked.value == 7)
        let popped = ask("app://size")
        await waitUntil { navigator.state.topRequest?.name == "size" }
        let other = try #require(self.port())
        navigator.apply(.pop)
        #expect(other.give(8))
        #expect(await popped.value == 8)
    }

    @Test("a question goes on while its screen is below another one, and while its change waits")
    func below() async throws {
        navigator.attach()
        let asked = ask("app://size")
        await waitUntil { navigator.state.topRequest?.name == "size" }
        let port = try #require(self.port())
        navigator.apply(.sheet(request("a")))
        navigator.apply(.push(request("b")))
        navigator.apply(.dismiss)
        navigator.modalWasDismissed()
        await Task.yield()
        #expect(port.give(9))
        #expect(await asked.value == 9)
    }

    @Test("a question ends with the task that asks, such as that of a view that went away")
    func cancelled() async {
        let asked = ask("app://color")
        await waitUntil { !navigator.state.modals.isEmpty }
        asked.cancel()
        #expect(await asked.value == nil)
        #expect(navigator.state.modals.count == 1, "the screen stays")
    }

    @Test("a login that is pulled down ends the link that waits for it, and the question that led to it")
    func login() async throws {
        navigator.attach()
        let asked = ask("app://orders")
        await waitUntil { !navigator.state.modals.isEmpty }
        #expect(router.parked?.address == "app://orders")
        navigator.personDismissed(modal: try #require(navigator.state.modals.last?.id))
        #expect(router.parked != nil, "until the sheet is gone, the app may still resume the link")
        navigator.modalWasDismissed()
        await waitUntil { router.parked == nil }
        #expect(await asked.value == nil)
        account.isSignedIn = true
        #expect(await router.resumeParked() == nil && navigator.state.topRequest == nil)
    }

    @Test("a login with more pages ends with its sheet; a page of it that a person goes back from ends nothing")
    func pages() async throws {
        await router.open("app://orders", kind: .internal)
        navigator.apply(.push(request("terms")))
        let id = try #require(navigator.state.modals.last?.id)
        navigator.personSet(path: [], modal: id, tab: "")
        navigator.apply(.alert(NavigatorState.Alert("any")))
        navigator.personClosedAlert()
        await Task.yield()
        #expect(router.parked != nil)
        navigator.personDismissed(modal: id)
        await waitUntil { router.parked == nil }
    }

    @Test("a login that dismisses itself and resumes the link at once is not given up")
    func dismissesItself() async throws {
        navigator.attach()
        await router.open("app://orders", kind: .internal)
        account.isSignedIn = true
        navigator.personDismissed(modal: try #require(navigator.state.modals.last?.id))
        let resumed = Task { await router.resumeParked() }
        navigator.modalWasDismissed()
        #expect(await resumed.value == .handled(screen: "orders"))
        await waitUntil { navigator.state.topRequest?.name == "orders" }
    }

    @Test("a login that the app dismisses keeps its link, and so does any other sheet that is pulled down")
    func others() async throws {
        await router.open("app://orders", kind: .internal)
        navigator.apply(.sheet(request("help")))
        navigator.personDismissed(modal: try #require(navigator.state.modals.last?.id))
        await Task.yield()
        #expect(router.parked != nil)
        navigator.apply(.dismiss)
        await Task.yield()
        account.isSignedIn = true
        #expect(await router.resumeParked() == .handled(screen: "orders"))
    }

    private func request(_ name: String) -> ScreenRequest {
        ScreenRequest(name: name, parameters: Parameters(), address: "")
    }
}
