import HTTPWire
package import SystemIO

/// What a server is told before it starts.
package struct ServingConfiguration: Sendable {
    /// Where to listen.
    package var listeners: [Listener]
    /// Event loops, one thread each.
    package var loops: Int
    /// Threads for work that may block.
    package var workers: Int
    /// Bounds on everything.
    package var limits: ServingLimits
    /// Who takes down answers, if anybody does.
    package var journal: (any AnswerJournal)?

    /// One place to listen at.
    package struct Listener: Sendable {
        /// Where connections come from.
        package let place: Place
        /// The number (0 to 255) that requests carry.
        package let number: Int

        /// Makes one.
        package init(_ place: Place, number: Int) {
            precondition((0..<256).contains(number), "a listener's number is a small one")
            self.place = place
            self.number = number
        }
    }

    /// Where connections come from.
    package enum Place: Sendable {
        /// A port, on which each loop listens for itself.
        case port(SocketAddress)
        /// A file of its own that only those may connect to whom its mode lets write; all loops share it.
        case file(SocketAddress, mode: UInt32)
        /// A socket that listens already, which all loops share and the server closes.
        case inherited(InheritedSocket)
    }

    /// Makes a configuration.
    package init(
        listeners: [Listener], loops: Int, workers: Int, limits: ServingLimits = ServingLimits(),
        journal: (any AnswerJournal)? = nil
    ) {
        precondition(loops > 0 && workers > 0, "a server has loops and workers")
        self.listeners = listeners
        self.loops = loops
        self.workers = workers
        self.limits = limits
        self.journal = journal
    }
}
