#if DEBUG
package import HTTPWire
import Synchronization
package import SystemIO

/// The real event loop on sockets in memory, in debug builds: no kernel, no thread, no clock but the caller's.
///
/// Whatever peers, workers and time can do to a connection is one call here, in any order: a fuzzer and tests play them
/// all. One thread uses it.
package final class LoopDriver {
    /// How much a connection keeps in memory.
    package struct Memory: Sendable, Hashable {
        /// Bytes received and not used.
        package let carried: Int
        /// Bytes of a body, collected or with a worker.
        package let reserved: Int
        /// Bytes of answers that the peer has not taken.
        package let pending: Int
    }

    private let sockets = SimulatedSockets()
    private let shared: SharedParts
    private let loop: EventLoop
    /// Another loop of the same server, which has no connections and only ever runs out of descriptors.
    private let neighbour: EventLoop
    private var next = firstDescriptor

    /// Makes a loop without listeners.
    package init(
        _ handler: any HTTPHandler, limits: ServingLimits, journal: (any AnswerJournal)? = nil
    ) throws(Errno) {
        shared = try SharedParts(
            handler: handler, limits: limits, connectionsMax: limits.connectionsMax, loopCount: 2,
            journal: journal)
        let table = try ConnectionTable(capacity: Int(Self.firstDescriptor) + Self.slotsMax)
        loop = try EventLoop(index: 0, shared: shared, table: table, listeners: [])
        neighbour = try EventLoop(index: 1, shared: shared, table: table, listeners: [])
        // The date stands still, so that what is sent can be compared.
        loop.dateLines.value.refresh(0)
    }

    // MARK: The peer

    /// Connects from an address, with bytes that come along and room for so many of the answers; returns the descriptor.
    package func connect(_ bytes: some Sequence<UInt8> = [], room: Int, from peer: PeerAddress = .init(version4: 1))
        -> Int32
    {
        let descriptor = next
        next = next - Self.firstDescriptor + 1 < Self.slotsMax ? next + 1 : Self.firstDescriptor
        sockets.connect(descriptor, room: room)
        sockets.deliver(descriptor, bytes)
        turn {
            loop.welcome(
                Sockets.Accepted(Descriptor(owning: descriptor), peerHigh: peer.high, peerLow: peer.low), tag: 0)
        }
        return descriptor
    }

    /// The peer sends.
    package func deliver(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) {
        sockets.deliver(descriptor, bytes)
        report(descriptor, isReadable: true)
    }

    /// The peer sends, and each piece is reported before the turn ends; returns how many connections then stand in line to
    /// be read on.
    package func deliver(_ descriptor: Int32, inOneTurn pieces: [[UInt8]]) -> Int {
        var inLine = 0
        turn {
            for piece in pieces {
                sockets.deliver(descriptor, piece)
                if isOpen(descriptor) { loop.handle(Self.arrival(descriptor)) }
            }
            inLine = loop.unfinishedReads.count
        }
        return inLine
    }

    /// The peer sends no more.
    package func finish(_ descriptor: Int32) {
        sockets.finish(descriptor)
        report(descriptor, isReadable: true, isFinished: true)
    }

    /// The peer is gone.
    package func reset(_ descriptor: Int32) {
        sockets.reset(descriptor)
        report(descriptor, isReadable: true, isFinished: true, isWritable: true)
    }

    /// The peer takes more bytes.
    package func makeRoom(_ descriptor: Int32, _ bytes: Int) {
        sockets.makeRoom(descriptor, bytes)
        guard isOpen(descriptor), loop.table[descriptor].watchesRoom else { return }
        report(descriptor, isWritable: true)
    }

    // MARK: The rest of the world

    /// A worker answers the oldest request that waits; false where none does.
    package func work() -> Bool {
        guard let item = shared.work.popIfAny() else { return false }
        let response = shared.handler.perform(item.request)
        item.inbox.post(.completed(descriptor: item.descriptor, generation: item.generation, response))
        readMail()
        return true
    }

    /// Sends bytes to all watchers of a topic.
    package func broadcast(_ topic: Int, _ bytes: SharedBytes) {
        loop.inbox.post(.broadcast(topic: topic, bytes))
        readMail()
    }

    /// Somebody waits at the listener of a loop, and there is no descriptor, nor the spare one: another loop took it.
    ///
    /// - Parameters:
    ///   - isNeighbour: whether it is the other loop's listener.
    ///   - late: what a connection sends in the same turn, which is reported behind the listener.
    package func runOut(neighbour isNeighbour: Bool, before late: (descriptor: Int32, bytes: [UInt8])? = nil) {
        let faults = Faults()
        faults.add(.open, .failure(.processExhausted), times: .max)
        let loop = isNeighbour ? neighbour : loop
        if let late { sockets.deliver(late.descriptor, late.bytes) }
        faults.bind {
            // The first time the spare one goes and does not come back.
            loop.turnAway(Self.noListener)
            loop.turnAway(Self.noListener)
            sockets.bind {
                if let late { loop.handle(Self.arrival(late.descriptor)) }
                loop.finishTurn()
            }
        }
        readMail()
    }

    /// Begins to stop, as the process does on SIGTERM.
    package func drain(milliseconds: Int64) {
        loop.inbox.post(.drain(until: loop.now + milliseconds))
        readMail()
    }

    /// Time passes.
    package func advance(milliseconds: Int64) {
        loop.now += milliseconds
        loop.tick = UInt32(truncatingIfNeeded: (loop.now - shared.startedAt) >> 6)
        turn {}
    }

    // MARK: What can be seen

    /// Everything that was sent to a peer.
    package func sent(_ descriptor: Int32) -> [UInt8] { sockets.sent(descriptor) }

    /// How often something left for a peer: answers, and the end where it left alone.
    package func departures(_ descriptor: Int32) -> Int { sockets.departures(descriptor) }

    /// Whether the server still has the connection.
    package func isOpen(_ descriptor: Int32) -> Bool { sockets.isOpen(descriptor) }

    /// Where a connection stands.
    package func state(_ descriptor: Int32) -> ConnectionState { loop.table[descriptor].state }

    /// How much it keeps in memory; nil where it keeps nothing.
    package func memory(_ descriptor: Int32) -> Memory? {
        guard let business = loop.table[descriptor].business else { return nil }
        return Memory(
            carried: business.carry.count, reserved: business.reservedBytes, pending: business.pendingBytes)
    }

    /// Bytes of bodies in memory, over all connections.
    package var bodyBytes: Int { shared.bodyBytes.load(ordering: .relaxed) }

    /// Bytes that connections of the loop hold of their own.
    package var heldBytes: Int { loop.heldBytes }

    /// What the loop has counted.
    package var statistics: ServingStatistics {
        var sum = ServingStatistics()
        loop.counters.add(to: &sum)
        return sum
    }

    // MARK: Turns

    private func report(
        _ descriptor: Int32, isReadable: Bool = false, isFinished: Bool = false, isWritable: Bool = false
    ) {
        guard isOpen(descriptor) else { return }
        turn {
            loop.handle(
                Poller.Event(
                    descriptor: descriptor, isReadable: isReadable, isFinished: isFinished, isWritable: isWritable))
        }
    }

    private func readMail() {
        turn { loop.handle(Self.arrival(loop.inbox.descriptor)) }
    }

    private static func arrival(_ descriptor: Int32) -> Poller.Event {
        Poller.Event(descriptor: descriptor, isReadable: true, isFinished: false, isWritable: false)
    }

    /// One turn of the loop, and as many more as it asks for.
    private func turn(_ events: () -> Void) {
        sockets.bind {
            events()
            loop.finishTurn()
            while !loop.unfinishedReads.isEmpty { loop.finishTurn() }
        }
    }

    /// Above every number that the kernel gives.
    private static let firstDescriptor: Int32 = 1 << 20
    /// A number that is nobody's.
    private static let noListener: Int32 = -1
    /// Connections at once.
    private static let slotsMax = 256
}
#endif
