public import RouteProtocols

/// A display that shows requests as values, such as the navigator of a SwiftUI app; a router needs no view for it.
///
/// Each call changes what is shown and returns whether it could.
@MainActor
public protocol RequestDisplay: AnyObject {
    /// Whether requests can be shown.
    var isReady: Bool { get }
    /// The request of the screen on top, also if it waits for the end of a transition; nil for a screen of another kind.
    var topRequest: ScreenRequest? { get }

    /// Shows a request with a transition.
    func show(_ request: ScreenRequest, by transition: StandardTransition, animated: Bool) -> Bool
    /// Gives the screen on top new parameters.
    func update(_ request: ScreenRequest)
    /// Goes back by one screen.
    func pop() -> Bool
    /// Goes back to the first screen.
    func popToRoot() -> Bool
    /// Dismisses the modal on top.
    func dismiss() -> Bool
    /// Shows a web page inside the app.
    func openInWebView(_ address: String) -> Bool
    /// Gives an address to the system.
    func openInSystem(_ address: String) -> Bool
}

/// A display that says what a person has put away, such as a sheet that was pulled down.
@MainActor
public protocol PutAwayReporting: AnyObject {
    /// Called with the contexts of these screens, when they are gone; the router sets it.
    var onPutAway: (@MainActor (_ screens: [ScreenContext]) -> Void)? { get set }
}

/// A display of requests as the host of a router: its nodes are requests.
@MainActor
public final class RequestHost: NavigationHost, PutAwayReporting {
    private let display: any RequestDisplay
    private let anchor = Anchor()

    /// Makes the host of a display, which it references.
    public init(_ display: any RequestDisplay) { self.display = display }

    /// Reports what the display reports.
    public var onPutAway: (@MainActor (_ screens: [ScreenContext]) -> Void)? {
        get { (display as? any PutAwayReporting)?.onPutAway }
        set { (display as? any PutAwayReporting)?.onPutAway = newValue }
    }

    /// The root, which stands for everything below the top screen.
    private final class Anchor: ScreenNode {}

    /// The screen on top, which gets new parameters.
    private final class Top: Updatable, ContextHolder {
        let request: ScreenRequest
        let display: any RequestDisplay

        init(_ request: ScreenRequest, _ display: any RequestDisplay) {
            self.request = request
            self.display = display
        }

        var currentContext: ScreenContext? { request.context }
        func post(_ request: ScreenRequest) { display.update(request) }
    }

    /// A node if the display can show requests.
    public var root: (any ScreenNode)? { display.isReady ? anchor : nil }

    /// The screen on top, with the context of its request.
    public var topScreen: (any ScreenNode)? {
        display.topRequest.map { Top($0, display) } ?? root
    }

    /// Pushes in the stack on top.
    public func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        put(screen, .show, animated)
    }

    /// Presents over everything.
    public func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        put(screen, .present, animated)
    }

    /// Replaces the top of the stack on top.
    public func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        put(screen, .replace, animated)
    }

    /// Replaces everything in the current tab.
    public func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool { put(screen, .root, animated) }

    /// The screen itself: a display of requests decides about containers.
    public func wrapped(_ screen: any ScreenNode) -> any ScreenNode { screen }

    /// Goes back by one screen.
    public func pop(from source: any ScreenNode, animated: Bool) -> Bool { display.pop() }

    /// Goes back to the first screen.
    public func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool { display.popToRoot() }

    /// Dismisses the modal on top.
    public func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool { display.dismiss() }

    /// Shows a web page by the display.
    public func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool {
        display.openInWebView(address)
    }

    /// Gives an address to the system by the display.
    public func openInSystem(_ address: String) -> Bool { display.openInSystem(address) }

    /// Shows the request of a screen; false for a screen that is no request.
    private func put(_ screen: any ScreenNode, _ transition: StandardTransition, _ animated: Bool) -> Bool {
        guard let screen = screen as? RequestScreen else { return false }
        return display.show(screen.request, by: transition, animated: animated)
    }
}
