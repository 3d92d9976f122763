import Glibc
package import SystemIO
import TestSupport

/// A blocking client of raw bytes with a limit on every wait.
package final class LoopbackClient {
    private let descriptor: Int32
    /// Everything received so far.
    package private(set) var received: [UInt8] = []
    /// Whether the server has closed.
    package private(set) var isClosed = false

    /// Connects; a refused connection counts as closed.
    package init(_ address: SocketAddress) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var remote = sockaddr_in()
        remote.sin_family = sa_family_t(AF_INET)
        remote.sin_port = UInt16(address.port).bigEndian
        remote.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // The struct is passed with its own size; sockaddr is only a view of it.
        let status = unsafe withUnsafePointer(to: &remote) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { isClosed = true }
        // Without delay, so that each piece is sent on its own.
        var isOn: Int32 = 1
        _ = unsafe setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Takes ownership of a connected socket.
    package init(connected descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends bytes; a closed connection is no failure.
    package func send(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let sent = unsafe bytes.withUnsafeBytes { raw in
                // The array has `count - offset` bytes from `offset` on.
                unsafe Glibc.send(
                    descriptor, raw.baseAddress.map { unsafe $0 + offset }, raw.count - offset, Int32(MSG_NOSIGNAL))
            }
            if sent <= 0 { return }
            offset += sent
        }
    }

    /// Sends the bytes of a text.
    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Ends the sending direction.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits at most `milliseconds` and receives once; false if nothing arrived.
    @discardableResult
    package func pump(_ milliseconds: Int) -> Bool {
        guard !isClosed else { return false }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // poll(2) gets one local struct.
        guard unsafe poll(&waiting, 1, Int32(milliseconds)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count <= 0 { isClosed = true } else { received += buffer.prefix(count) }
        return true
    }

    /// Receives for `milliseconds`.
    package func rest(_ milliseconds: Int) {
        let end = MonotonicClock.milliseconds + Int64(milliseconds)
        while MonotonicClock.milliseconds < end {
            if isClosed { pause(milliseconds: 1) } else { pump(Int(end - MonotonicClock.milliseconds)) }
        }
    }

    /// Reads until a condition on the text holds, the server closes, or the time is up, which is long: the machine may be
    /// busy.
    @discardableResult
    package func wait(_ milliseconds: Int = TestLimits.waitMilliseconds, until isEnough: ((String) -> Bool)? = nil)
        -> String
    {
        let end = MonotonicClock.milliseconds + Int64(milliseconds)
        while !isClosed, !(isEnough?(text) ?? false), MonotonicClock.milliseconds < end { pump(20) }
        return text
    }

    /// Receives until more than `count` bytes have arrived; makes no text of them.
    package func wait(forMoreThan count: Int, milliseconds: Int = TestLimits.waitMilliseconds) {
        let end = MonotonicClock.milliseconds + Int64(milliseconds)
        while !isClosed, received.count <= count, MonotonicClock.milliseconds < end { pump(20) }
    }

    /// The received bytes as text.
    package var text: String { String(decoding: received, as: UTF8.self) }
}

extension String {
    /// Number of occurrences of a text.
    package func occurrences(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
