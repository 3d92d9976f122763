import Glibc
import SystemIO
import TestSupport
import Testing

/// Receives the messages of sd_notify(3) on a socket, as systemd does.
final class SupervisorDouble {
    let path: String
    private let socket: Int32
    private(set) var messages: [String] = []

    init(in folder: TemporaryDirectory) throws {
        path = folder.file("notify")
        let address = try #require(SocketAddress(unixPath: path))
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // sockaddr is only a view of the address's bytes, which are passed with their count.
        let status = unsafe address.bytes.withUnsafeBytes { raw in
            unsafe raw.baseAddress.map {
                unsafe bind(socket, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
            }
        }
        try #require(status == 0)
    }

    deinit { close(socket) }

    /// Waits for a message that begins with a text, after the messages that earlier calls have read.
    func wait(for beginning: String, milliseconds: Int = TestLimits.waitMilliseconds) -> String? {
        let end = MonotonicClock.milliseconds + Int64(milliseconds)
        while MonotonicClock.milliseconds < end {
            guard let message = next(withinMilliseconds: 100) else { continue }
            messages.append(message)
            if message.hasPrefix(beginning) { return message }
        }
        return nil
    }

    private func next(withinMilliseconds milliseconds: Int32) -> String? {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        // poll(2) gets one local struct.
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(socket, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
