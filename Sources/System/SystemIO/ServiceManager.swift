#if os(Linux)
import CLinux
import Glibc

/// Reports the state of the service to a service manager (sd_notify(3)): one datagram of `NAME=value` lines a message.
package struct SupervisorSocket: Sendable {
    private let address: SocketAddress

    /// Parses the value of `NOTIFY_SOCKET`: a path, or an abstract name after `@`; nil if it is neither.
    package init?(_ text: String) {
        let address =
            text.hasPrefix("@")
            ? SocketAddress(abstractName: String(text.dropFirst()))
            : text.hasPrefix("/") ? SocketAddress(unixPath: text) : nil
        guard let address else { return nil }
        self.address = address
    }

    /// Microseconds within which the manager expects a message (sd_watchdog_enabled(3)); nil if it expects none, or of another
    /// process.
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

    /// Sends lines as one message; throws if it cannot be delivered.
    package func send(_ lines: [String]) throws(Errno) {
        // A socket for each message, as libsystemd does: the manager may have restarted before the next one.
        let socket = try SystemCall.socket(AF_UNIX, SOCK_DGRAM, blocks: true).release()
        defer { SystemCall.close(socket) }
        try SystemCall.connect(socket, to: address.bytes)
        try Sockets.sendAll(socket, Array(lines.joined(separator: "\n").utf8))
    }
}

/// A listening socket that the starting process passed to this one (sd_listen_fds(3), socket activation).
package struct InheritedSocket: Sendable {
    /// Its name; empty if it has none.
    package let name: String
    /// Its descriptor; the server that listens with it owns it.
    package let descriptor: Int32
    /// The address that it listens on.
    package let address: SocketAddress

    /// Why inherited sockets cannot be used.
    package struct Refusal: Error, Sendable, CustomStringConvertible {
        /// One sentence: what is wrong and where.
        package let description: String
    }

    /// The environment variables of inherited sockets (sd_listen_fds(3)).
    package struct Announcement: Sendable {
        /// `LISTEN_PID`: the process that gets them.
        var process: String?
        /// `LISTEN_FDS`: their number.
        package var count: String?
        /// `LISTEN_FDNAMES`: their names with colons between them.
        var names: String?

        /// Stores the three variables.
        package init(process: String?, count: String?, names: String?) {
            self.process = process
            self.count = count
            self.names = names
        }
    }

    /// The announced sockets, from descriptor 3 on; none if they are for another process.
    package static func take(_ announcement: Announcement) throws(Refusal) -> [InheritedSocket] {
        guard let process = announcement.process, Int32(process) == getpid(), let text = announcement.count else {
            return []
        }
        guard let count = Int(text), (0...countMax).contains(count) else {
            throw Refusal(description: "LISTEN_FDS is \(text), which is no number of sockets")
        }
        let names = announcement.names?.split(separator: ":", omittingEmptySubsequences: false).map(String.init) ?? []
        var sockets: [InheritedSocket] = []
        for index in 0..<count {
            sockets.append(try InheritedSocket(first + Int32(index), name: index < names.count ? names[index] : ""))
        }
        return sockets
    }

    /// Makes a descriptor an inherited socket; throws if it is not a listening socket.
    package init(_ descriptor: Int32, name: String) throws(Refusal) {
        do throws(Errno) {
            let isStream = try SystemCall.option(descriptor, SOL_SOCKET, SO_TYPE) == Int32(SOCK_STREAM.rawValue)
            guard isStream, try SystemCall.option(descriptor, SOL_SOCKET, SO_ACCEPTCONN) == 1 else {
                throw Errno(EINVAL)
            }
            address = try Sockets.address(of: descriptor)
            try SystemCall.makeOwn(descriptor)
        } catch {
            throw Refusal(description: "descriptor \(descriptor) was announced and is no listening socket: \(error)")
        }
        self.name = name
        self.descriptor = descriptor
    }

    /// SD_LISTEN_FDS_START: the first number after the standard streams.
    private static let first: Int32 = 3
    /// More than any server needs.
    private static let countMax = 64
}
#endif
