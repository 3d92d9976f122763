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
    /// - Parameters:
    ///   - address: what is about to be loaded.
    ///   - page: what the web view shows, or was told to show.
    ///   - isMainFrame: whether it replaces the page; frames inside a page always load.
    /// - Returns: the decision; nothing has happened yet.
    public func decide(_ address: String, on page: String? = nil, isMainFrame: Bool = true) -> Decision {
        guard let wanted = try? Address(address) else { return .block }
        let isWeb = ["http", "https", "about", "blob", "data"].contains(wanted.scheme)
        guard isMainFrame else { return isWeb ? .load : .block }
        // The page itself, as when the router has just opened it here: routing it again would go in circles.
        if let page, let current = try? Address(page), current.withFragment(nil) == wanted.withFragment(nil) {
            return .load
        }
        switch router.prepare(address, Attempt(kind: .webView), telling: false) {
        case .go(.page(let target, _)): return isWeb && target == address ? .load : .route
        case .go: return .route
        case .stop(.rejected(.blocked)): return .block
        case .stop: return isWeb ? .load : .block
        }
    }

    /// Gives the router an address that was not loaded.
    @discardableResult
    public func follow(_ address: String) -> RouteOutcome { router.start(address, kind: .webView) }
}
