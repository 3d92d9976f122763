#if os(iOS) || os(macOS) || os(visionOS)
import RouteProtocols
public import WebKit

extension LinkInterceptor {
    /// Decides for a web view's delegate, and follows addresses that are for the router: for
    /// `webView(_:decidePolicyFor:decisionHandler:)`.
    /// - Returns: the policy for the web view.
    public func policy(for action: WKNavigationAction, in webView: WKWebView) -> WKNavigationActionPolicy {
        guard let address = action.request.url?.absoluteString else { return .cancel }
        // A link that opens a new window has no frame yet, and counts as a page.
        let isMainFrame = action.targetFrame?.isMainFrame ?? true
        switch decide(address, on: webView.url?.absoluteString, isMainFrame: isMainFrame) {
        case .load:
            guard action.targetFrame == nil else { return .allow }
            // The app has no other window: without this a tap on such a link has no effect.
            webView.load(action.request)
            return .cancel
        case .block: return .cancel
        case .route:
            follow(address)
            return .cancel
        }
    }
}
#endif
