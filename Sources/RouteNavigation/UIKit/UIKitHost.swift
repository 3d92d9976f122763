#if canImport(UIKit)
public import UIKit

/// One window of an app as a router's display.
@MainActor
public final class UIKitHost: NavigationHost {
    /// Shows a web page in the app's own web view; false where it does not.
    public typealias WebView = @MainActor (URL, UIViewController?) -> Bool

    private weak var window: UIWindow?
    private let webView: WebView?
    private lazy var queue = DisplayQueue { [weak self] in self?.movement() }

    /// Told of a screen that waited for a transition to end, and that the display did not take then.
    public var onLost: (@MainActor (UIViewController) -> Void)?

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
    public var stack: [any ScreenNode] { anchor(root).flatMap { Self.stack(around: $0) }?.viewControllers ?? [] }

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

    /// The screen at the bottom of a tab, whatever has been pushed over it; what a ``TabSwitcher`` asks for.
    public func tabScreen(_ index: Int) -> (any ScreenNode)? {
        guard let tabs = (window?.rootViewController as? UITabBarController)?.viewControllers,
            tabs.indices.contains(index)
        else { return nil }
        return (tabs[index] as? UINavigationController)?.viewControllers.first ?? tabs[index]
    }

    /// Lets UIKit choose: a stack pushes, a split view replaces its detail, anything else presents.
    ///
    /// Waits for a transition that is under way to end, as ``present(_:from:animated:)`` does; so its answer is true.
    public func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        put(screen) { host, controller in
            guard let anchor = host.anchor(source) else { return false }
            guard let stack = Self.stack(around: anchor) else {
                anchor.show(controller, sender: nil)
                return true
            }
            let screens = Self.opened(controller)
            if screens.count == 1, let screen = screens.first {
                stack.pushViewController(screen, animated: animated)
            } else {
                stack.setViewControllers(stack.viewControllers + screens, animated: animated)
            }
            return !screens.isEmpty
        }
    }

    /// Presents over the top screen.
    ///
    /// While something else comes or goes UIKit would drop it, so it waits for the end of that; ``onLost`` tells where
    /// there is no place for it then.
    public func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        put(screen) { host, controller in
            guard let anchor = host.anchor(source), anchor.presentedViewController == nil else { return false }
            anchor.present(controller, animated: animated, completion: nil)
            return true
        }
    }

    /// Puts the screen in place of the stack's top.
    public func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        guard let anchor = anchor(source), Self.stack(around: anchor) != nil else {
            return show(screen, from: source, animated: animated)
        }
        return put(screen) { host, controller in
            guard let anchor = host.anchor(source), let stack = Self.stack(around: anchor) else { return false }
            let screens = Self.opened(controller)
            stack.setViewControllers(stack.viewControllers.dropLast() + screens, animated: animated)
            return !screens.isEmpty
        }
    }

    /// Makes the screen the window's root.
    public func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool {
        guard let window, let controller = screen as? UIViewController, Self.isNew(controller),
            controller !== window.rootViewController
        else { return false }
        window.rootViewController?.dismiss(animated: false)
        window.rootViewController = controller
        guard animated else { return true }
        UIView.transition(
            with: window, duration: 0.25, options: .transitionCrossDissolve, animations: nil, completion: nil)
        return true
    }

    private func put(
        _ screen: any ScreenNode, _ work: @escaping @MainActor (UIKitHost, UIViewController) -> Bool
    ) -> Bool {
        guard let controller = screen as? UIViewController else { return false }
        let turn: DisplayQueue.Work = { [weak self] in
            guard let self, controller !== root, Self.isNew(controller) else { return false }
            return work(self, controller)
        }
        return queue.run(turn) { [weak self] in self?.onLost?(controller) }
    }

    /// Whether it stands nowhere yet; UIKit stops the app that puts one view controller into two places.
    private static func isNew(_ controller: UIViewController) -> Bool {
        controller.parent == nil && controller.presentingViewController == nil
    }

    /// The stack around a screen; an active search is presented over the screen that it searches, and leads to that
    /// screen's.
    private static func stack(around anchor: UIViewController) -> UINavigationController? {
        if let stack = anchor.navigationController { return stack }
        guard anchor is UISearchController, let searched = anchor.presentingViewController else { return nil }
        return searched as? UINavigationController ?? searched.navigationController
    }

    /// What goes into a stack: the screens of a stack, which lets them go, or the screen itself.
    private static func opened(_ controller: UIViewController) -> [UIViewController] {
        guard let stack = controller as? UINavigationController else { return [controller] }
        let screens = stack.viewControllers
        stack.setViewControllers([], animated: false)
        return screens
    }

    /// What comes or goes at the top; nil while everything stands still.
    private func movement() -> DisplayQueue.Movement? {
        guard let top = root?.topScreen as? UIViewController else { return nil }
        // What is presented over the top screen is going away; otherwise it would be the top itself.
        let moving =
            top.presentedViewController
            ?? sequence(first: top) { $0.parent }.first { $0.isBeingPresented || $0.isBeingDismissed }
        let coordinator = (moving ?? top).transitionCoordinator
        guard moving != nil || coordinator != nil else { return nil }
        return { ended in
            // In the completion itself the transition still counts as under way.
            coordinator?.animate(alongsideTransition: nil) { _ in Task { ended() } } ?? false
        }
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
        anchor(source).flatMap { Self.stack(around: $0) }?.popViewController(animated: animated) != nil
    }

    /// Pops to the first view controller.
    public func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool {
        anchor(source).flatMap { Self.stack(around: $0) }?.popToRootViewController(animated: animated)?.isEmpty == false
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

    /// The screen that a jump starts at; one that has left the display gives its place to the top of the window.
    private func anchor(_ source: (any ScreenNode)?) -> UIViewController? {
        let wanted = source?.topScreen as? UIViewController
        if wanted?.viewIfLoaded?.window != nil { return wanted }
        return root?.topScreen as? UIViewController ?? wanted
    }
}
#endif
