package import SystemIO

/// How a server runs.
package struct ServingConfiguration: Sendable {
    /// Where to listen, each with the number that requests carry.
    package var listeners: [(address: SocketAddress, number: Int)]
    /// Event loops.
    package var loops: Int
    /// Worker threads.
    package var workers: Int
    /// Open connections at once.
    package var connectionsMax = 16_384
    /// Open connections of one address.
    package var connectionsPerAddressMax = 4096
    /// Milliseconds for a head to arrive, from its first byte.
    package var headMilliseconds: Int64 = 10_000
    /// Milliseconds for a body to arrive.
    package var bodyMilliseconds: Int64 = 60_000
    /// Milliseconds between two requests.
    package var idleMilliseconds: Int64 = 75_000
    /// Milliseconds in which a reader must take something.
    package var sendMilliseconds: Int64 = 60_000

    /// Makes a configuration.
    package init(listeners: [(address: SocketAddress, number: Int)], loops: Int, workers: Int) {
        self.listeners = listeners
        self.loops = loops
        self.workers = workers
    }
}
