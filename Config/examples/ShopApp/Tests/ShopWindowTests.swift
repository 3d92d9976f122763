import Foundation
import RouteNavigation
import RouteNavigationUI
import Testing

/// How the shop navigates, without a view or a simulator.
@Suite("The shop opens links, with tabs, sheets, a login and web pages")
@MainActor
struct ShopWindowTests {
    let account = Account()
    let window: ShopWindow

    init() throws { window = ShopWindow(rules: try RulesOfFile(), account: account) }

    /// The route on top; nil on the first screen of a tab.
    private var top: ShopRoute? { window.navigator.state.topRequest.flatMap { try? ShopRoute(request: $0) } }

    private func open(_ address: String) async -> RouteOutcome? {
        guard let url = URL(string: address) else { return nil }
        let reception = await window.links.receive(window.links.reading.link(url))
        if case .followed(let outcome) = reception { return outcome }
        return nil
    }

    @Test("a universal link, the app's scheme and an old address open the same product")
    func product() async {
        for address in [
            "https://shop.example.com/product/7", "shop://shop.example.com/product/7", "https://shop.example.com/p/7",
        ] {
            #expect(await open(address)?.isHandled == true)
            #expect(top == .product(7))
        }
        #expect(window.navigator.state.topPath.count == 1, "the same product is not pushed again")
    }

    @Test("a link to a tab selects it, and an offer is a sheet over it")
    func tabsAndSheets() async {
        _ = await open("https://shop.example.com/basket")
        _ = await open("https://shop.example.com/offer?code=tea")
        #expect(window.navigator.state.selected == "basket")
        #expect(window.navigator.state.modals.map(\.style) == [.sheet] && top == .offer(code: "tea"))
    }

    @Test("a notification to the orders asks for a login, and goes on after it")
    func login() async throws {
        let tapped = NotificationEntry(payload: ["data": ["link": "https://shop.example.com/orders"]])
        await window.links.receive(try window.links.reading.link(tapped))
        #expect(top == .login)
        await window.signIn(as: "Ada")
        #expect(top == .orders && window.navigator.state.modals.isEmpty)
        window.navigator.personSelected(tab: "basket")
        let orders = window.navigator.state.tabs.filter { !window.navigator.state.path(of: $0).isEmpty }
        #expect(orders == ["catalog"])
        window.signOut()
        #expect(window.navigator.state.tabs.allSatisfy { window.navigator.state.path(of: $0).isEmpty })
        #expect(top == nil && window.navigator.state.selected == "basket")
    }

    @Test("a link that waits for a login ends at a sign-out, and with it values for screens")
    func signOutDrops() async {
        let key = window.router.stash.put("address of the person")
        _ = await open("https://shop.example.com/orders")
        #expect(window.router.parked != nil)
        window.signOut()
        #expect(window.router.parked == nil && top == nil)
        #expect(key.flatMap { window.router.stash.take($0, as: String.self) } == nil)
        await window.signIn(as: "Grace")
        #expect(top == nil, "she did not follow the link")
    }

    @Test("a window that is closed is freed")
    func freed() throws {
        weak var navigator: Navigator?
        do {
            let window = ShopWindow(rules: try RulesOfFile(), account: account)
            navigator = window.navigator
            #expect(navigator != nil)
        }
        #expect(navigator == nil)
    }

    @Test("a login that is given up takes its link with it")
    func givenUp() async {
        _ = await open("https://shop.example.com/orders")
        window.cancelLogin()
        await window.signIn(as: "Ada")
        #expect(top == nil)
    }

    @Test("a login that is pulled down takes its link with it, too")
    func pulledDown() async throws {
        _ = await open("https://shop.example.com/orders")
        window.navigator.personDismissed(modal: try #require(window.navigator.state.modals.last?.id))
        // Reported in a turn of the main actor after this one.
        for _ in 0..<100 where window.router.parked != nil { await Task.yield() }
        await window.signIn(as: "Ada")
        #expect(top == nil)
    }

    @Test("a page of the site without a screen is shown inside the app; one of another site is not")
    func webPage() async {
        _ = await open("https://shop.example.com/help/returns")
        #expect(top == .page(address: "https://shop.example.com/help/returns"))
        #expect(await open("https://evil.example.com/help") == .notFound)
    }

    @Test("links from outside cannot reach what is not exported, and a person is told")
    func closed() async {
        for address in ["https://shop.example.com/login", "https://shop.example.com/staff/prices"] {
            #expect(await open(address)?.isHandled == false)
            #expect(top == nil && window.navigator.state.alert != nil)
            window.navigator.apply(.removeAlert)
        }
    }

    @Test("Spotlight, an action of the home screen and a widget have the addresses that the shop gave them")
    func entries() async throws {
        #expect(window.links.handle(ActivityEntry(.searchResult(identifier: "7"))) && top == .product(7))
        let widget = try #require(URL(string: "shop-widget://shop.example.com/product/8"))
        #expect(window.links.handle(widget) && top == .product(8))
        #expect(window.links.reading.link(widget).kind == .widget)
        let action = QuickActionEntry(type: "com.example.shop.orders")
        await window.links.receive(try window.links.reading.link(action))
        #expect(top == .login)
    }

    @Test("a saved state comes back without what the person may not see any more")
    func restoration() async throws {
        account.signIn(as: "Ada")
        _ = await open("https://shop.example.com/product/7")
        _ = await open("https://shop.example.com/orders")
        let data = try JSONEncoder().encode(window.navigator.target)
        let saved = try JSONDecoder().decode(NavigatorState.self, from: data)
        let signedIn = ShopWindow(rules: try RulesOfFile(), account: account)
        await signedIn.restore(saved)
        #expect(signedIn.navigator.state.topPath.map(\.name) == ["product", "orders"])
        let signedOut = ShopWindow(rules: try RulesOfFile(), account: Account())
        await signedOut.restore(saved)
        #expect(signedOut.navigator.state.topPath.map(\.name) == ["product"])
    }

    @Test("a link that comes before the first rules waits for them")
    func coldStart() async throws {
        let rules = try LateRules()
        let window = ShopWindow(rules: rules, account: account)
        #expect(window.links.handle(IncomingLink(.push, "https://shop.example.com/product/7")))
        #expect(window.navigator.state.topPath.isEmpty)
        rules.isReady = true
        await window.rulesAreReady()
        #expect(window.navigator.state.topPath.map(\.name) == ["product"])
    }

    @Test("a view that goes away before the first rules loses no link")
    func cancelledStart() async throws {
        let (rules, client) = (try LateRules(), try Self.offline())
        let window = ShopWindow(rules: rules, account: account)
        #expect(window.links.handle(IncomingLink(.push, "https://shop.example.com/product/7")))
        let start = Task { await window.start(client) }
        start.cancel()
        await start.value
        #expect(window.links.waitsForRules && window.links.waitingCount == 1)
        #expect(window.navigator.state.modals.isEmpty && window.navigator.state.alert == nil)
    }

    @Test("with late rules a page is shown as such, and a link that needs rules waits for them")
    func lateRules() async throws {
        let (rules, client) = (try LateRules(), try Self.offline())
        let window = ShopWindow(rules: rules, account: account)
        let (pages, page) = AsyncStream.makeStream(of: String.self)
        window.navigator.webView = { address in
            page.yield(address)
            return true
        }
        for address in ["shop://shop.example.com/product/7", "https://shop.example.com/help/returns"] {
            #expect(window.links.handle(IncomingLink(try #require(URL(string: address)))))
        }
        let start = Task { await window.start(client, waiting: .milliseconds(1)) }
        for await address in pages {
            #expect(address == "https://shop.example.com/help/returns")
            break
        }
        #expect(window.links.waitingCount == 1 && window.navigator.state.alert == nil)
        #expect(window.links.handle(IncomingLink(.customScheme, "shop://shop.example.com/basket")))
        #expect(window.links.waitingCount == 2)
        start.cancel()
        await start.value
        rules.isReady = true
        await window.rulesAreReady()
        #expect(window.navigator.state.path(of: "catalog").map(\.name) == ["product"])
        #expect(window.navigator.state.selected == "basket", "followed in the order in which they came")
        #expect(window.links.waitingCount == 0)
    }

    /// A client without a release, which sends no request.
    private static func offline() throws -> RouteClient {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shop-\(UUID().uuidString)")
        return try RouteClient(server: "https://routes.example.com", app: "shop", cache: folder.path)
    }

    @Test("the version for rules is that of the bundle; an app without one has the oldest")
    func version() {
        #expect(appVersion(in: ["CFBundleShortVersionString": "7.2"]) == "7.2")
        #expect(appVersion(in: nil) == "0" && appVersion(in: ["CFBundleShortVersionString": ""]) == "0")
    }

    @Test("a notification goes to the window of its scene, else to the one in front last")
    func windows() throws {
        let other = ShopWindow(rules: try RulesOfFile(), account: account)
        let windows = OpenWindows()
        let acts = Acts()
        func act(_ name: String, in scene: String?) {
            windows.act(in: scene) { acts.names.append("\(name) \($0 === other ? "other" : "first")") }
        }
        act("early", in: nil)
        act("cold", in: "2")
        #expect(acts.names.isEmpty, "there is no window yet")
        windows.appeared(window, in: "1")
        windows.appeared(other, in: "2")
        act("named", in: "1")
        act("latest", in: nil)
        windows.cameToFront(window)
        act("front", in: nil)
        #expect(acts.names == ["early first", "cold other", "named first", "latest other", "front first"])
        other.navigator.personSelected(tab: "basket")
        #expect(window.navigator.state.selected == "catalog" && other.navigator.state.selected == "basket")
    }

    @MainActor
    private final class Acts {
        var names: [String] = []
    }
}
