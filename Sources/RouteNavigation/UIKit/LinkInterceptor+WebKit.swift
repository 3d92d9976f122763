#if canImport(WebKit)
public import WebKit

extension LinkInterceptor {
    /// Decides for a web view's delegate and gives the router what is its: for
    /// `webView(_:decidePolicyFor:decisionHandler:)`.
    ///
    /// - Returns: what to tell the web view.
    public func policy(for action: WKNavigationAction, in webView: WKWebView) -> WKNavigationActionPolicy {
        guard let address = action.request.url?.absoluteString else { return .cancel }
        // A link that wants a window of its own has no frame yet, and counts as a page.
        let isMainFrame = action.targetFrame?.isMainFrame ?? true
        switch decide(address, on: webView.url?.absoluteString, isMainFrame: isMainFrame) {
        case .load:
            guard action.targetFrame == nil else { return .allow }
            // There is no other window: without this a tap on such a link does nothing at all.
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
