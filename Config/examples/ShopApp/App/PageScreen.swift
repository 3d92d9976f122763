import RouteNavigation
import SwiftUI
import WebKit

/// A page of our site that has no screen.
///
/// Links in it that have one open it. `Context` alone would be that of the rules.
struct PageScreen: UIViewRepresentable {
    let window: ShopWindow
    let address: String

    func makeCoordinator() -> PageDelegate { PageDelegate(LinkInterceptor(router: window.router)) }

    func makeUIView(context: UIViewRepresentableContext<Self>) -> WKWebView {
        let view = WKWebView()
        view.navigationDelegate = context.coordinator
        if let url = URL(string: address) { view.load(URLRequest(url: url)) }
        return view
    }

    func updateUIView(_ view: WKWebView, context: UIViewRepresentableContext<Self>) {}
}

final class PageDelegate: NSObject, WKNavigationDelegate {
    private let interceptor: LinkInterceptor

    init(_ interceptor: LinkInterceptor) { self.interceptor = interceptor }

    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy {
        interceptor.policy(for: action, in: webView)
    }
}
