public import RouteProtocols

/// An event of a router; for logs, counters and tests.
public enum RouterEvent: Sendable, Hashable {
    /// An attempt ended; one event for each attempt.
    case ended(address: String?, LinkKind, RouteOutcome)
    /// A rule names a screen that this app has not registered; fallbacks were tried.
    case unknownScreen(String, address: String)
    /// A rule or an address names a transition that is not registered; the next choice was used.
    case unknownTransition(String)
    /// The address led to no screen for this reason, and a page is opened instead.
    case fellBack(address: String, because: RouteOutcome)
    /// A later link replaced this parked one, which has ended.
    case parkedReplaced(address: String)
    /// A switcher brought a screen to the front that cannot take the new parameters.
    case parametersNotTaken(screen: String)
    /// A path or pattern was registered a second time.
    case duplicate(String, replaced: Bool)
}
