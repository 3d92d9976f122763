/// What a router tells beside outcomes; for logs, counts and tests.
public enum RouterEvent: Sendable, Hashable {
    /// An attempt ended; exactly one for each attempt.
    case ended(address: String?, LinkKind, RouteOutcome)
    /// A rule names a screen that this app does not have; the fallback chain was tried.
    case unknownScreen(String, address: String)
    /// A rule, address or caller names a transition that nobody registered; the next choice was taken.
    case unknownTransition(String)
    /// The way to the destination is broken, or nobody knows it, and a page was opened instead.
    case fellBack(address: String, because: RouteOutcome)
    /// A parked address was given up because a later one took its place.
    case parkedReplaced(address: String)
    /// A switcher brought a screen to the front that does not take the parameters of the address.
    case parametersNotTaken(screen: String)
    /// A path or pattern was registered a second time.
    case duplicate(String, replaced: Bool)
}
