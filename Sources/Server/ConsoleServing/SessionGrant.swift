package import HTTPExchange
package import HTTPWire
package import RouteModel
import StoreRecords

/// The right of an event stream that a session of the console began: the session, as long as it lives and may do the same.
package final class SessionGrant: StreamGrant {
    private let incoming: IncomingRequest
    private let sessions: ConsoleSessions
    private let now: @Sendable () -> Instant
    /// What the session could do when the stream began.
    private let rights: TokenRecord?

    /// Makes a grant from the request of a live session.
    ///
    /// - Parameters:
    ///   - incoming: The request.
    ///   - sessions: The sessions.
    ///   - now: The wall clock.
    package init(_ incoming: IncomingRequest, _ sessions: ConsoleSessions, now: @escaping @Sendable () -> Instant) {
        self.incoming = incoming
        self.sessions = sessions
        self.now = now
        rights = sessions.rights(of: incoming)
    }

    /// A session ends by its age, by not being used, by sign-out and with its token; an open stream is no use of it.
    ///
    /// The stream of a person with other rights than before ends, too, because it has the apps of its beginning.
    package var standing: GrantStanding {
        var incoming = incoming
        incoming.now = now()
        guard let present = sessions.rights(of: incoming), let rights, present.role == rights.role,
            present.scope == rights.scope, present.channels == rights.channels
        else { return .ended }
        return .passing
    }
}
