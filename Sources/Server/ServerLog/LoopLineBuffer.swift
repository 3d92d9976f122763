import HTTPWire
import RouteModel
import Synchronization
import SystemIO

/// The access-log lines of one event loop that wait for the writer, and cached texts for the next line.
final class LoopLineBuffer: @unchecked Sendable {
    // @unchecked: the variables below are used by the loop's own thread only; the constants are Sendable.
    let ring: ByteRing
    /// Lines that were put into the ring.
    let lines = Atomic(0)
    /// Lines that were dropped because the ring was full.
    let dropped = Atomic(0)
    /// Whether the writer was signalled because the ring is more than half full.
    let isUrgent = Atomic(false)

    private var line: [UInt8] = []
    private var second: Int64 = .min
    private var date = ""
    private var peer = PeerAddress.none
    private var peerText = ""

    init() throws(Errno) { ring = try ByteRing(byteCount: LogLimits.accessBufferBytes) }

    /// Makes a line and puts it into the ring; false if the ring was full.
    func add(_ answer: AccessLine, isJSON: Bool) -> Bool {
        line.removeAll(keepingCapacity: true)
        if isJSON { answer.appendJSON(to: &line) } else { answer.appendCombined(to: &line, date: date(of: answer.at)) }
        line.append(0x0A)
        guard ring.give(line) else {
            dropped.add(1, ordering: .relaxed)
            return false
        }
        lines.add(1, ordering: .relaxed)
        return true
    }

    /// A peer's address as text, cached because successive requests often come from the same connection.
    func text(of peer: PeerAddress) -> String {
        if peer != self.peer || peerText.isEmpty {
            self.peer = peer
            peerText = peer.description
        }
        return peerText
    }

    /// `21/Nov/2026:19:24:19 +0000`, made once a second.
    private func date(of instant: Instant) -> String {
        let second = instant.milliseconds / 1000
        guard second != self.second else { return date }
        self.second = second
        let parts = Instant(milliseconds: second * 1000).description.split { "-T:Z".contains($0) }
        guard parts.count == 6, let month = Int(parts[1]), (1...12).contains(month) else { return date }
        date = "\(parts[2])/\(Self.months[month - 1])/\(parts[0]):\(parts[3]):\(parts[4]):\(parts[5]) +0000"
        return date
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
