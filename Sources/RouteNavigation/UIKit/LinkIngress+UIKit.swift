#if canImport(UIKit)
public import UIKit
public import UserNotifications

extension LinkIngress {
    /// Takes a universal link: for `scene(_:continue:)` and `application(_:continue:restorationHandler:)`.
    ///
    /// - Returns: whether somebody takes care of it; false for activities that are no links.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb else { return false }
        return handle(IncomingLink(.universalLink, activity.webpageURL?.absoluteString))
    }

    /// Takes addresses of the app's own scheme: for `scene(_:openURLContexts:)`.
    ///
    /// - Returns: whether somebody takes care of one of them.
    @discardableResult
    public func handle(_ contexts: Set<UIOpenURLContext>) -> Bool {
        contexts.map { handle(IncomingLink(.customScheme, $0.url.absoluteString)) }.contains(true)
    }

    /// Takes what a scene was started by: for `scene(_:willConnectTo:options:)`.
    ///
    /// The links wait until ``becameReady()``.
    /// - Returns: whether there was a link that somebody takes care of.
    @discardableResult
    public func handle(_ options: UIScene.ConnectionOptions) -> Bool {
        let activities = options.userActivities.map { handle($0) }
        let notification = options.notificationResponse.map { handle($0) } ?? false
        return handle(options.urlContexts) || notification || activities.contains(true)
    }

    /// Takes the address that a notification's payload carries under ``notificationKey``, once, however often the system
    /// tells of the tap: for `userNotificationCenter(_:didReceive:)`.
    ///
    /// - Returns: whether somebody takes care of it; false for payloads without an address.
    @discardableResult
    public func handle(_ response: UNNotificationResponse) -> Bool {
        let request = response.notification.request
        guard let address = request.content.userInfo[notificationKey] as? String else { return false }
        // A sender may use an identifier again; no two notifications have also come at the same time.
        let id = "\(request.identifier) \(response.notification.date.timeIntervalSinceReferenceDate)"
        return handle(IncomingLink(.push, address, id: id))
    }
}
#endif
