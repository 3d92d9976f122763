/// What kind of process makes a client: whether its sudden end counts against a release that is on trial.
///
/// A release is on trial until the app has used it for ten seconds in the foreground, or for one second after it has shown a
/// screen (``RouteClient/screenShown()``). If two processes of the app end in the foreground while the same release is on trial,
/// the next launch uses the release before it, until the channel moves or the app has another version.
public enum ProcessRole: String, Sendable, CaseIterable {
    /// On iOS, tvOS and visionOS an app, by its bundle; elsewhere ``other``.
    ///
    /// On macOS a tool, a test or a server looks like an app, and on watchOS most launches are in the background and their
    /// ends are the system's. So an app there says what it is: ``foregroundApp`` on macOS, ``backgroundApp`` on watchOS.
    ///
    /// Its end counts while the client is made, and while the app is in front, which ends when it is not active any more, as in the app switcher; at once if the
    /// app is active when the client is made; not from
    /// ``RouteClient/startUpdating(by:)`` on, which an app calls in the background, too.
    case automatic
    /// The app, launched in front of a person: its end counts from the launch on.
    case foregroundApp
    /// The app, launched in the background: its end counts from ``RouteClient/startUpdating(by:)`` to
    /// ``RouteClient/stopUpdating()``, so call these when it comes to the front and leaves it.
    case backgroundApp
    /// An extension, a tool or a server: its end never counts. It leaves alone what the app has set aside.
    case other
}
