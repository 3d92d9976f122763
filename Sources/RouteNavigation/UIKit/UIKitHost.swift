#if canImport(UIKit)
public import UIKit

/// One window of an app as a router's display.
@MainActor
public final class UIKitHost: NavigationHost {
    /// Shows a web page in the app's own web view; false where it does not.
    public typealias WebView = @MainActor (URL, UIViewController?) -> Bool

    private weak var window: UIWindow?
    private let webView: WebView?

    /// Makes the display of a window.
    ///
    /// For schemes other than the web's to open, list them under `LSApplicationQueriesSchemes` in the app's Info.plist.
    /// - Parameters:
    ///   - window: whose root view controller is the bottom of everything; kept weakly.
    ///   - webView: shows web pages inside the app; nil sends them to the browser.
    public init(window: UIWindow, webView: WebView? = nil) {
        self.window = window
        self.webView = webView
    }

    /// The window's root view controller.
    public var root: (any ScreenNode)? { window?.rootViewController }

    /// The stack around the top screen, bottom first; what a ``StackSwitcher`` asks for.
    public var stack: [any ScreenNode] { anchor(root)?.navigationController?.viewControllers ?? [] }

    /// Selects a tab of the root's tab bar; what a ``TabSwitcher`` asks for.
    ///
    /// - Returns: false where the root is no tab bar, or has no such tab.
    public func selectTab(_ index: Int, animated: Bool) -> Bool {
        guard let tabs = window?.rootViewController as? UITabBarController,
            tabs.viewControllers?.indices.contains(index) == true
        else { return false }
        if tabs.presentedViewController != nil { tabs.dismiss(animated: animated) }
        tabs.selectedIndex = index
        return true
    }

    /// Lets UIKit choose: a stack pushes, a split view replaces its detail, anything else presents.
    public func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) {
        guard let screen = screen as? UIViewController, let anchor = anchor(source) else { return }
        if let stack = anchor.navigationController {
            stack.pushViewController(screen, animated: animated)
        } else {
            anchor.show(screen, sender: nil)
        }
    }

    /// Presents over the top screen.
    public func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) {
        guard let screen = screen as? UIViewController else { return }
        anchor(source)?.present(screen, animated: animated, completion: nil)
    }

    /// Puts the screen in place of the stack's top.
    public func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) {
        guard let controller = screen as? UIViewController else { return }
        guard let stack = anchor(source)?.navigationController else {
            return show(screen, from: source, animated: animated)
        }
        stack.setViewControllers(stack.viewControllers.dropLast() + [controller], animated: animated)
    }

    /// Makes the screen the window's root.
    public func setRoot(_ screen: any ScreenNode, animated: Bool) {
        guard let window, let controller = screen as? UIViewController else { return }
        window.rootViewController?.dismiss(animated: false)
        window.rootViewController = controller
        guard animated else { return }
        UIView.transition(
            with: window, duration: 0.25, options: .transitionCrossDissolve, animations: nil, completion: nil)
    }

    /// A navigation controller with the screen in it.
    public func wrapped(_ screen: any ScreenNode) -> any ScreenNode {
        guard let controller = screen as? UIViewController, !(controller is UINavigationController) else {
            return screen
        }
        return UINavigationController(rootViewController: controller)
    }

    /// Pops one view controller.
    public func pop(from source: any ScreenNode, animated: Bool) -> Bool {
        anchor(source)?.navigationController?.popViewController(animated: animated) != nil
    }

    /// Pops to the first view controller.
    public func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool {
        anchor(source)?.navigationController?.popToRootViewController(animated: animated)?.isEmpty == false
    }

    /// Dismisses the modal that the source is on.
    public func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool {
        guard let presenter = anchor(source)?.presentingViewController else { return false }
        presenter.dismiss(animated: animated)
        return true
    }

    /// Asks the app's web view.
    public func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool {
        guard let webView, let url = URL(string: address) else { return false }
        return webView(url, source.flatMap { anchor($0) })
    }

    /// Asks the system; the browser for web pages, other apps for their schemes.
    public func openInSystem(_ address: String) -> Bool {
        guard let url = URL(string: address), UIApplication.shared.canOpenURL(url) else { return false }
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
        return true
    }

    private func anchor(_ source: (any ScreenNode)?) -> UIViewController? { source?.topScreen as? UIViewController }
}
#endif
