/// What an app allows its router beyond showing the app's own screens.
public struct RoutingPolicy: Sendable, Hashable {
    /// Hosts whose pages may be shown in the app's own web view.
    public var webViewHosts: Set<String>
    /// Schemes besides `http` and `https` that may be handed to the system, such as `tel` or another app's.
    public var systemSchemes: Set<String>
    /// How a screen comes onto the display when nobody says.
    public var transition: TransitionType
    /// Whether jumps are animated.
    public var animates: Bool

    /// Makes a policy; the defaults are the careful ones.
    public init(
        webViewHosts: Set<String> = [], systemSchemes: Set<String> = ["mailto", "tel"],
        transition: TransitionType = .present, animates: Bool = true
    ) {
        self.webViewHosts = webViewHosts
        self.systemSchemes = systemSchemes
        self.transition = transition
        self.animates = animates
    }
}
