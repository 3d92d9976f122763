import SwiftUI
import UIKit

@main
struct ShopApp: App {
    @UIApplicationDelegateAdaptor(ShopDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup { WindowView(window: Shop.live.window) }
    }
}
