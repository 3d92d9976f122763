/// Where a jump starts; with this protocol callers of the router need no class of the UI framework.
@MainActor
public protocol RoutingSource: AnyObject {}

/// Returns where a jump starts; called when the jump is made.
public typealias RoutingSourceProvider = @MainActor () -> (any RoutingSource)?

/// One element of the display: a screen, or a container of screens.
///
/// View controllers conform; tests and other hosts have classes of their own.
@MainActor
public protocol ScreenNode: RoutingSource {
    /// The visible child of a container: a stack's top, a tab bar's selected tab; nil for a screen.
    var visibleChild: (any ScreenNode)? { get }
    /// The node presented over this one.
    var presentedChild: (any ScreenNode)? { get }
}

extension ScreenNode {
    /// The default: a screen.
    public var visibleChild: (any ScreenNode)? { nil }
    /// The default: nothing is presented.
    public var presentedChild: (any ScreenNode)? { nil }

    /// The visible screen: from this node through visible children first, then through presented nodes.
    ///
    /// The walk ends at the first node found twice.
    public var topScreen: any ScreenNode {
        var node: any ScreenNode = self
        var seen: Set<ObjectIdentifier> = []
        while seen.insert(ObjectIdentifier(node)).inserted, let next = node.visibleChild ?? node.presentedChild {
            node = next
        }
        return node
    }
}

/// Says which screen is visible: by default the display, in some apps a coordinator.
@MainActor
public protocol TopScreenProvider: AnyObject {
    /// The visible screen.
    var topScreen: (any ScreenNode)? { get }
    /// The context of that screen; nil if it has none, and then the screen never equals a requested one.
    var topContext: ScreenContext? { get }
}

extension TopScreenProvider {
    /// The context of the visible screen.
    public var topContext: ScreenContext? { (topScreen as? any ContextHolder)?.currentContext }
}
