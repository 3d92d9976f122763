import CLinux
import Glibc

/// Where a service manager hears how its service is (sd_notify(3)): a datagram of `NAME=value` lines for each message.
package struct SupervisorSocket: Sendable {
    private let address: SocketAddress

    /// Takes the value of `NOTIFY_SOCKET`: a path, or an abstract name behind `@`; nil where it is neither.
    package init?(_ text: String) {
        let address =
            text.hasPrefix("@")
            ? SocketAddress(abstractName: String(text.dropFirst()))
            : text.hasPrefix("/") ? SocketAddress(unixPath: text) : nil
        guard let address else { return nil }
        self.address = address
    }

    /// Within how many microseconds the manager wants to hear that the service works (sd_watchdog_enabled(3)); nil where
    /// it does not ask, or asks another process.
    ///
    /// - Parameters:
    ///   - text: `WATCHDOG_USEC`.
    ///   - process: `WATCHDOG_PID`.
    /// - Returns: the microseconds.
    package static func watchdogMicroseconds(_ text: String?, process: String?) -> Int64? {
        guard let text, let microseconds = Int64(text), microseconds > 0 else { return nil }
        if let process, Int32(process) != getpid() { return nil }
        return microseconds
    }

    /// Sends lines as one message; throws where nobody takes it.
    package func send(_ lines: [String]) throws(Errno) {
        // A socket for each message, as libsystemd does: the manager may be another one by the next time.
        let socket = try SystemCall.socket(AF_UNIX, SOCK_DGRAM, blocks: true).release()
        defer { SystemCall.close(socket) }
        try SystemCall.connect(socket, to: address.bytes)
        try Sockets.sendAll(socket, Array(lines.joined(separator: "\n").utf8))
    }
}
