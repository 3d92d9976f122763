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
                context: Context(platform: "ios", appVersion: "1.0"))
        } catch {
            // An address or a name that is not valid; a missing network or a damaged cache does not throw.
            preconditionFailure("\(error)")
        }
        window = ShopWindow(rules: routes, account: Account())
    }

    /// Follows the links that started the app, with rules or, in a first launch without network, without.
    func start() async {
        do {
            _ = try await routes.ready(timeout: .seconds(5))
            await window.rulesAreReady()
        } catch {
            await window.links.stopWaitingForRules()
        }
    }

    func cameToFront() {
        routes.startUpdating()
        routes.wake()
    }

    func wentToBackground() { routes.stopUpdating() }
}
