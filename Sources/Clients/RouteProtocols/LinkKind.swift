/// How an address came to the app; it decides what the link may open, and rules test it as `source`.
///
/// The kinds are open: an app adds its own with ``init(rawValue:)``; rules test it as `customScheme`. Every kind but ``internal`` counts as a link from
/// outside.
public struct LinkKind: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
    /// The name, for events and logs.
    public let rawValue: String

    /// The kinds that this library names.
    public static let allCases: [LinkKind] = [
        .universalLink, .customScheme, .push, .webView, .internal, .widget, .quickAction, .spotlight, .handoff,
        .appIntent,
    ]

    /// A web address that the system gave to the app.
    public static let universalLink = LinkKind("universalLink")
    /// An address with a scheme of the app.
    public static let customScheme = LinkKind("customScheme")
    /// From a notification.
    public static let push = LinkKind("push")
    /// From a page in the app's web view.
    public static let webView = LinkKind("webView")
    /// From the app's own code.
    public static let `internal` = LinkKind("internal")
    /// From a widget of the app; rules test it as `customScheme`.
    public static let widget = LinkKind("widget")
    /// From an action of the app's icon on the home screen; rules test it as `customScheme`.
    public static let quickAction = LinkKind("quickAction")
    /// From a result of the system's search; rules test it as `universalLink`.
    public static let spotlight = LinkKind("spotlight")
    /// From an activity that was begun on another device; rules test it as `universalLink`.
    public static let handoff = LinkKind("handoff")
    /// From an intent of the app: Siri, Shortcuts, controls; rules test it as `customScheme`.
    public static let appIntent = LinkKind("appIntent")

    /// Makes the kind of a name.
    /// - Parameter rawValue: the name; nil is the result for an empty one.
    public init?(rawValue: String) {
        guard !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a kind; a literal of this library is not empty.
    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// Whether the address may come from outside the app.
    public var isExternal: Bool { self != .internal }

    /// The word that rules test as `source`: the language of rules has five, and every other kind is one of them.
    public var source: String {
        switch self {
        case .universalLink, .spotlight, .handoff: "universalLink"
        case .push, .webView, .internal: rawValue
        default: "customScheme"
        }
    }
}
