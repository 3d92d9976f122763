/// The display of an app: a UIKit window, a terminal, or a display in memory for tests.
@MainActor
public protocol NavigationHost: TopScreenProvider {
    /// The root of the display; nil before the first window.
    var root: (any ScreenNode)? { get }

    /// Puts a screen into the navigation container around the source.
    ///
    /// If the screen is a container made by ``wrapped(_:)`` and the source is in a stack, the screens of that container
    /// are pushed, because a stack cannot contain a stack.
    /// - Returns: false if the display refused it.
    func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool
    /// Presents a screen over the source.
    /// - Returns: false if the display refused it.
    func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool
    /// Replaces the top of the navigation container around the source; shows the screen if there is no container.
    ///
    /// Of a container, a stack gets the screens, as in ``show(_:from:animated:)``.
    /// - Returns: false if the display refused it.
    func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool
    /// Replaces everything shown with a screen.
    /// - Returns: false if the display refused it.
    func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool
    /// A new navigation container with the screen in it.
    func wrapped(_ screen: any ScreenNode) -> any ScreenNode
    /// Removes the top screen of the stack around the source.
    /// - Returns: false if there is nothing to remove.
    func pop(from source: any ScreenNode, animated: Bool) -> Bool
    /// Removes all screens above the first of the stack around the source.
    /// - Returns: false if there is nothing to remove.
    func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool
    /// Dismisses the modal that contains the source.
    /// - Returns: false if the source is not in a modal.
    func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool
    /// Shows a web page inside the app.
    /// - Returns: false if the app has no web view for it.
    func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool
    /// Gives an address to the system.
    /// - Returns: false if no app opens it.
    func openInSystem(_ address: String) -> Bool
}

extension NavigationHost {
    /// The node where a jump starts: the source if it is a node of a display, else the root.
    public func resolveSource(_ source: (any RoutingSource)?) -> (any ScreenNode)? {
        (source as? any ScreenNode) ?? root
    }

    /// The visible screen.
    public var topScreen: (any ScreenNode)? { root?.topScreen }
}
