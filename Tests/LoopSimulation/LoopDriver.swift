#if DEBUG
@testable package import HTTPServing
package import HTTPWire
import Synchronization
package import SystemIO
import SystemSimulation

/// The server's event loop on sockets in memory, in debug builds: no kernel, no thread, and the caller's clock.
///
/// Each action of a peer, a worker or the clock is one call, in any order. One thread uses it.
package final class LoopDriver {
    /// How much memory a connection uses.
    package struct Memory: Sendable, Hashable {
        /// Bytes received and not parsed.
        package let unparsed: Int
        /// Bytes of a body, collected or with a worker.
        package let reserved: Int
        /// Bytes of answers that are not sent yet.
        package let unsent: Int
    }

    private let sockets = SimulatedSockets()
    private let shared: SharedState
    private let loop: EventLoop
    /// Another loop of the same server without connections; only ``runOut(neighbour:before:)`` uses it.
    private let neighbour: EventLoop
    private var next = firstDescriptor
    private var eventNumber = 0

    /// Makes a loop without listeners.
    ///
    /// - Parameters:
    ///   - handler: the handler of requests.
    ///   - limits: the limits.
    ///   - answerLog: records answers.
    ///   - hasAdminListener: whether connections of ``adminListener`` use the administrators' lane; otherwise those of
    ///     known callers do.
    ///   - streamSlots: the places that the handler takes for event streams.
    /// - Throws: the system's error.
    package init(
        _ handler: any HTTPHandler, limits: ServingLimits, answerLog: (any AnswerLog)? = nil,
        hasAdminListener: Bool = false, streamSlots: StreamSlots? = nil
    ) throws(Errno) {
        // This listener is not opened; only its number is used, to choose the lane of a connection.
        let admin = SocketAddress("127.0.0.1:0").map {
            ServingConfiguration.Listener(.port($0), number: Self.adminListener, isAdmin: true)
        }
        shared = try SharedState(
            ServingConfiguration(
                listeners: hasAdminListener ? [admin].compactMap { $0 } : [], loops: 2, workers: 1, adminWorkers: 1,
                limits: limits,
                answerLog: answerLog, streamSlots: streamSlots),
            handler: handler, descriptors: Int(Int32.max))
        let table = try ConnectionTable(capacity: Int(Self.firstDescriptor) + Self.slotsMax)
        loop = try EventLoop(index: 0, shared: shared, table: table, listeners: [])
        neighbour = try EventLoop(index: 1, shared: shared, table: table, listeners: [])
        // The date does not change, so that what is sent can be compared.
        loop.clock.dateLines.value.refresh(0)
    }

    // MARK: The peer

    /// A peer connects and sends bytes at once.
    ///
    /// - Parameters:
    ///   - bytes: the bytes it sends.
    ///   - room: number of bytes of answers that it accepts.
    ///   - peer: its address.
    ///   - listener: the number of the listener that it connects to.
    /// - Returns: the descriptor.
    package func connect(
        _ bytes: some Sequence<UInt8> = [], room: Int, from peer: PeerAddress = .init(version4: 1), listener: Int = 0
    ) -> Int32 {
        let descriptor = next
        next = next - Self.firstDescriptor + 1 < Self.slotsMax ? next + 1 : Self.firstDescriptor
        sockets.connect(descriptor, room: room)
        sockets.deliver(descriptor, bytes)
        turn {
            loop.acceptor.add(
                Sockets.Accepted(Descriptor(owning: descriptor), peerHigh: peer.high, peerLow: peer.low),
                listener: listener)
        }
        return descriptor
    }

    /// The peer sends bytes.
    package func deliver(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) {
        sockets.deliver(descriptor, bytes)
        report(descriptor, isReadable: true)
    }

    /// The peer sends, and each piece is reported before the turn ends; returns the number of connections that continue to
    /// read in the next turn.
    package func deliver(_ descriptor: Int32, inOneTurn pieces: [[UInt8]]) -> Int {
        var deferredReads = 0
        turn {
            for piece in pieces {
                sockets.deliver(descriptor, piece)
                if isOpen(descriptor) { loop.handle(Self.arrival(descriptor)) }
            }
            deferredReads = loop.connections.deferredReadCount
        }
        return deferredReads
    }

    /// The peer ends its sending direction.
    package func finish(_ descriptor: Int32) {
        sockets.finish(descriptor)
        report(descriptor, isReadable: true, isFinished: true)
    }

    /// The peer resets the connection.
    package func reset(_ descriptor: Int32) {
        sockets.reset(descriptor)
        report(descriptor, isReadable: true, isFinished: true, isWritable: true)
    }

    /// The peer accepts more bytes.
    package func makeSpace(_ descriptor: Int32, _ bytes: Int) {
        sockets.makeSpace(descriptor, bytes)
        guard isOpen(descriptor), loop.connections.table[descriptor].isWatchedForWriting else { return }
        report(descriptor, isWritable: true)
    }

    // MARK: Workers, time and the system

    /// A worker answers the oldest waiting request, those of administrators first; false if there is none.
    package func work() -> Bool {
        for lane in [shared.lanes.admin, shared.lanes.common] {
            guard let item = lane.work.popIfAny() else { continue }
            lane.run(item, shared.handler)
            handleMessages()
            return true
        }
        return false
    }

    /// The reader of files does what has waited longest, and the loop gets the part; false if nothing waits.
    package func readFile() -> Bool {
        guard shared.files.runNext() else { return false }
        handleMessages()
        return true
    }

    /// Sends an event to all event streams of a topic; without a number it is newer than the one before.
    package func broadcast(_ topic: Int, _ bytes: StreamBytes, number: Int? = nil) {
        eventNumber = number ?? eventNumber + 1
        loop.inbox.post(.broadcast(topic: topic, number: eventNumber, bytes))
        handleMessages()
    }

    /// Ends the event streams of a topic.
    package func endStreams(_ topic: Int, keepingHeld: Bool) {
        loop.inbox.post(.endStreams(topic: topic, keepingHeld: keepingHeld))
        handleMessages()
    }

    /// Reports that grants of event streams may have ended.
    package func reviewStreams() {
        loop.inbox.post(.reviewStreams)
        handleMessages()
    }

    /// A client connects while no descriptor is free, and another loop has already used the spare one.
    ///
    /// - Parameters:
    ///   - isNeighbour: whether the client connects to the other loop.
    ///   - late: bytes that a connection sends in the same turn, which are reported after the listener.
    package func runOut(neighbour isNeighbour: Bool, before late: (descriptor: Int32, bytes: [UInt8])? = nil) {
        let faults = Faults()
        faults.add(.open, .failure(.processExhausted), times: .max)
        let loop = isNeighbour ? neighbour : loop
        if let late { sockets.deliver(late.descriptor, late.bytes) }
        faults.bind {
            // The first call uses the spare descriptor, which cannot be opened again.
            loop.acceptor.acceptWithSpare(Self.noListener)
            loop.acceptor.acceptWithSpare(Self.noListener)
            sockets.bind {
                if let late { loop.handle(Self.arrival(late.descriptor)) }
                loop.finishTurn()
            }
        }
        handleMessages()
    }

    /// Begins to stop, as the process does on SIGTERM.
    package func drain(milliseconds: Int64) {
        loop.inbox.post(.drain(at: loop.clock.now, until: loop.clock.now + milliseconds))
        handleMessages()
    }

    /// Advances the clock.
    package func advance(milliseconds: Int64) {
        loop.clock.set(microseconds: (loop.clock.now + milliseconds) * 1000)
        turn {}
    }

    // MARK: Results

    /// Everything that was sent to a peer.
    package func sent(_ descriptor: Int32) -> [UInt8] { sockets.sent(descriptor) }

    /// Number of segments that left for a peer: answers, and the end if it left alone.
    package func departures(_ descriptor: Int32) -> Int { sockets.departures(descriptor) }

    /// Whether the server still has the connection.
    package func isOpen(_ descriptor: Int32) -> Bool { sockets.isOpen(descriptor) }

    /// The state of a connection.
    package func state(_ descriptor: Int32) -> ConnectionState { loop.connections.table[descriptor].state }

    /// How much memory a connection uses; nil if it uses none.
    package func memory(_ descriptor: Int32) -> Memory? {
        guard let io = loop.connections.table[descriptor].io else { return nil }
        return Memory(unparsed: io.unparsedBytes.count, reserved: io.reservedBytes, unsent: io.unsentBytes)
    }

    /// Bytes of bodies in memory, over all connections.
    package var bodyBytes: Int { shared.lanes.all.reduce(0) { $0 + $1.bodies.bytes } }

    /// Bytes of large answers in memory, over all connections.
    package var answerBytes: Int { shared.lanes.all.reduce(0) { $0 + $1.answers.bytes } }

    /// Bytes that connections of the loop hold, without bodies.
    package var heldBytes: Int { loop.memory.heldBytes }

    /// The counters of the loop.
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

    private func handleMessages() {
        turn { loop.handle(Self.arrival(loop.inbox.descriptor)) }
    }

    private static func arrival(_ descriptor: Int32) -> Poller.Event {
        Poller.Event(descriptor: descriptor, isReadable: true, isFinished: false, isWritable: false)
    }

    /// One turn of the loop, and as many more as its deferred reads need.
    private func turn(_ events: () -> Void) {
        sockets.bind {
            events()
            loop.finishTurn()
            while loop.connections.deferredReadCount > 0 { loop.finishTurn() }
        }
    }

    /// The number of the administrators' listener, if there is one.
    package static let adminListener = 2
    /// Above all descriptors of the kernel.
    private static let firstDescriptor: Int32 = 1 << 20
    /// A number that no socket has.
    private static let noListener: Int32 = -1
    /// Maximum number of connections at the same time.
    private static let slotsMax = 256
}
#endif
