import RouteNavigation
import SwiftUI
import UserNotifications

// A screen goes to another by its route, and never knows the other screen.

struct CatalogScreen: View {
    let window: ShopWindow

    var body: some View {
        List {
            ForEach(1..<6) { id in
                Button("Product \(id)") { window.router.route(to: ShopRoute.product(id)) }
            }
            Button("Offer of the day") { window.router.route(to: ShopRoute.offer(code: "tea")) }
        }
        .navigationTitle("Shop")
    }
}

struct ProductScreen: View {
    let window: ShopWindow
    let id: Int

    var body: some View {
        List {
            Text("Product \(id)")
            Button("How to return it") { window.router.route(to: "https://shop.example.com/help/returns") }
            Button("To the basket") { window.router.route(to: ShopRoute.basket) }
        }
        .navigationTitle("Product \(id)")
    }
}

struct BasketScreen: View {
    let window: ShopWindow

    var body: some View {
        List {
            Text("Nothing yet")
            Button("Continue shopping") { window.router.route(to: ShopRoute.catalog) }
        }
        .navigationTitle("Basket")
    }
}

struct AccountScreen: View {
    let window: ShopWindow

    var body: some View {
        List {
            Button("Orders") { window.router.route(to: ShopRoute.orders) }
            if let name = window.account.name {
                Text("Hello \(name)")
                Button("Sign out") { window.signOut() }
            }
            Button("Tell me about orders") {
                Task { _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) }
            }
        }
        .navigationTitle("Account")
    }
}

/// The router asks for a login before this screen, wherever the link came from.
struct OrdersScreen: View {
    let window: ShopWindow

    var body: some View {
        List { Text("Your orders, \(window.account.name ?? "")") }
            .navigationTitle("Orders")
    }
}

struct OfferScreen: View {
    let window: ShopWindow
    let code: String

    var body: some View {
        List {
            Text("Offer \(code)")
            Button("Take it") { window.router.route(to: ShopRoute.product(1)) }
            Button("Close") { window.navigator.dismiss() }
        }
    }
}

struct LoginScreen: View {
    let window: ShopWindow
    @State private var name = ""

    var body: some View {
        List {
            TextField("Name", text: $name)
            Button("Sign in") { Task { await window.signIn(as: name) } }
            Button("Cancel") { window.cancelLogin() }
        }
        .navigationTitle("Sign in")
    }
}
