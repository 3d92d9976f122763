#if os(iOS) || os(visionOS)
import RouteProtocols
public import UIKit
public import UserNotifications

extension LinkIngress {
    /// Receives a universal link: for `scene(_:continue:)` and `application(_:continue:restorationHandler:)`.
    /// - Returns: whether it is handled; false for activities that are not links.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb else { return false }
        return handle(IncomingLink(.universalLink, activity.webpageURL?.absoluteString))
    }

    /// Receives addresses with a scheme of the app: for `scene(_:openURLContexts:)`.
    /// - Returns: whether one of them is handled.
    @discardableResult
    public func handle(_ contexts: Set<UIOpenURLContext>) -> Bool {
        contexts.map { handle(IncomingLink(.customScheme, $0.url.absoluteString)) }.contains(true)
    }

    /// Receives the links that started a scene: for `scene(_:willConnectTo:options:)`.
    ///
    /// The links wait until ``becameReady()``.
    /// - Returns: whether there was a link that is handled.
    @discardableResult
    public func handle(_ options: UIScene.ConnectionOptions) -> Bool {
        let activities = options.userActivities.map { handle($0) }
        let notification = options.notificationResponse.map { handle($0) } ?? false
        return handle(options.urlContexts) || notification || activities.contains(true)
    }

    /// Receives the address under ``notificationKey`` in a notification's payload: for
    /// `userNotificationCenter(_:didReceive:)`.
    ///
    /// The address is followed once, even if the system reports the tap several times.
    /// - Returns: whether it is handled; false for payloads without an address.
    @discardableResult
    public func handle(_ response: UNNotificationResponse) -> Bool {
        let request = response.notification.request
        guard let address = request.content.userInfo[notificationKey] as? String else { return false }
        // A sender may use an identifier again, so the id also has the time of the notification.
        let id = "\(request.identifier) \(response.notification.date.timeIntervalSinceReferenceDate)"
        return handle(IncomingLink(.push, address, id: id))
    }
}
#endif
