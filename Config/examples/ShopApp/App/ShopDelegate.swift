import RouteNavigation
import UIKit
import UserNotifications

/// Receives what SwiftUI does not: tapped notifications, and actions of the home screen.
final class ShopDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // Before this returns: else the tap that started the app is lost.
        UNUserNotificationCenter.current().delegate = self
        return true
    }

    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.delegateClass = ShopSceneDelegate.self
        return configuration
    }

    /// The compiler does not know on which actor the system calls this; the copy of the notification may cross over.
    ///
    /// Not the async form of this method: that calls the completion handler on any thread, and UIKit ends the app then.
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let entry = NotificationEntry(response)
        let scene = response.targetScene
        Task { @MainActor in
            Shop.live.windows.act(in: scene?.session.persistentIdentifier) { $0.links.handle(entry) }
        }
        completionHandler()
    }
}

/// Receives the actions of the home screen; SwiftUI receives addresses and activities.
final class ShopSceneDelegate: NSObject, UIWindowSceneDelegate {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        guard let item = options.shortcutItem else { return }
        Shop.live.windows.act(in: session.persistentIdentifier) { $0.links.handle(item) }
    }

    func windowScene(
        _ windowScene: UIWindowScene, performActionFor item: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        Shop.live.windows.act(in: windowScene.session.persistentIdentifier) {
            completionHandler($0.links.handle(item))
        }
    }
}
