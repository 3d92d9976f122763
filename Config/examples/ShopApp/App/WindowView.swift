import Foundation
import RouteNavigation
import RouteNavigationUI
import SwiftUI

/// The tabs, what is over them, and the view of each route.
struct WindowView: View {
    /// One for each scene: an iPad shows several.
    @State private var window = Shop.live.makeWindow()
    @Environment(\.scenePhase) private var phase
    @SceneStorage("navigation") private var saved: Data?

    var body: some View {
        TabView(selection: tab) {
            RouteStack(tab: "catalog") { CatalogScreen(window: window) }
                .tabItem { Label("Shop", systemImage: "storefront") }
                .tag("catalog")
            RouteStack(tab: "basket") { BasketScreen(window: window) }
                .tabItem { Label("Basket", systemImage: "basket") }
                .tag("basket")
            RouteStack(tab: "account") { AccountScreen(window: window) }
                .tabItem { Label("Account", systemImage: "person") }
                .tag("account")
        }
        // Inside `routes`, which names the navigator for it.
        .onRoute(ShopRoute.self) { route in print("count the screen \(route)") }
        .routes(window.navigator, links: window.links)
        .routeDestination(ShopRoute.self) { route in view(of: route) }
        .background { SceneReader { scene in Shop.live.windows.appeared(window, in: scene) } }
        .task {
            if let saved, let state = try? JSONDecoder().decode(NavigatorState.self, from: saved) {
                await window.restore(state)
            }
            await window.start(Shop.live.routes)
        }
        // A person signs out of the whole app, not of one window.
        .onChange(of: window.account.name) { _, name in if name == nil { window.leaveAccount() } }
        .onChange(of: phase) { _, phase in
            if phase == .active { Shop.live.windows.cameToFront(window) }
            if phase == .background { saved = try? JSONEncoder().encode(window.navigator.target) }
        }
    }

    private var tab: Binding<String> {
        Binding { @MainActor [window] in
            window.navigator.state.selected
        } set: { @MainActor [window] in
            window.navigator.personSelected(tab: $0)
        }
    }

    @ViewBuilder
    private func view(of route: ShopRoute) -> some View {
        switch route {
        case .catalog: CatalogScreen(window: window)
        case .basket: BasketScreen(window: window)
        case .account: AccountScreen(window: window)
        case .product(let id): ProductScreen(window: window, id: id)
        case .orders: OrdersScreen(window: window)
        case .offer(let code): OfferScreen(window: window, code: code)
        case .login: LoginScreen(window: window)
        case .page(let address): PageScreen(window: window, address: address)
        }
    }
}
