import HTTPWire
import SystemIO

/// Receives the bytes of one loop's connections into the loop's buffer.
final class ConnectionReceiver {
    /// The result of a call of recv(2).
    enum Outcome {
        /// The number of bytes at the beginning of `buffer`, at least one.
        case bytes(Int)
        /// Nothing has arrived.
        case nothing
        /// The connection was closed: the peer has finished or is gone.
        case closed
    }

    let buffer = ReceiveBuffer(capacity: ServingLimits.receiveBytes)
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let counters: LoopCounters
    private let discardedBytesMax: Int

    init(_ connections: LoopConnections, counters: LoopCounters, limits: ServingLimits) {
        self.connections = connections
        self.counters = counters
        table = connections.table
        discardedBytesMax = limits.discardedBodyBytesMax
    }

    /// Receives once.
    func receive(_ descriptor: Int32) -> Outcome {
        do throws(Errno) {
            let count = try buffer.receive(descriptor)
            // RFC 9112 section 8: a message that was cut off is not processed.
            guard count > 0 else {
                connections.close(descriptor)
                return .closed
            }
            counters.bytesReceived.raise(count)
            return .bytes(count)
        } catch {
            if error == .wouldBlock { return .nothing }
            connections.close(descriptor)
            return .closed
        }
    }

    /// Discards what arrives, until the peer has finished or, on an event stream, has sent too much.
    func discard(_ descriptor: Int32) -> ConnectionStatus {
        let isStream = table[descriptor].state.phase == .streaming
        for _ in 0..<ServingLimits.readsPerTurn {
            switch receive(descriptor) {
            case .bytes(let count):
                guard isStream else { continue }
                let io = table.pendingIO(of: descriptor)
                io.discardedBytes += count
                if io.discardedBytes > discardedBytesMax { return connections.close(descriptor) }
            case .nothing: return .open
            case .closed: return .closed
            }
        }
        connections.deferRead(descriptor)
        return .open
    }
}
