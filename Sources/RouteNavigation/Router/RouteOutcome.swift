/// How an attempt to go somewhere ended; nothing ends in silence.
public enum RouteOutcome: Sendable, Hashable {
    /// A screen is on the display.
    case handled(screen: String)
    /// The same screen was there already, showing the same; nothing was done.
    case alreadyThere(screen: String)
    /// The same screen was there already and took the new parameters.
    case updated(screen: String)
    /// A handler registered for this pattern has run.
    case performed(pattern: String)
    /// A page outside the app's own screens was opened.
    case opened(address: String, by: Opener)
    /// A guard led elsewhere, and that is on the display; with `resumes` the first address is parked.
    case redirected(by: String, to: String, resumes: Bool)
    /// Guards are still being asked; ``RouterEvent/ended(address:_:_:)`` brings what they say.
    ///
    /// Only calls that cannot wait answer so.
    case asking(screen: String)
    /// No rule and nothing registered knows the address.
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
        /// The factory made no screen.
        case nothingMade(String)
        /// There is no root on the display to start from.
        case noRoot
        /// Nobody may open this scheme.
        case schemeNotAllowed(String)
        /// A guard does not let it through.
        case denied(by: String, String)
        /// A guard did not decide in time.
        case guardTimedOut(String)
        /// Guards led elsewhere again and again.
        case tooManyGuardRedirects
        /// The caller's task was cancelled while guards were asked.
        case cancelled
        /// The screen on top does not take what was posted.
        case nothingToUpdate(String)
        /// The display did not take the screen, such as one that is on it already.
        case notShown(String)
        /// Neither the app's web view nor the system takes the page.
        case nobodyOpens(String)
        /// It waited for a login, and a later link took its place.
        case superseded
        /// It waited for a login, and whoever asked for that gave up.
        case givenUp
        /// Guards are being asked about too many other links.
        case tooManyAtOnce
        /// Links opened each other without end.
        case tooDeep
    }

    /// Whether somebody took care of the address.
    public var isHandled: Bool {
        switch self {
        case .handled, .alreadyThere, .updated, .performed, .opened, .redirected, .asking: true
        case .notFound, .rejected, .failed: false
        }
    }
}
