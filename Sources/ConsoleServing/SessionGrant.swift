package import HTTPExchange
package import HTTPWire
package import RouteModel

/// The right of an event stream that a session of the console began: the session, as long as it and its token live.
package final class SessionGrant: StreamGrant {
    private let incoming: IncomingRequest
    private let sessions: ConsoleSessions
    private let now: @Sendable () -> Instant

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
    }

    /// A session ends by its age, by not being used, by sign-out and with its token; an open stream is no use of it.
    package var standing: GrantStanding {
        var incoming = incoming
        incoming.now = now()
        return sessions.recognizes(incoming) ? .passing : .ended
    }
}
