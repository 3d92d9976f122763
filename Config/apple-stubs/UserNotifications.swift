// swift-format-ignore-file
// What RouteNavigation uses of UserNotifications. Declarations only: nothing here runs.

@_exported import Foundation

open class UNNotificationContent: NSObject {
    open var userInfo: [AnyHashable: Any] { fatalError() }
}

open class UNNotificationRequest: NSObject {
    open var identifier: String { fatalError() }
    open var content: UNNotificationContent { fatalError() }
}

open class UNNotification: NSObject {
    open var date: Date { fatalError() }
    open var request: UNNotificationRequest { fatalError() }
}

open class UNNotificationResponse: NSObject {
    open var notification: UNNotification { fatalError() }
    open var actionIdentifier: String { fatalError() }
}

public let UNNotificationDefaultActionIdentifier = ""
public let UNNotificationDismissActionIdentifier = ""

open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    open class func current() -> UNUserNotificationCenter { fatalError() }
    open weak var delegate: (any UNUserNotificationCenterDelegate)?
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { fatalError() }
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

// The method is optional in the SDK, and has an async form, too. Here it is required, because a delegate with the async
// form calls the completion handler on any thread, and is to be refused.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}
