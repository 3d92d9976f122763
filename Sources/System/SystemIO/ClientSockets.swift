#if os(Linux)
import Glibc

/// The socket calls of a client, for benchmarks and tests of a server on the same machine.
///
/// Every unsafe call passes memory of the function or the caller, with its size, for the duration of the call.
extension Sockets {
    /// Connects and waits for the connection; the socket is blocking.
    ///
    /// - Parameters:
    ///   - address: the server's address.
    ///   - source: the number of the loopback address to connect from: 0 is 127.0.0.1, 1 is 127.0.0.2, and so on.
    /// - Returns: the descriptor.
    /// - Throws: the system's error.
    package static func connect(to address: SocketAddress, fromLoopback source: Int = 0) throws(Errno) -> Int32 {
        let socket = try SystemCall.socket(address.family, blocks: true)
        do throws(Errno) {
            if address.family != AF_UNIX { try SystemCall.setOption(socket.number, Int32(IPPROTO_TCP), TCP_NODELAY) }
            if address.family == AF_INET, source > 0 {
                // The port is chosen when the destination is known, so that each source address can use all ports
                // (ip(7), IP_BIND_ADDRESS_NO_PORT).
                try SystemCall.setOption(socket.number, Int32(IPPROTO_IP), bindAddressNoPort)
                try SystemCall.bind(socket.number, SocketAddress.loopback(source).bytes)
            }
            try SystemCall.connect(socket.number, to: address.bytes)
        } catch {
            socket.close()
            throw error
        }
        return socket.release()
    }

    /// Discards at most `countMax` arrived bytes without copying them (tcp(7), MSG_TRUNC); returns how many, 0 at the end of
    /// the stream; throws `wouldBlock`.
    @inline(__always)
    package static func discard(_ descriptor: Int32, countMax: Int) throws(Errno) -> Int {
        try SystemCall.discard(descriptor, countMax)
    }

    /// Waits for bytes and returns at most `countMax` of them; empty at the end of the stream.
    package static func receive(_ descriptor: Int32, countMax: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: countMax)
        let outcome: Result<Int, Errno> = unsafe bytes.withUnsafeMutableBytes { raw in
            guard let start = raw.baseAddress else { return .success(0) }
            do throws(Errno) { return .success(try unsafe SystemCall.receive(descriptor, start, raw.count)) } catch {
                return .failure(error)
            }
        }
        let count = try outcome.get()
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Sends all bytes; waits until the kernel has taken them.
    @inline(__always)
    package static func sendAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(Errno) {
        var offset = 0
        while offset < bytes.count {
            let outcome: Result<Int, Errno> = unsafe bytes.withUnsafeBytes { raw in
                // From `offset` on there are `count - offset` bytes.
                guard let start = raw.baseAddress else { return .success(0) }
                do throws(Errno) {
                    return .success(
                        try unsafe SystemCall.send(descriptor, start + offset, raw.count - offset, endFollows: false))
                } catch { return .failure(error) }
            }
            offset += try outcome.get()
        }
    }

    /// IP_BIND_ADDRESS_NO_PORT, which <netinet/in.h> does not show without _GNU_SOURCE.
    private static let bindAddressNoPort: Int32 = 24
}
#endif
