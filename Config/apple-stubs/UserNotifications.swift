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
}
