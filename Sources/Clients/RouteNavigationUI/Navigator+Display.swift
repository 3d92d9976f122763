public import RouteNavigation

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension Navigator {
    /// Requests are kept also before the first scene.
    public var isReady: Bool { true }

    /// The request of the screen that is or will be on top.
    public var topRequest: ScreenRequest? { target.topRequest }

    /// Shows a request: `show` pushes, `present` is a sheet, `replace` and `root` are as in ``NavigatorChange``.
    public func show(_ request: ScreenRequest, by transition: StandardTransition, animated: Bool) -> Bool {
        let change: NavigatorChange =
            switch transition {
            case .show: .push(request)
            case .present: .sheet(request)
            case .replace: .replace(request)
            case .root: .root(request)
            }
        return noting(request) { apply(change) }
    }

    /// Replaces the request of the screen on top by one with new parameters.
    public func update(_ request: ScreenRequest) { _ = noting(request) { apply(.replace(request)) } }

    /// Goes back by one screen.
    @discardableResult
    public func pop() -> Bool { apply(.pop) }

    /// Goes back to the first screen of the stack on top.
    @discardableResult
    public func popToRoot() -> Bool { apply(.popToRoot) }

    /// Dismisses the modal on top.
    @discardableResult
    public func dismiss() -> Bool { apply(.dismiss) }

    /// Shows a web page with ``webView``.
    public func openInWebView(_ address: String) -> Bool { webView?(address) ?? false }

    /// Gives an address to the system, or keeps it until there is a view: see ``system``.
    public func openInSystem(_ address: String) -> Bool { giveToSystem(address) }

    /// Whether a tab shows the screen.
    public func canSwitch(to request: ScreenRequest) -> Bool { tabScreens[request.name] != nil }

    /// Selects that tab and goes back to its first screen.
    public func switchContext(to request: ScreenRequest, animated: Bool) -> Bool {
        guard let tab = tabScreens[request.name], apply(.select(tab: tab)) else { return false }
        apply(.popToRoot)
        return noting(request) { true }
    }
}

/// Presents a cover of the full screen, for navigators; on other displays a modal.
@MainActor
public struct CoverTransition: Transition {
    /// Makes the transition; register it under a name that rules may use:
    /// `router.transitions.register("cover", CoverTransition(navigator))`.
    public init(_ navigator: any CoverPresenting) { self.navigator = navigator }

    private let navigator: any CoverPresenting

    /// Presents the screen.
    public func navigate(
        from source: any ScreenNode, to destination: any ScreenNode, on host: any NavigationHost, animated: Bool
    ) -> Bool {
        guard let screen = destination as? RequestScreen else {
            return host.present(destination, from: source, animated: animated)
        }
        return navigator.cover(screen.request)
    }
}

/// A display that has covers of the full screen.
@MainActor
public protocol CoverPresenting: AnyObject {
    /// Presents a cover.
    /// - Returns: false if the display refused it.
    func cover(_ request: ScreenRequest) -> Bool
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
extension Navigator: CoverPresenting, PutAwayReporting {
    /// Presents a cover of the full screen.
    public func cover(_ request: ScreenRequest) -> Bool { noting(request) { apply(.cover(request)) } }
}
