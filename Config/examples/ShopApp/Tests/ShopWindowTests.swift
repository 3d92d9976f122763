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
        window.signOut()
        #expect(top == nil)
    }

    @Test("a login that is given up takes its link with it")
    func givenUp() async {
        _ = await open("https://shop.example.com/orders")
        window.cancelLogin()
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
}
