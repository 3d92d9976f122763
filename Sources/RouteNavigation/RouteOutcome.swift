/// How an attempt to go somewhere ended; nothing ends in silence.
public enum RouteOutcome: Sendable, Hashable {
    /// A screen is on the display.
    case handled(screen: String)
    /// The same screen was there already, with the same parameters; nothing was done.
    case alreadyThere(screen: String)
    /// A page outside the app's own screens was opened.
    case opened(address: String, by: Opener)
    /// No rule and no registered path knows the address.
    case notFound
    /// The address is known and must not be followed, or cannot be as it is.
    case rejected(Rejection)
    /// The way to the destination is broken: a loop, too many hops, an expansion that fails.
    case failed(String)

    /// Who shows a page that is not one of the app's own screens.
    public enum Opener: String, Sendable, Hashable {
        /// The app's own web view.
        case webView
        /// The system: a browser, another app.
        case system
    }

    /// Why a known address is not followed.
    public enum Rejection: Sendable, Hashable {
        /// There was no address.
        case noAddress
        /// The text is not an address.
        case notAnAddress
        /// No release has arrived yet; keep the link and try again.
        case notReady
        /// A rule blocks the address, for this reason.
        case blocked(String)
        /// A rule names a screen that this app does not have.
        case unknownScreen(String)
        /// The screen needs a parameter that is missing.
        case missingParameter(String)
        /// The screen is not for links from outside.
        case notExported(String)
        /// The screen needs a feature that is off.
        case featureOff(String)
        /// The screen refused to be made.
        case refusedByScreen(String)
        /// There is no root on the display to start from.
        case noRoot
        /// Nobody may open this scheme.
        case schemeNotAllowed(String)
    }

    /// Whether somebody took care of the address.
    public var isHandled: Bool {
        switch self {
        case .handled, .alreadyThere, .opened: true
        case .notFound, .rejected, .failed: false
        }
    }
}
