// swift-format-ignore-file
// What RouteNavigation and its documentation use of UIKit. Declarations only: nothing here runs.

@_exported import Foundation
import UserNotifications

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
    open var window: UIWindow? { fatalError() }
    open func didMoveToWindow() {}
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }
    open class func transition(
        with view: UIView, duration: Double, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {}
}

@MainActor open class UIWindow: UIView {
    public init(windowScene: UIWindowScene) {}
    open weak var windowScene: UIWindowScene?
    open var rootViewController: UIViewController?
    open func makeKeyAndVisible() {}
}

@MainActor open class UIViewController: UIResponder {
    public override init() {}
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) {}
    open var title: String?
    open var view: UIView?
    open var viewIfLoaded: UIView? { fatalError() }
    open var parent: UIViewController? { fatalError() }
    open var isBeingPresented: Bool { fatalError() }
    open var isBeingDismissed: Bool { fatalError() }
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { fatalError() }
    open var presentedViewController: UIViewController? { fatalError() }
    open var presentingViewController: UIViewController? { fatalError() }
    open var navigationController: UINavigationController? { fatalError() }
    open var presentationController: UIPresentationController? { fatalError() }
    open func viewDidLoad() {}
    open func show(_ controller: UIViewController, sender: Any?) {}
    open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {}

@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { super.init() }
    public required init?(coder: NSCoder) { fatalError() }
    open var viewControllers: [UIViewController] = []
    open var topViewController: UIViewController? { fatalError() }
    open var visibleViewController: UIViewController? { fatalError() }
    open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {}
    open func pushViewController(_ controller: UIViewController, animated: Bool) {}
    open func popViewController(animated: Bool) -> UIViewController? { fatalError() }
    open func popToRootViewController(animated: Bool) -> [UIViewController]? { fatalError() }
}

@MainActor open class UIPresentationController: NSObject {
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
    open var presentedViewController: UIViewController { fatalError() }
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
}

@MainActor open class UISearchController: UIViewController {}

@MainActor open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]?
    // Apple's documentation: `unowned(unsafe)`, because it is an `assign` property of Objective-C.
    open unowned(unsafe) var selectedViewController: UIViewController?
    open var selectedIndex = 0
}

@MainActor open class UISplitViewController: UIViewController {
    open var viewControllers: [UIViewController] = []
}

@MainActor open class UIPageViewController: UIViewController {
    open var viewControllers: [UIViewController]? { fatalError() }
}

@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {
    }
    // In Objective-C, and so for value(forKey:), it is sharedApplication.
    open class var shared: UIApplication { fatalError() }
    public enum State: Int, Sendable {
        case active, inactive, background
    }
    open var applicationState: UIApplication.State { fatalError() }
    public nonisolated static let didBecomeActiveNotification = Notification.Name(rawValue: "UIApplicationDidBecomeActiveNotification")
    public nonisolated static let willResignActiveNotification = Notification.Name(rawValue: "UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(rawValue: "UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willTerminateNotification = Notification.Name(rawValue: "UIApplicationWillTerminateNotification")
    open var delegate: (any UIApplicationDelegate)? { fatalError() }
    open func canOpenURL(_ url: URL) -> Bool { fatalError() }
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler: ((Bool) -> Void)? = nil
    ) {}
}

extension UIApplication {
    public struct LaunchOptionsKey: Hashable, Sendable {
    }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
    func application(_ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration
}

extension UIApplicationDelegate {
    public func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool { fatalError() }
    public func application(_ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions) -> UISceneConfiguration { fatalError() }
}

@MainActor open class UISceneConfiguration: NSObject {
    public init(name: String?, sessionRole: UISceneSession.Role) {}
    open var delegateClass: AnyClass?
}

@MainActor open class UIOpenURLContext: NSObject, Hashable {
    open var url: URL { fatalError() }
    public nonisolated static func == (left: UIOpenURLContext, right: UIOpenURLContext) -> Bool { left === right }
    public nonisolated func hash(into hasher: inout Hasher) {}
}

@MainActor open class UIApplicationShortcutItem: NSObject {
    open var type: String { fatalError() }
    open var userInfo: [String: any NSSecureCoding]? { fatalError() }
}

@MainActor open class UISceneSession: NSObject {
    public struct Role: Hashable, Sendable {
    }
    open var role: UISceneSession.Role { fatalError() }
    open var persistentIdentifier: String { fatalError() }
}

@MainActor open class UIScene: UIResponder {
    public nonisolated static let willEnterForegroundNotification = Notification.Name(rawValue: "UISceneWillEnterForegroundNotification")
    open var session: UISceneSession { fatalError() }
    @MainActor open class ConnectionOptions: NSObject {
        open var userActivities: Set<NSUserActivity> { fatalError() }
        open var urlContexts: Set<UIOpenURLContext> { fatalError() }
        open var notificationResponse: UNNotificationResponse? { fatalError() }
        open var shortcutItem: UIApplicationShortcutItem? { fatalError() }
    }
}

@MainActor open class UIWindowScene: UIScene {}

// Not of the main actor: UIKit's header has no such mark for this category.
extension UNNotificationResponse {
    public var targetScene: UIScene? { fatalError() }
}

@MainActor public protocol UISceneDelegate: AnyObject {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>)
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    func windowScene(_ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void)
}

extension UIWindowSceneDelegate {
    public func windowScene(_ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem, completionHandler: @escaping (Bool) -> Void) {}
}

extension UISceneDelegate {
    public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {}
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
    public func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}
