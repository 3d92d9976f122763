import RouteNavigationUI
import SwiftUI
import UIKit

@main
struct ShopApp: App {
    @UIApplicationDelegateAdaptor(ShopDelegate.self) private var delegate
    /// The phase of all windows together.
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup { WindowView() }
            .onChange(of: phase, initial: true) { _, phase in Shop.live.routes.follow(phase) }
    }
}
