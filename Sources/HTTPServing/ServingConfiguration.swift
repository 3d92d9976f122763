import HTTPWire
package import SystemIO

/// What a server is told before it starts.
package struct ServingConfiguration: Sendable {
    /// Where to listen, each with the number (0 to 255) that requests carry.
    package var listeners: [(address: SocketAddress, number: Int)]
    /// Event loops, one thread each.
    package var loops: Int
    /// Threads for work that may block.
    package var workers: Int
    /// Bounds on everything.
    package var limits = ServingLimits()

    /// Makes a configuration with the standard limits.
    package init(listeners: [(address: SocketAddress, number: Int)], loops: Int, workers: Int) {
        precondition(loops > 0 && workers > 0, "a server has loops and workers")
        precondition(listeners.allSatisfy { (0..<256).contains($0.number) }, "a listener's number is a small one")
        self.listeners = listeners
        self.loops = loops
        self.workers = workers
    }

    /// Open connections at once.
    package var connectionsMax: Int {
        get { limits.connectionsMax }
        set { limits.connectionsMax = newValue }
    }

    /// Open connections of one address.
    package var connectionsPerAddressMax: Int {
        get { limits.connectionsPerAddressMax }
        set { limits.connectionsPerAddressMax = newValue }
    }

    /// Milliseconds for a head to arrive, from its first byte.
    package var headMilliseconds: Int64 {
        get { Int64(limits.timeouts.head) }
        set { limits.timeouts.head = Int(newValue) }
    }

    /// Milliseconds for a body to arrive; each thousand bytes of it that come buy one second more.
    package var bodyMilliseconds: Int64 {
        get { Int64(limits.timeouts.body) }
        set { limits.timeouts.body = Int(newValue) }
    }

    /// Milliseconds between two requests.
    package var idleMilliseconds: Int64 {
        get { Int64(limits.timeouts.idle) }
        set { limits.timeouts.idle = Int(newValue) }
    }

    /// Milliseconds in which a reader must take something.
    package var sendMilliseconds: Int64 {
        get { Int64(limits.timeouts.write) }
        set { limits.timeouts.write = Int(newValue) }
    }
}
