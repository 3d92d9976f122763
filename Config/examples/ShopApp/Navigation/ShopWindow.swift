import RouteNavigation
import RouteNavigationUI

/// What one window of the shop needs: its state, its router and its door for links.
///
/// Nothing here knows a view, so all of it runs in tests.
@MainActor
final class ShopWindow {
    let account: Account
    let navigator: Navigator
    let router: AppRouter
    let links: LinkIngress

    /// Makes a window.
    /// - Parameters:
    ///   - rules: the app's `RouteClient`, or rules of a test.
    ///   - account: who is signed in.
    init(rules: some AddressResolving, account: Account) {
        self.account = account
        navigator = Navigator(tabs: ShopTab.allCases.map(\.rawValue))
        navigator.tabScreens = ["catalog": "catalog", "basket": "basket", "account": "account"]
        router = AppRouter(
            routes: rules, screens: .shop(account), display: navigator,
            policy: RoutingPolicy(webViewHosts: ["shop.example.com"]))
        links = LinkIngress(router: router) { true }
        links.reading = .shop
        // A page of our site that has no screen is shown in a sheet.
        // Weak: the navigator has this closure itself.
        navigator.webView = { [weak navigator] address in
            guard let navigator, let page = try? ScreenRequest(ShopRoute.page(address: address)) else { return false }
            return navigator.apply(.sheet(page))
        }
        links.onMiss = { [navigator] _, miss in
            navigator.apply(.alert(NavigatorState.Alert("This link does not work", message: miss.text)))
        }
    }

    /// Follows the links that came before the first rules.
    func rulesAreReady() async { await links.becameReady() }

    /// Signs in, closes the login and follows the link that led to it.
    func signIn(as name: String) async {
        account.signIn(as: name)
        if navigator.target.modals.last?.root.name == "login" { navigator.dismiss() }
        await router.resumeParked()
    }

    /// Signs out, and leaves what only a signed-in person may see, in every tab.
    ///
    /// The link that waits for a login, and values for screens, were those of the person who leaves.
    func signOut() {
        account.signOut()
        leaveAccount()
    }

    /// The same in every window, after a sign-out in one of them.
    func leaveAccount() {
        router.dropParked()
        router.stash.clear()
        navigator.apply(.allToRoot)
    }

    /// Gives up the login and the link that led to it; a person who pulls the login down does the same without this.
    func cancelLogin() {
        navigator.dismiss()
        router.dropParked()
    }

    /// Shows what a window had on its screen when the app was closed; rights may have changed since.
    func restore(_ saved: NavigatorState) async {
        await navigator.restore(saved, allowing: router.mayShow)
    }
}

extension EntryReading {
    /// Where notifications, actions of the home screen and Spotlight have the shop's addresses.
    static var shop: EntryReading {
        var reading = EntryReading()
        reading.notificationPaths = ["data.link", "link"]
        reading.addresses = ["com.example.shop.orders": "https://shop.example.com/orders"]
        reading.searchAddress = { product in "https://shop.example.com/product/\(product)" }
        reading.schemeKinds = ["shop-widget": .widget]
        return reading
    }
}
