import Foundation
import RouteNavigation
import SwiftUI

/// The parts of the app, made once.
///
/// An app with several windows makes a `ShopWindow` for each scene.
@MainActor
final class Shop {
    static let live = Shop()

    let routes: RouteClient
    let window: ShopWindow

    private init() {
        do {
            routes = try RouteClient(
                server: "https://routes.example.com", app: "shop", cache: RouteClient.standardFolder(),
                context: Context(platform: "ios", appVersion: appVersion(in: Bundle.main.infoDictionary)))
        } catch {
            // An address or a name that is not valid; a missing network or a damaged cache does not throw.
            preconditionFailure("\(error)")
        }
        window = ShopWindow(rules: routes, account: Account())
    }

    /// Follows the links that started the app.
    func start() async { await window.start(routes) }
}
