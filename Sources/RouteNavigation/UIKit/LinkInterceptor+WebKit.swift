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
        case .load: return .allow
        case .block: return .cancel
        case .route:
            follow(address)
            return .cancel
        }
    }
}
#endif
