import Foundation
import RouteNavigation
import SwiftUI

/// The parts of the app, made once; each scene makes its own `ShopWindow`.
@MainActor
final class Shop {
    static let live = Shop()

    let routes: RouteClient
    let account = Account()
    let windows = OpenWindows()

    private init() {
        do {
            routes = try RouteClient(
                server: "https://routes.example.com", app: "shop", cache: RouteClient.standardFolder(),
                context: Context(platform: "ios", appVersion: appVersion(in: Bundle.main.infoDictionary)))
        } catch {
            // An address or a name that is not valid; a missing network or a damaged cache does not throw.
            preconditionFailure("\(error)")
        }
    }

    /// Makes what one scene needs; SwiftUI may make more of them than it shows.
    func makeWindow() -> ShopWindow { ShopWindow(rules: routes, account: account) }
}
