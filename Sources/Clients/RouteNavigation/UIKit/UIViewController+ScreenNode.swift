#if os(iOS) || os(visionOS)
public import RouteProtocols
public import UIKit

/// A container class of the app; returns which of its children is visible.
///
/// Stacks, tabs, split views and pages of UIKit need not conform.
@MainActor
public protocol ScreenContainer: AnyObject {
    /// The visible child.
    var visibleScreen: (any ScreenNode)? { get }
}

/// Every view controller is an element of the display, and can be the source of a jump.
extension UIViewController: ScreenNode {
    /// The visible child of a container; nil for a screen.
    public var visibleChild: (any ScreenNode)? {
        if let container = self as? any ScreenContainer { return container.visibleScreen }
        if let stack = self as? UINavigationController { return stack.topViewController }
        // Unsafe: UIKit does not keep this reference, but the one in `viewControllers`, as long as the screen is selected.
        if let tabs = self as? UITabBarController { return unsafe tabs.selectedViewController }
        if let split = self as? UISplitViewController { return split.viewControllers.last }
        if let pages = self as? UIPageViewController { return pages.viewControllers?.first }
        return nil
    }

    /// The view controller presented over it, unless that is being dismissed.
    public var presentedChild: (any ScreenNode)? {
        guard let presented = presentedViewController, !presented.isBeingDismissed else { return nil }
        return presented
    }
}
#endif
