import WebAddress

/// What an app allows its router beyond showing the app's own screens.
public struct RoutingPolicy: Sendable, Hashable {
    /// Where an address goes that no screen takes.
    public enum Fallback: String, Sendable, Hashable {
        /// To the app's own web view, for hosts that it allows.
        case webView
        /// To the browser; never for a universal link, which came from there and might come back without end.
        case browser
    }

    /// Hosts whose pages may be shown in the app's own web view; kept as addresses have them, too, such as
    /// `xn--bcher-kva.example`.
    public var webViewHosts: Set<String> { didSet { webViewHosts = Self.hosts(webViewHosts) } }
    /// Schemes besides `http` and `https` that may be handed to the system, such as `tel` or another app's; kept in lower
    /// case.
    public var systemSchemes: Set<String> { didSet { systemSchemes = Self.schemes(systemSchemes) } }
    /// What is tried, in order, for a web address that no screen takes.
    public var fallbacks: [Fallback]
    /// How a screen comes onto the display when nobody says.
    public var transition: TransitionType
    /// The query name by which an address of the app's own may choose a transition; nil for none.
    public var transitionQueryName: String?
    /// Whether jumps are animated.
    public var animates: Bool
    /// How long each guard has to decide.
    public var guardTimeLimit: Duration
    /// What a pattern of the app's own without scheme and host stands for, such as `https://example.com`.
    public var origins: [String]

    /// Makes a policy; the defaults are the careful ones.
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

    /// Hosts as addresses have them: of the web, where names are made ASCII and numbers are IPv4, and of other schemes.
    static func hosts(_ names: Set<String>) -> Set<String> {
        Set(names.flatMap { name in [name.lowercased(), (try? Address("https://\(name)/"))?.host ?? ""] })
            .subtracting(names.contains("") ? [] : [""])
    }

    static func schemes(_ names: Set<String>) -> Set<String> { Set(names.map { $0.lowercased() }) }
}
