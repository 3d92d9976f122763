import Glibc
import SystemIO

/// One connection of an attacker or a bystander: raw bytes, and a limit on every wait.
final class AttackPeer {
    private let descriptor: Int32
    /// Everything received so far.
    private(set) var received: [UInt8] = []
    /// Whether the server has closed, or reset, the connection.
    private(set) var isClosed = false

    /// Connects from 127.0.0.1 and the addresses after it.
    init(_ address: SocketAddress, fromLoopback source: Int = 0) throws(Errno) {
        descriptor = try Sockets.connect(to: address, fromLoopback: source)
    }

    deinit { Sockets.close(descriptor) }

    /// Sends what fits at once and returns how much that was; a server that has closed is no failure.
    @discardableResult
    func send(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        // The array lends its own memory with its own count, for one call.
        return unsafe bytes.withUnsafeBytes { raw in
            max(0, unsafe Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
        }
    }

    /// Reads what comes within so many milliseconds.
    func pump(_ milliseconds: Int32) {
        guard !isClosed else { return }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // One struct of this function's own.
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return }
        let bytes = (try? Sockets.receive(descriptor, countMax: 65_536)) ?? []
        if bytes.isEmpty { isClosed = true } else { received += bytes }
    }

    /// Reads until a condition on the text holds, or the server closes; gives up after a minute.
    @discardableResult
    func wait(until isEnough: (String) -> Bool = { _ in false }) -> String {
        let end = MonotonicClock.milliseconds + 60_000
        while !isClosed, !isEnough(text), MonotonicClock.milliseconds < end { pump(100) }
        return text
    }

    /// Forgets what was received.
    func forget() { received = [] }

    /// What was received, as text.
    var text: String { String(decoding: received, as: UTF8.self) }

    /// Goes away with a reset instead of an end (socket(7), SO_LINGER with no time).
    func willReset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        // The struct is passed with its own size.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
