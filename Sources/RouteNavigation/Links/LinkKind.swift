/// How an address came to the app; rules see it as `source`.
public enum LinkKind: String, Sendable, Hashable, CaseIterable {
    /// A web address that the system gave to the app.
    case universalLink
    /// An address of the app's own scheme.
    case customScheme
    /// From a notification.
    case push
    /// From a page in the app's web view.
    case webView
    /// From the app's own code.
    case `internal`

    /// Whether somebody outside the app could have made the address.
    public var isExternal: Bool { self != .internal }
}
