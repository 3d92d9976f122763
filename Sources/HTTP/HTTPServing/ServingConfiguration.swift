import HTTPWire
package import SystemIO

/// The listeners and limits of a server.
package struct ServingConfiguration: Sendable {
    var listeners: [Listener]
    /// Number of event loops, one thread each.
    package var loops: Int
    /// Number of threads for work that may block.
    package var workers: Int
    /// Number of further threads for such work of administrators.
    ///
    /// They run the requests on administrators' listeners, or, if there is none, those of known callers. If it is 0,
    /// `workers` run all requests.
    var adminWorkers: Int
    /// Limits on connections, messages, memory and time.
    package var limits: ServingLimits
    /// Records answers; nil if none are recorded.
    var answerLog: (any AnswerLog)?
    /// The places that the handler takes for event streams, and that the loops give back; nil if it takes none.
    var streamSlots: StreamSlots?

    /// One listener.
    package struct Listener: Sendable {
        /// The socket that accepts connections.
        package let place: Place
        /// The number (0 to 255) in each request, so that a handler can distinguish listeners.
        let number: Int
        /// Whether it is for administrators, so that nothing on the other listeners delays its requests.
        let isAdmin: Bool

        /// Makes a listener.
        package init(_ place: Place, number: Int, isAdmin: Bool = false) {
            precondition((0..<256).contains(number), "a listener's number is not in 0...255")
            self.place = place
            self.number = number
            self.isAdmin = isAdmin
        }
    }

    /// The socket that accepts connections.
    package enum Place: Sendable {
        /// A port; each loop has its own socket for it.
        case port(SocketAddress)
        /// The file of a unix socket, shared by all loops; a client needs write permission to connect.
        case file(SocketAddress, mode: UInt32)
        /// A socket that listens already, shared by all loops; the server closes it.
        case inherited(InheritedSocket)
    }

    /// Makes a configuration.
    package init(
        listeners: [Listener], loops: Int, workers: Int, adminWorkers: Int = 0,
        limits: ServingLimits = ServingLimits(), answerLog: (any AnswerLog)? = nil, streamSlots: StreamSlots? = nil
    ) {
        precondition(loops > 0 && workers > 0, "a server needs at least one loop and one worker")
        self.adminWorkers = adminWorkers
        self.listeners = listeners
        self.loops = loops
        self.workers = workers
        self.limits = limits
        self.answerLog = answerLog
        self.streamSlots = streamSlots
    }
}
