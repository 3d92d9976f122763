/// The app's display, as far as the router needs it: UIKit, AppKit, a terminal, a test.
@MainActor
public protocol NavigationHost: TopScreenProvider {
    /// The bottom of everything shown; nil before the first window.
    var root: (any ScreenNode)? { get }

    /// Puts a screen into the navigation around the source.
    ///
    /// A container that ``wrapped(_:)`` made is opened where the screen goes into a stack: no stack holds a stack.
    /// - Returns: false where the display does not take it.
    func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool
    /// Puts a screen over the source.
    /// - Returns: false where the display does not take it.
    func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool
    /// Puts a screen in place of the top of the navigation around the source, opened as with
    /// ``show(_:from:animated:)``; shows it where there is none.
    /// - Returns: false where the display does not take it.
    func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool
    /// Puts a screen at the bottom, in place of everything shown.
    /// - Returns: false where the display does not take it.
    func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool
    /// Puts a screen into a navigation container of its own.
    func wrapped(_ screen: any ScreenNode) -> any ScreenNode
    /// Takes the top screen of the stack around the source away.
    /// - Returns: false where there is nothing to take away.
    func pop(from source: any ScreenNode, animated: Bool) -> Bool
    /// Takes everything above the first screen of the stack around the source away.
    func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool
    /// Takes away what is presented, with the source on it.
    func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool
    /// Shows a web page inside the app.
    /// - Returns: false where the app has no web view for it.
    func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool
    /// Hands an address to the system.
    /// - Returns: false where nobody takes it.
    func openInSystem(_ address: String) -> Bool
}

extension NavigationHost {
    /// The node a jump starts at: the source if it is on the display's terms, else the root.
    ///
    /// A source of a foreign type falls back to the root too, as the façade has always done.
    public func resolveSource(_ source: (any RoutingSource)?) -> (any ScreenNode)? {
        (source as? any ScreenNode) ?? root
    }

    /// The screen a person looks at.
    public var topScreen: (any ScreenNode)? { root?.topScreen }
}
