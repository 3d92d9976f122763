/// The outcome of an attempt to follow an address; every attempt has one.
public enum RouteOutcome: Sendable, Hashable {
    /// A screen was shown.
    case handled(screen: String)
    /// The screen on top shows the same already; nothing was done.
    case alreadyThere(screen: String)
    /// The screen was on the display already and got the new parameters.
    case updated(screen: String)
    /// A handler registered for this pattern has run.
    case performed(pattern: String)
    /// A page was opened.
    case opened(address: String, by: Opener)
    /// A guard redirected to another address, which was opened; with `resumes` the first link is parked.
    case redirected(by: String, to: String, resumes: Bool)
    /// Guards are being asked; the event ``RouterEvent/ended(address:_:_:)`` has the final outcome.
    ///
    /// Only calls that do not wait return this.
    case asking(screen: String)
    /// No rule and no registration matches the address.
    case notFound
    /// The address was not followed, for this reason.
    case rejected(Rejection)
    /// Resolving or showing failed for this reason, such as a loop of redirects or an address that is too long.
    case failed(String)

    /// Where a page is shown.
    public enum Opener: String, Sendable, Hashable {
        /// In the app's web view.
        case webView
        /// By the system: in a browser or another app.
        case system
    }

    /// Why an address was not followed.
    public enum Rejection: Sendable, Hashable {
        /// There was no address.
        case noAddress
        /// The text is not an address.
        case notAnAddress
        /// No release has arrived yet; keep the link and try again.
        case notReady
        /// A rule blocks the address, for this reason.
        case blocked(String)
        /// A rule names a screen that this app has not registered.
        case unknownScreen(String)
        /// The screen needs a parameter that is missing.
        case missingParameter(String)
        /// Links from outside may not reach the screen, pattern or path.
        case notExported(String)
        /// A feature that the destination needs is off.
        case featureOff(String)
        /// The factory of the screen threw an error.
        case refusedByScreen(String)
        /// The factory returned no screen.
        case nothingMade(String)
        /// The display has no root yet.
        case noRoot
        /// The policy does not allow this scheme.
        case schemeNotAllowed(String)
        /// A guard denied it.
        case denied(by: String, String)
        /// A guard did not decide in time.
        case guardTimedOut(String)
        /// Guards redirected too often, or rules changed too often while guards decided.
        case tooManyGuardRedirects
        /// The caller's task was cancelled while guards were asked.
        case cancelled
        /// The screen on top is another one, or cannot be updated.
        case nothingToUpdate(String)
        /// The display refused the screen, for example because it is on the display already.
        case notShown(String)
        /// Neither the app's web view nor the system opened the page.
        case nobodyOpens(String)
        /// It was parked, and a later link replaced it.
        case superseded
        /// It was parked, and the app dropped it.
        case givenUp
        /// Too many other links wait for guards.
        case tooManyAtOnce
        /// Links opened each other in a circle: 16 inside each other, or 64 one after the other without a pause of ten seconds.
        case tooDeep
    }

    /// Whether the address was handled; also true for `asking`.
    public var isHandled: Bool {
        switch self {
        case .handled, .alreadyThere, .updated, .performed, .opened, .redirected, .asking: true
        case .notFound, .rejected, .failed: false
        }
    }
}
