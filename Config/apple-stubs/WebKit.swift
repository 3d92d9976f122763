// swift-format-ignore-file
// What RouteNavigation uses of WebKit. Declarations only: nothing here runs.

@_exported import Foundation
@_exported import UIKit

@MainActor open class WKFrameInfo: NSObject {
    open var isMainFrame: Bool { fatalError() }
}

@MainActor open class WKNavigationAction: NSObject {
    open var request: URLRequest { fatalError() }
    open var targetFrame: WKFrameInfo? { fatalError() }
}

public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel
    case allow
}

@MainActor open class WKNavigation: NSObject {}

@MainActor public protocol WKNavigationDelegate: AnyObject {
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy
}

@MainActor open class WKWebView: UIView {
    public override init() { fatalError() }
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    open var url: URL? { fatalError() }
    @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
}
