/// The lanes of a server, and which request and connection belongs to which.
///
/// If there are listeners for administrators, their lane has all requests of these listeners, and no others. Otherwise
/// it has the requests of known callers, which have a live token.
package struct Lanes: Sendable {
    /// For all other requests.
    package let common: Lane
    /// For administrators.
    package let admin: Lane
    private let adminListeners: [UInt8]
    /// The slots for connections of the other listeners.
    private let limiter: ConnectionLimiter
    /// The slots for connections of the listeners for administrators.
    private let adminLimiter: ConnectionLimiter

    /// Makes the lanes of a server.
    ///
    /// - Parameters:
    ///   - common: the lane of the other requests.
    ///   - admin: the lane of administrators; the same one if they have no workers of their own.
    ///   - adminListeners: the numbers of the listeners for administrators.
    ///   - limiter: the slots for connections of the other listeners.
    ///   - adminLimiter: the slots for connections of the listeners for administrators.
    init(
        common: Lane, admin: Lane, adminListeners: [UInt8], limiter: ConnectionLimiter, adminLimiter: ConnectionLimiter
    ) {
        self.common = common
        self.admin = admin
        self.adminListeners = adminListeners
        self.limiter = limiter
        self.adminLimiter = adminLimiter
    }

    /// The lanes: one if administrators have no separate workers, otherwise two.
    package var all: [Lane] { admin === common ? [common] : [common, admin] }

    /// The lane of a request.
    func lane(listener: UInt8, isKnown: Bool) -> Lane {
        isAdmin(listener: listener, isKnown: isKnown) ? admin : common
    }

    /// Whether a request, or a connection after it, belongs to administrators.
    func isAdmin(listener: UInt8, isKnown: Bool) -> Bool {
        adminListeners.isEmpty ? isKnown : adminListeners.contains(listener)
    }

    /// Counts the connections of a listener.
    func limiter(listener: UInt8) -> ConnectionLimiter {
        adminListeners.contains(listener) ? adminLimiter : limiter
    }
}
