import Glibc
import SystemIO
import TestSupport

/// One connection of an attacker or of another client: raw bytes, and a limit on every wait.
final class AttackPeer {
    private let descriptor: Int32
    /// Everything received so far.
    private(set) var received: [UInt8] = []
    /// Whether the server has closed, or reset, the connection.
    private(set) var isClosed = false

    /// Connects from a loopback address: `source` 0 is 127.0.0.1, 1 is 127.0.0.2, and so on.
    init(_ address: SocketAddress, fromLoopback source: Int = 0) throws(Errno) {
        descriptor = try Sockets.connect(to: address, fromLoopback: source)
    }

    deinit { Sockets.close(descriptor) }

    /// Sends as many bytes as the socket accepts at once; returns their number, 0 if the server has closed.
    @discardableResult
    func send(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        // The array's memory and count are valid during the call.
        return unsafe bytes.withUnsafeBytes { raw in
            max(0, unsafe Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
        }
    }

    /// Waits at most `milliseconds` for bytes, and reads once.
    func pump(_ milliseconds: Int32) {
        guard !isClosed else { return }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // poll(2) gets one local struct.
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return }
        let bytes = (try? Sockets.receive(descriptor, countMax: 65_536)) ?? []
        if bytes.isEmpty { isClosed = true } else { received += bytes }
    }

    /// Reads until a condition on the text holds, the server closes, or the time is up.
    @discardableResult
    func wait(until isEnough: (String) -> Bool = { _ in false }) -> String {
        let end = MonotonicClock.milliseconds + Int64(TestLimits.waitMilliseconds)
        while !isClosed, !isEnough(text), MonotonicClock.milliseconds < end { pump(100) }
        return text
    }

    /// Discards the received bytes.
    func forget() { received = [] }

    /// The received bytes as text, with the chunks of an event stream joined.
    var text: String { ChunkedText.joined(String(decoding: received, as: UTF8.self)) }

    /// Makes the close of the connection a reset (socket(7), SO_LINGER with time 0).
    func willReset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        // The struct is passed with its own size.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
