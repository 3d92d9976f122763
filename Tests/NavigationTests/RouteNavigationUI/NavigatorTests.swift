import Foundation
import Observation
import RouteNavigation
import RouteNavigationUI
import TestSupport
import Testing

@Suite("Links arrive at a navigator", .scheduled)
@MainActor
struct NavigatorTests {
    /// Rules as a table.
    final class Table: AddressResolving {
        let context = Context(platform: "ios")
        let isReady = true
        func resolve(_ address: String, context: Context) -> Resolution {
            let name = address.hasPrefix("app://") ? String(address.dropFirst(6).prefix { $0 != "/" }) : ""
            return Resolution(
                outcome: name.isEmpty ? .unmatched : .screen(Screen(name: name, transition: nil)), original: address,
                version: 1,
                parameters: Parameters(path: address.split(separator: "/").dropFirst(2).map { .init("id", String($0)) })
            )
        }
    }

    @MainActor
    private struct Window {
        let navigator = Navigator(tabs: ["shop", "me"], clock: NavigatorModelTests.EndlessClock())
        let router: AppRouter
        let links: LinkIngress
        let account: Account

        init(_ account: Account = Account()) {
            self.account = account
            let screens = ScreenRegistry()
            let login = AsyncGuard("login") { _ in
                account.isSignedIn ? .allow : .redirect(to: "app://login", resume: true)
            }
            screens.register(ScreenRegistration("product", exposure: .exported, transition: .show))
            screens.register(ScreenRegistration("offer", exposure: .exported, transition: .present))
            screens.register(ScreenRegistration("orders", exposure: .exported, transition: .show, guards: [login]))
            screens.register(ScreenRegistration("login", transition: .present))
            screens.register(ScreenRegistration("profile", exposure: .exported))
            router = AppRouter(routes: Table(), screens: screens, display: navigator)
            router.transitions.register("cover", CoverTransition(navigator))
            navigator.tabScreens = ["profile": "me"]
            links = LinkIngress(router: router) { true }
        }

        var shown: [String] { navigator.state.topPath.map(\.name) }
    }

    @MainActor final class Account { var isSignedIn = false }

    @Test("before the first scene a link changes the state, which the first view shows")
    func early() async {
        let window = Window()
        #expect(
            await window.links.receive(IncomingLink(.universalLink, "app://product/7"))
                == .followed(.handled(screen: "product")))
        #expect(window.shown == ["product"])
        window.navigator.attach()
        #expect(window.navigator.state.topRequest?.parameters["id"] == "7")
    }

    @Test("while a sheet is up a link pushes in the sheet, and a modal is presented over it")
    func sheet() async {
        let window = Window()
        window.navigator.attach()
        await window.router.open("app://offer", kind: .push)
        await window.router.open("app://product/1", kind: .push)
        #expect(window.navigator.state.modals.map(\.root.name) == ["offer"] && window.shown == ["product"])
        await window.router.open("app://offer/2", kind: .push, using: .present)
        #expect(window.navigator.state.modals.map(\.root.name) == ["offer", "offer"])
    }

    @Test("while a sheet is being dismissed a link waits, and is compared with what waits")
    func transition() async {
        let window = Window()
        window.navigator.attach()
        await window.router.open("app://offer/1", kind: .push)
        #expect(window.navigator.dismiss())
        await window.router.open("app://offer/2", kind: .push)
        #expect(window.navigator.state.modals.isEmpty, "a system would drop the sheet now")
        #expect(await window.router.open("app://offer/2", kind: .push) == .alreadyThere(screen: "offer"))
        window.navigator.modalWasDismissed()
        #expect(window.navigator.state.modals.map(\.root.address) == ["app://offer/2"])
    }

    @Test("the same screen with other parameters is updated in place")
    func update() async {
        let window = Window()
        await window.router.open("app://product/1", kind: .push)
        #expect(await window.router.open("app://product/1", kind: .push) == .alreadyThere(screen: "product"))
        #expect(await window.router.open("app://product/2", kind: .push) == .updated(screen: "product"))
        #expect(window.navigator.state.topPath.map(\.address) == ["app://product/2"])
        #expect(window.navigator.latest?.address == "app://product/2")
    }

    @Test("a login is a sheet over everything; after it the link is followed in the tab")
    func login() async {
        let window = Window()
        await window.router.open("app://orders", kind: .universalLink)
        #expect(window.navigator.state.modals.map(\.root.name) == ["login"])
        window.account.isSignedIn = true
        #expect(window.navigator.dismiss())
        await window.router.resumeParked()
        #expect(window.navigator.state.modals.isEmpty && window.shown == ["orders"])
    }

    @Test("a screen that is a tab's first screen selects the tab")
    func tabs() async {
        let window = Window()
        await window.router.open("app://product/1", kind: .push)
        await window.router.open("app://profile", kind: .push)
        #expect(window.navigator.state.selected == "me" && window.shown.isEmpty)
    }

    @Test("a second window has a navigator and a router of its own, with the same rules and account")
    func windows() async {
        let account = Account()
        let windows = [Window(account), Window(account)]
        await windows[1].router.open("app://product/1", kind: .push)
        #expect(windows[0].shown.isEmpty && windows[1].shown == ["product"])
        account.isSignedIn = true
        await windows[0].router.open("app://orders", kind: .push)
        #expect(windows[0].shown == ["orders"] && windows[1].shown == ["product"])
    }

    @Test("a saved state is restored up to the first screen that is not allowed any more")
    func restoration() async throws {
        let first = Window()
        first.account.isSignedIn = true
        for address in ["app://product/1", "app://orders", "app://product/2"] {
            await first.router.open(address, kind: .push)
        }
        let data = try JSONEncoder().encode(first.navigator.target)
        let saved = try JSONDecoder().decode(NavigatorState.self, from: data)
        let second = Window()
        await second.navigator.restore(saved, allowing: second.router.mayShow)
        #expect(second.shown == ["product"], "the person is signed out")
        #expect(second.router.parked == nil)
        let third = Window(first.account)
        await third.navigator.restore(saved, allowing: third.router.mayShow)
        #expect(third.shown == ["product", "orders", "product"])
        await second.navigator.restore(saved, allowing: { _ in true })
        #expect(second.shown == ["product"], "what a link has shown is newer than a saved state")
    }

    @Test("views observe the state")
    func observation() async {
        let window = Window()
        let changed = Changes()
        withObservationTracking {
            _ = window.navigator.state
        } onChange: {
            changed.note()
        }
        #expect(window.navigator.apply(.alert(NavigatorState.Alert("Hello"))))
        #expect(changed.count == 1)
        #expect(!window.navigator.apply(.pop))
    }

    final class Changes: @unchecked Sendable {
        private(set) var count = 0
        func note() { count += 1 }
    }
}
