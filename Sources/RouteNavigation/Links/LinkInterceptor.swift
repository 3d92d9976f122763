import RouteModel
import WebAddress

/// Decides about each address that the app's own web view is about to load.
@MainActor
public struct LinkInterceptor {
    /// What to do with an address.
    public enum Decision: String, Sendable, Hashable {
        /// Let the web view load it.
        case load
        /// Do not load it: give it to the router as a link of kind `webView`.
        case route
        /// Do not load it, and open nothing.
        case block
    }

    private let router: AppRouter

    /// Makes an interceptor for a router.
    public init(router: AppRouter) { self.router = router }

    /// Decides.
    ///
    /// Whatever replaces the page has to come from ``RoutingPolicy/webViewHosts``, with every click and redirect anew: a
    /// foreign page in the app's own web view would speak in the app's name. Frames inside a page that was allowed load
    /// what they like of the web, as the page's own policy has it.
    /// - Parameters:
    ///   - address: what is about to be loaded.
    ///   - page: what the web view shows, or was told to show.
    ///   - isMainFrame: whether it replaces the page.
    /// - Returns: the decision; nothing has happened yet.
    public func decide(_ address: String, on page: String? = nil, isMainFrame: Bool = true) -> Decision {
        guard let wanted = try? Address(address) else { return .block }
        guard isMainFrame else {
            return ["http", "https", "about", "blob", "data"].contains(wanted.scheme) ? .load : .block
        }
        let isOurs = mayBePage(wanted)
        // The page itself, as when the router has just opened it here: routing it again would go in circles.
        if isOurs, let page, let current = try? Address(page), current.withFragment(nil) == wanted.withFragment(nil) {
            return .load
        }
        switch router.prepare(address, Attempt(kind: .webView), telling: false) {
        case .go(.page(let target, _, _)): return isOurs && target == address ? .load : .route
        case .go: return .route
        case .stop(.rejected(.blocked)): return .block
        case .stop: return isOurs ? .load : .block
        }
    }

    /// Whether an address may stand in the main frame.
    ///
    /// Not `data`, which anybody writes and no host answers for.
    private func mayBePage(_ address: Address) -> Bool {
        switch address.scheme {
        case "http", "https": router.policy.webViewHosts.contains(address.host ?? "")
        // What a page made itself belongs to the page's origin.
        case "blob":
            (try? Address(address.path)).map { ["http", "https"].contains($0.scheme) && mayBePage($0) } ?? false
        case "about": address.href.hasPrefix("about:blank")
        default: false
        }
    }

    /// Gives the router an address that was not loaded.
    @discardableResult
    public func follow(_ address: String) -> RouteOutcome { router.start(address, kind: .webView) }
}
