import AppIntents
import Foundation
import RouteNavigation

/// "Show my orders", for Siri, Shortcuts and controls.
///
/// The system opens the address as a universal link.
@available(iOS 18.0, *)
struct ShowOrders: AppIntent {
    static var title: LocalizedStringResource { "Show my orders" }

    func perform() async throws -> some IntentResult & OpensIntent {
        .result(opensIntent: try OpenURLIntent(ShopRoute.orders))
    }
}

/// The same before iOS 18: the app comes to the front and follows the route itself.
struct ShowOrdersInApp: AppIntent {
    static var title: LocalizedStringResource { "Show my orders" }
    static var openAppWhenRun: Bool { true }

    @MainActor
    func perform() async throws -> some IntentResult {
        // The app may start for this, and its first window comes later.
        Shop.live.windows.act(in: nil) { window in
            Task { await window.links.receive(intent: ShopRoute.orders) }
        }
        return .result()
    }
}
