/// Where a jump starts; whoever asks the router says so, without naming a class of the UI framework.
@MainActor
public protocol RoutingSource: AnyObject {}

/// Says where a jump starts at the moment when it is made.
public typealias RoutingSourceProvider = @MainActor () -> (any RoutingSource)?

/// One element of what is on the display: a screen, or a container of screens.
///
/// View controllers conform in an app; tests and other hosts have objects of their own.
@MainActor
public protocol ScreenNode: RoutingSource {
    /// For a container the child that is seen: a stack's top, a tab bar's selected tab; nil for a screen.
    var visibleChild: (any ScreenNode)? { get }
    /// What is presented over this node.
    var presentedChild: (any ScreenNode)? { get }
}

extension ScreenNode {
    /// Most elements are screens.
    public var visibleChild: (any ScreenNode)? { nil }
    /// Most elements present nothing.
    public var presentedChild: (any ScreenNode)? { nil }

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

/// Says what a person looks at; the display by default, a coordinator where that holds the truth instead.
@MainActor
public protocol TopScreenProvider: AnyObject {
    /// The screen a person looks at.
    var topScreen: (any ScreenNode)? { get }
    /// What that screen shows; nil where it does not say, and then it is never the same as what is asked for.
    var topContext: ScreenContext? { get }
}

extension TopScreenProvider {
    /// What the top screen says itself.
    public var topContext: ScreenContext? { (topScreen as? any ContextHolder)?.currentContext }
}
