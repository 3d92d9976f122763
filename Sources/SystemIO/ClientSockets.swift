import Glibc

/// The other end: the socket calls of a client that measures or tests a server on this machine.
///
/// Every unsafe call passes memory of the function's own or the caller's, with its own size, for the call's duration.
extension Sockets {
    /// Connects, and waits for it; the socket blocks where a call does not say otherwise.
    ///
    /// - Parameters:
    ///   - address: where to.
    ///   - source: the number of the loopback address to come from: 0 is 127.0.0.1, 1 is 127.0.0.2, and so on.
    /// - Returns: the descriptor.
    /// - Throws: what the system says.
    package static func connect(to address: SocketAddress, fromLoopback source: Int = 0) throws(Errno) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Int32(try retryOnInterrupt { Int(socket(address.family, kind, 0)) })
        do throws(Errno) {
            try setClientOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            if address.family == AF_INET, source > 0 {
                // The port is chosen when the destination is known, so that each source address has all ports
                // (ip(7), IP_BIND_ADDRESS_NO_PORT).
                try setClientOption(descriptor, Int32(IPPROTO_IP), bindAddressNoPort)
                var from = sockaddr_in()
                from.sin_family = sa_family_t(AF_INET)
                from.sin_addr.s_addr = (0x7F00_0001 + UInt32(source)).bigEndian
                try attach(descriptor, &from)
            }
            let bytes = address.bytes
            _ = try retryOnInterrupt {
                unsafe bytes.withUnsafeBytes { raw in
                    guard let start = raw.baseAddress else { return -1 }
                    let name = unsafe start.assumingMemoryBound(to: sockaddr.self)
                    return Int(unsafe Glibc.connect(descriptor, name, socklen_t(raw.count)))
                }
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Throws away what has arrived, at most so many bytes, without copying it (tcp(7), MSG_TRUNC); 0 at the end of the
    /// stream; throws `wouldBlock`.
    @inline(__always)
    package static func discard(_ descriptor: Int32, countMax: Int) throws(Errno) -> Int {
        while true {
            // No memory is written to: the bytes are dropped by the system.
            let count = recv(descriptor, nil, countMax, Int32(MSG_TRUNC | MSG_DONTWAIT))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last }
        }
    }

    /// What arrives next, at most so many bytes; waits for it; empty at the end of the stream.
    package static func receive(_ descriptor: Int32, countMax: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: countMax)
        let count = try retryOnInterrupt { unsafe recv(descriptor, &bytes, bytes.count, 0) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Sends all of it; waits for room.
    @inline(__always)
    package static func sendAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(Errno) {
        var offset = 0
        while offset < bytes.count {
            let sent = unsafe bytes.withUnsafeBytes { raw in
                // From `offset` on there are `count - offset` bytes.
                unsafe Glibc.send(
                    descriptor, raw.baseAddress.map { unsafe $0 + offset }, raw.count - offset,
                    Int32(MSG_NOSIGNAL))
            }
            guard sent >= 0 || errno == EINTR else { throw .last }
            offset += max(0, sent)
        }
    }

    private static func attach(_ descriptor: Int32, _ address: inout sockaddr_in) throws(Errno) {
        let outcome = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw .last }
    }

    private static func setClientOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) throws(Errno) {
        var value: Int32 = 1
        guard unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .last
        }
    }

    /// IP_BIND_ADDRESS_NO_PORT, which <netinet/in.h> does not show without _GNU_SOURCE.
    private static let bindAddressNoPort: Int32 = 24
}
