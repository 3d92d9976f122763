#if canImport(UIKit)
public import UIKit

/// A container of the app's own that says which of its children is seen.
///
/// Stacks, tabs, split views and pages of UIKit need not conform.
@MainActor
public protocol ScreenContainer: AnyObject {
    /// The child that is seen.
    var visibleScreen: (any ScreenNode)? { get }
}

/// Every view controller can be where a jump starts, and is an element of the display.
extension UIViewController: ScreenNode {
    /// For a container the child that is seen; nil for a screen.
    public var visibleChild: (any ScreenNode)? {
        if let container = self as? any ScreenContainer { return container.visibleScreen }
        if let stack = self as? UINavigationController { return stack.topViewController }
        if let tabs = self as? UITabBarController { return tabs.selectedViewController }
        if let split = self as? UISplitViewController { return split.viewControllers.last }
        if let pages = self as? UIPageViewController { return pages.viewControllers?.first }
        return nil
    }

    /// What is presented over it, unless that is about to go away.
    public var presentedChild: (any ScreenNode)? {
        guard let presented = presentedViewController, !presented.isBeingDismissed else { return nil }
        return presented
    }
}
#endif
