/// Where a jump starts; whoever asks the router says so, without naming a class of the UI framework.
@MainActor
public protocol RoutingSource: AnyObject {}

/// One element of what is on the display: a screen, or a container of screens.
///
/// View controllers conform in an app; tests and other hosts have objects of their own.
@MainActor
public protocol ScreenNode: RoutingSource {
    /// For a container the child that is seen: a stack's top, a tab bar's selected tab; nil for a screen.
    var visibleChild: (any ScreenNode)? { get }
    /// What is presented over this node.
    var presentedChild: (any ScreenNode)? { get }
    /// Which screen with which parameters it shows; nil where the router should not care.
    var currentScreen: ScreenRequest? { get }
}

extension ScreenNode {
    /// The node a person looks at: through containers first, then through what is presented.
    ///
    /// A display that contains itself ends the walk at the first node seen twice.
    public var topScreen: any ScreenNode {
        var node: any ScreenNode = self
        var seen: Set<ObjectIdentifier> = []
        while seen.insert(ObjectIdentifier(node)).inserted, let next = node.visibleChild ?? node.presentedChild {
            node = next
        }
        return node
    }
}
