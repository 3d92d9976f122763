public import RouteProtocols
import WebAddress

/// What an app allows its router to do in addition to showing screens.
public struct RoutingPolicy: Sendable, Hashable {
    /// Where to open a web address that leads to no screen.
    public enum Fallback: String, Sendable, Hashable {
        /// In the app's web view, if ``webViewHosts`` has its host.
        case webView
        /// In the browser; never for a universal link, which came from there: the system might send it back in a loop.
        case browser
    }

    /// Hosts whose pages the app's web view may show.
    ///
    /// Each name is stored in lower case, and as addresses have it, such as `xn--bcher-kva.example`.
    public var webViewHosts: Set<String> { didSet { webViewHosts = Self.hosts(webViewHosts) } }
    /// Schemes other than `http` and `https` that the system may open, such as `tel` or another app's; in lower case.
    public var systemSchemes: Set<String> { didSet { systemSchemes = Self.schemes(systemSchemes) } }
    /// Tried in order for a web address that leads to no screen.
    public var fallbacks: [Fallback]
    /// How to show a screen if neither caller, rule, provider nor screen chooses a transition.
    public var transition: TransitionType
    /// The name of the query item with which an address of the app may choose a transition; nil for none.
    public var transitionQueryName: String?
    /// Whether jumps are animated.
    public var animates: Bool
    /// How long each guard has to decide.
    public var guardTimeLimit: Duration
    /// The origins of a registered pattern without scheme and host, such as `https://example.com`.
    public var origins: [String]

    /// Makes a policy; the defaults are the safest ones.
    public init(
        webViewHosts: Set<String> = [], systemSchemes: Set<String> = ["mailto", "tel"],
        fallbacks: [Fallback] = [.webView, .browser], transition: TransitionType = .present,
        transitionQueryName: String? = nil, animates: Bool = true, guardTimeLimit: Duration = .seconds(30),
        origins: [String] = []
    ) {
        self.webViewHosts = Self.hosts(webViewHosts)
        self.systemSchemes = Self.schemes(systemSchemes)
        self.fallbacks = fallbacks
        self.transition = transition
        self.transitionQueryName = transitionQueryName
        self.animates = animates
        self.guardTimeLimit = guardTimeLimit
        self.origins = origins
    }

    /// Each host in the forms of addresses: in lower case, as in the app's own schemes, and as in http and https, where
    /// names become ASCII and numbers IPv4 addresses.
    static func hosts(_ names: Set<String>) -> Set<String> {
        Set(names.flatMap { name in [name.lowercased(), (try? Address("https://\(name)/"))?.host ?? ""] })
            .subtracting(names.contains("") ? [] : [""])
    }

    static func schemes(_ names: Set<String>) -> Set<String> { Set(names.map { $0.lowercased() }) }
}
