import RouteModel
public import RouteProtocols
import WebAddress

/// Decides about each address that the app's web view is about to load.
@MainActor
public struct LinkInterceptor {
    /// What to do with an address.
    public enum Decision: String, Sendable, Hashable {
        /// Let the web view load it.
        case load
        /// Do not load it; give it to the router as a link of the kind `webView`.
        case route
        /// Do not load it, and open nothing.
        case block
    }

    private let router: AppRouter

    /// Makes an interceptor for a router.
    public init(router: AppRouter) { self.router = router }

    /// Decides about one address.
    ///
    /// A page in the main frame must be of a host in ``RoutingPolicy/webViewHosts``, after every click and redirect,
    /// because people could mistake a page of another host for a page of the app. Frames inside an allowed page may
    /// load any web address; the page's own policy limits them.
    /// - Parameters:
    ///   - address: the address to be loaded.
    ///   - page: the address that the web view shows or loads.
    ///   - isMainFrame: whether it replaces the page.
    /// - Returns: the decision; the function has no effects.
    public func decide(_ address: String, on page: String? = nil, isMainFrame: Bool = true) -> Decision {
        guard let wanted = try? Address(address) else { return .block }
        guard isMainFrame else {
            return ["http", "https", "about", "blob", "data"].contains(wanted.scheme) ? .load : .block
        }
        let isOwn = mayBePage(wanted)
        // The page itself, for example after the router opened it here: routing it again would be a loop.
        if isOwn, let page, let current = try? Address(page), current.withFragment(nil) == wanted.withFragment(nil) {
            return .load
        }
        switch router.plan(address, Attempt(kind: .webView)) {
        case .go(.page(let target, _, _)): return isOwn && target == address ? .load : .route
        case .go: return .route
        case .stop(.rejected(.blocked)): return .block
        case .stop: return isOwn ? .load : .block
        }
    }

    /// Whether an address may be in the main frame.
    ///
    /// Not a `data` address, because it has no host.
    private func mayBePage(_ address: Address) -> Bool {
        switch address.scheme {
        case "http", "https": router.policy.webViewHosts.contains(address.host ?? "")
        // A blob has the origin of the page that made it.
        case "blob":
            (try? Address(address.path)).map { ["http", "https"].contains($0.scheme) && mayBePage($0) } ?? false
        case "about": address.href.hasPrefix("about:blank")
        default: false
        }
    }

    /// Follows an address that was not loaded.
    @discardableResult
    public func follow(_ address: String) -> RouteOutcome { router.start(address, kind: .webView) }
}
