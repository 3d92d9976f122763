#if os(iOS) || os(visionOS)
public import RouteProtocols
public import UIKit

/// A window of an app as the display of a router.
@MainActor
public final class UIKitHost: NavigationHost, PutAwayReporting {
    /// Shows a web page in the app's web view; returns false if it does not.
    public typealias WebView = @MainActor (URL, UIViewController?) -> Bool

    private weak var window: UIWindow?
    private let webView: WebView?
    private lazy var queue = DisplayQueue { [weak self] in self?.movement() }

    /// Called if a screen waited for the end of a transition and the display then refused it.
    public var onLost: (@MainActor (UIViewController) -> Void)?

    /// Called when a person has pulled down what this host presented, with the contexts of its screens; the router sets it.
    public var onPutAway: (@MainActor (_ screens: [ScreenContext]) -> Void)? {
        get { pullingDown.report }
        set { pullingDown.report = newValue }
    }
    /// The presentation references its delegate weakly.
    private let pullingDown = PullDownObserver()

    /// Makes the display of a window.
    ///
    /// List schemes other than http and https under `LSApplicationQueriesSchemes` in the app's Info.plist, or they are
    /// not opened.
    /// - Parameters:
    ///   - window: its root view controller is the root of the display; referenced weakly.
    ///   - webView: shows web pages inside the app; with nil they open in the browser.
    public init(window: UIWindow, webView: WebView? = nil) {
        self.window = window
        self.webView = webView
    }

    /// The screen that is on top, or will be after the transitions that wait; compared with each request.
    public var topScreen: (any ScreenNode)? { queue.expectedScreen ?? root?.topScreen }

    /// The window's root view controller.
    public var root: (any ScreenNode)? { window?.rootViewController }

    /// The stack around the top screen, bottom first; for a ``StackSwitcher``.
    public var stack: [any ScreenNode] { anchor(root).flatMap { Self.stack(around: $0) }?.viewControllers ?? [] }

    /// Selects a tab of the root's tab bar; for a ``TabSwitcher``.
    /// - Returns: false if the root is not a tab bar, or has no such tab.
    public func selectTab(_ index: Int, animated: Bool) -> Bool {
        guard let tabs = window?.rootViewController as? UITabBarController,
            tabs.viewControllers?.indices.contains(index) == true
        else { return false }
        return queue.run { [weak self] in
            guard let tabs = self?.window?.rootViewController as? UITabBarController,
                tabs.viewControllers?.indices.contains(index) == true
            else { return false }
            if tabs.presentedViewController != nil { tabs.dismiss(animated: animated) }
            tabs.selectedIndex = index
            return true
        }
    }

    /// The first screen of a tab, also if others were pushed over it; for a ``TabSwitcher``.
    public func tabScreen(_ index: Int) -> (any ScreenNode)? {
        guard let tabs = (window?.rootViewController as? UITabBarController)?.viewControllers,
            tabs.indices.contains(index)
        else { return nil }
        return (tabs[index] as? UINavigationController)?.viewControllers.first ?? tabs[index]
    }

    /// Shows with UIKit's rules: a stack pushes, a split view replaces its detail, anything else presents.
    ///
    /// During a transition the screen waits, as in ``present(_:from:animated:)``, and the result is true.
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
    /// UIKit would drop the screen during a transition, so it waits for the end of it, and the result is true.
    /// ``onLost`` reports a screen that cannot be shown then.
    public func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        put(screen) { host, controller in
            guard let anchor = host.anchor(source), anchor.presentedViewController == nil else { return false }
            anchor.present(controller, animated: animated, completion: nil)
            // An app's own delegate stays; its code calls `AppRouter.dropParked()`.
            if let presentation = controller.presentationController, presentation.delegate == nil {
                presentation.delegate = host.pullingDown
            }
            return true
        }
    }

    /// Replaces the top of the stack; shows the screen if there is no stack.
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
        put(screen) { host, controller in
            guard let window = host.window else { return false }
            window.rootViewController?.dismiss(animated: false)
            window.rootViewController = controller
            guard animated else { return true }
            UIView.transition(
                with: window, duration: 0.25, options: .transitionCrossDissolve, animations: nil, completion: nil)
            return true
        }
    }

    private func put(
        _ screen: any ScreenNode, _ work: @escaping @MainActor (UIKitHost, UIViewController) -> Bool
    ) -> Bool {
        guard let controller = screen as? UIViewController else { return false }
        let turn: DisplayQueue.Work = { [weak self] in
            guard let self, controller !== root, Self.isNew(controller) else { return false }
            return work(self, controller)
        }
        return queue.run(turn, showing: screen) { [weak self] in self?.onLost?(controller) }
    }

    /// Whether it is not on the display; UIKit throws an exception if one view controller is put into two places.
    private static func isNew(_ controller: UIViewController) -> Bool {
        controller.parent == nil && controller.presentingViewController == nil
    }

    /// The stack around a screen; for an active search, which is presented over the screen that it searches, the stack
    /// of that screen.
    private static func stack(around anchor: UIViewController) -> UINavigationController? {
        if let stack = anchor.navigationController { return stack }
        guard anchor is UISearchController, let searched = anchor.presentingViewController else { return nil }
        return searched as? UINavigationController ?? searched.navigationController
    }

    /// The screens to put into a stack: those of a stack, which are removed from it, or the screen itself.
    private static func opened(_ controller: UIViewController) -> [UIViewController] {
        guard let stack = controller as? UINavigationController else { return [controller] }
        let screens = stack.viewControllers
        stack.setViewControllers([], animated: false)
        return screens
    }

    /// The transition at the top; nil if there is none.
    private func movement() -> DisplayQueue.Movement? {
        guard let top = root?.topScreen as? UIViewController else { return nil }
        // A screen presented over the top screen is being dismissed, or it would be the top screen itself.
        let moving =
            top.presentedViewController
            ?? sequence(first: top) { $0.parent }.first { $0.isBeingPresented || $0.isBeingDismissed }
        let coordinator = (moving ?? top).transitionCoordinator
        guard moving != nil || coordinator != nil else { return nil }
        return { ended in
            // During the completion handler the transition still counts as under way.
            coordinator?.animate(alongsideTransition: nil) { _ in Task { ended() } } ?? false
        }
    }

    /// A new navigation controller with the screen in it.
    public func wrapped(_ screen: any ScreenNode) -> any ScreenNode {
        guard let controller = screen as? UIViewController, !(controller is UINavigationController) else {
            return screen
        }
        return UINavigationController(rootViewController: controller)
    }

    /// Pops one view controller.
    public func pop(from source: any ScreenNode, animated: Bool) -> Bool {
        back(from: source) { anchor in Self.stack(around: anchor)?.popViewController(animated: animated) != nil }
    }

    /// Pops to the first view controller.
    public func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool {
        back(from: source) { anchor in
            Self.stack(around: anchor)?.popToRootViewController(animated: animated)?.isEmpty == false
        }
    }

    /// Dismisses the modal that contains the source.
    public func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool {
        back(from: source) { anchor in
            guard let presenter = anchor.presentingViewController else { return false }
            presenter.dismiss(animated: animated)
            return true
        }
    }

    /// Goes back, after the screens that wait: during a transition the result is true, and nothing is done if there is
    /// nothing to go back to then.
    private func back(
        from source: any ScreenNode, _ work: @escaping @MainActor (UIViewController) -> Bool
    ) -> Bool {
        queue.run { [weak self] in self?.anchor(source).map(work) ?? false }
    }

    /// Opens the address with the closure given to ``init(window:webView:)``.
    public func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool {
        guard let webView, let url = URL(string: address) else { return false }
        return webView(url, source.flatMap { anchor($0) })
    }

    /// Opens the address by the system: web pages in the browser, other schemes in their apps.
    public func openInSystem(_ address: String) -> Bool {
        guard let url = URL(string: address), UIApplication.shared.canOpenURL(url) else { return false }
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
        return true
    }

    /// The screen where a jump starts; if it has left the display, the top screen of the window.
    private func anchor(_ source: (any ScreenNode)?) -> UIViewController? {
        let wanted = source?.topScreen as? UIViewController
        if wanted?.viewIfLoaded?.window != nil { return wanted }
        return root?.topScreen as? UIViewController ?? wanted
    }
}
#endif
