#if os(iOS) || os(visionOS)
public import UIKit
public import UserNotifications

extension LinkIngress {
    /// Receives addresses with a scheme of the app: for `scene(_:openURLContexts:)`.
    /// - Returns: whether one of them is handled.
    @discardableResult
    public func handle(_ contexts: Set<UIOpenURLContext>) -> Bool {
        contexts.map { handle($0.url) }.contains(true)
    }

    /// Receives the links that started a scene: for `scene(_:willConnectTo:options:)`.
    ///
    /// The links wait until ``becameReady()``.
    /// - Returns: whether there was a link that is handled.
    @discardableResult
    public func handle(_ options: UIScene.ConnectionOptions) -> Bool {
        let activities = options.userActivities.map { handle($0) }
        let notification = options.notificationResponse.map { handle($0) } ?? false
        let action = options.shortcutItem.map { handle($0) } ?? false
        return handle(options.urlContexts) || notification || action || activities.contains(true)
    }

    /// Receives the address in a notification's payload, where ``reading`` says it is: for
    /// `userNotificationCenter(_:didReceive:withCompletionHandler:)`.
    ///
    /// The address is followed once, even if the system reports the tap several times. A delegate that is not on the main
    /// actor passes on `NotificationEntry(response)`, which it may. The delegate's async form is not for apps: it may call the
    /// system's completion handler on another thread than the main one, at which UIKit ends the app.
    /// - Returns: whether it is handled; false for payloads without an address, dismissed notifications and actions that do
    ///   not navigate, which ``onUnread`` reports.
    @discardableResult
    public func handle(_ response: UNNotificationResponse) -> Bool { handle(NotificationEntry(response)) }

    /// Receives an action of the home screen: for `windowScene(_:performActionFor:completionHandler:)`.
    /// - Returns: whether it is handled; false for one without an address, which ``onUnread`` reports.
    @discardableResult
    public func handle(_ item: UIApplicationShortcutItem) -> Bool {
        handle(QuickActionEntry(type: item.type, values: EntryValue(item.userInfo ?? [:])))
    }
}

extension NotificationEntry {
    /// Copies a notification of the system.
    public init(_ response: UNNotificationResponse) {
        let request = response.notification.request
        let action: Action =
            switch response.actionIdentifier {
            case UNNotificationDefaultActionIdentifier: .opened
            case UNNotificationDismissActionIdentifier: .dismissed
            default: .custom(response.actionIdentifier)
            }
        // A sender may use an identifier again, so the id also has the time of the notification.
        let id = "\(request.identifier) \(response.notification.date.timeIntervalSinceReferenceDate)"
        self.init(id: "\(id) \(response.actionIdentifier)", payload: request.content.userInfo, action: action)
    }
}
#endif
