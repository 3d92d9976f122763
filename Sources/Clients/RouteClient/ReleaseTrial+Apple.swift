#if os(iOS) || os(tvOS) || os(visionOS)
import Foundation

extension ReleaseTrial {
    /// Whether this process is an extension of an app.
    static var isExtension: Bool { Bundle.main.bundlePath.hasSuffix(".appex") }

    /// Whether the app is active: in the foreground, and not on its way there, which a notification reports.
    ///
    /// By names, as this target does not import UIKit; a test compares them with the stub of UIKit. `applicationState` is 0 for an active app.
    @MainActor
    static func appIsActive() -> Bool {
        guard !isExtension, let type = NSClassFromString("UIApplication") as? NSObject.Type,
            let app = type.value(forKey: "sharedApplication") as? NSObject
        else { return false }
        return app.value(forKey: "applicationState") as? Int == 0
    }

    /// Follows the app to the foreground and away from it.
    ///
    /// An app in the app switcher is not active. A person who swipes it away there ends it, often without any notification of
    /// the background, and that is no fault of a release.
    ///
    /// The names are those of UIKit's notifications: this target does not import UIKit, which extensions use in part
    /// only. The observers stay for the life of the process, as the app's client does.
    func observeScenes() {
        let center = NotificationCenter.default
        for name in ["UISceneWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification"] {
            _ = center.addObserver(forName: Notification.Name(rawValue: name), object: nil, queue: nil) {
                [weak self] _ in self?.resumes()
            }
        }
        for name in [
            "UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification",
            "UIApplicationWillTerminateNotification",
        ] {
            _ = center.addObserver(forName: Notification.Name(rawValue: name), object: nil, queue: nil) {
                [weak self] _ in self?.pauses()
            }
        }
    }
}
#endif
