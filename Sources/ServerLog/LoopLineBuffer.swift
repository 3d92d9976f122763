import HTTPWire
import RouteModel
import Synchronization
import SystemIO

/// One event loop's lines on their way to the writer, and what the loop keeps to make the next one faster.
final class LoopLineBuffer: @unchecked Sendable {
    // @unchecked: the variables below are touched by the loop's own thread alone; the rest is safe by itself.
    let ring: ByteRing
    /// Lines that went into the ring.
    let lines = Atomic(0)
    /// Lines for which there was no room.
    let dropped = Atomic(0)
    /// Whether the writer was told that the ring fills.
    let isUrgent = Atomic(false)

    private var line: [UInt8] = []
    private var second: Int64 = .min
    private var date = ""
    private var peer = PeerAddress.none
    private var peerText = ""

    init() throws(Errno) { ring = try ByteRing(byteCount: LogLimits.accessBufferBytes) }

    /// Makes a line and gives it to the writer; false where there was no room.
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

    /// A peer's address as text; a connection's requests come one after the other.
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
