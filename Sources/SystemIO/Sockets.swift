import CLinux
import Glibc

/// The socket calls of a server, one function each; every socket is non-blocking and not inherited.
///
/// Every unsafe call passes memory of the function's own or the caller's, with its own size, for the call's duration.
package enum Sockets {
    /// A listening socket whose connections send without delay and are reported once they have sent something.
    ///
    /// - Parameters:
    ///   - address: where to listen.
    ///   - isShared: whether other sockets of this process listen there too (socket(7), SO_REUSEPORT).
    /// - Returns: the descriptor.
    /// - Throws: `addressInUse`, or whatever else the system says.
    package static func listen(on address: SocketAddress, isShared: Bool) throws(Errno) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Int32(try retryOnInterrupt { Int(socket(address.family, kind, 0)) })
        do throws(Errno) {
            try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
            if isShared { try setOption(descriptor, SOL_SOCKET, SO_REUSEPORT) }
            if address.family == AF_INET6 { try setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0) }
            // Inherited by every accepted socket, which saves a call for each.
            try setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            try setOption(descriptor, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, to: deferSeconds)
            let bytes = address.bytes
            _ = try retryOnInterrupt {
                unsafe bytes.withUnsafeBytes { raw in
                    guard let start = raw.baseAddress else { return -1 }
                    return Int(
                        unsafe bind(descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)))
                }
            }
            _ = try retryOnInterrupt { Int(Glibc.listen(descriptor, backlog)) }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Where a socket listens, with the port that the system chose for port 0.
    package static func address(of descriptor: Int32) throws(Errno) -> SocketAddress {
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
        var length = socklen_t(bytes.count)
        _ = try retryOnInterrupt {
            unsafe bytes.withUnsafeMutableBytes { raw in
                guard let start = raw.baseAddress else { return -1 }
                // The array has the size of the largest address; the call is told so by `length`.
                return Int(unsafe getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &length))
            }
        }
        return SocketAddress(bytes: Array(bytes.prefix(Int(length))))
    }

    /// A connection that was accepted: its descriptor and its peer's IP address in sixteen bytes.
    package struct Accepted: Sendable {
        /// The descriptor.
        package let descriptor: Int32
        /// The first eight bytes of the peer's address, the first byte highest; IPv4 in its IPv6 form.
        package let peerHigh: UInt64
        /// The last eight bytes.
        package let peerLow: UInt64
    }

    /// The next connection and its peer; throws `wouldBlock` when there is none.
    package static func accept(_ listener: Int32) throws(Errno) -> Accepted {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let descriptor = try retryOnInterrupt {
            // sockaddr_in6 is the largest address that a listener here can have; `length` says its size.
            unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Int(unsafe accept4(listener, $0, &length, flags))
                }
            }
        }
        // The struct's own bytes: both address families fit into it.
        return unsafe withUnsafeBytes(of: &address) { raw in
            if unsafe Int32(raw.loadUnaligned(as: sa_family_t.self)) == AF_INET {
                let host = unsafe UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
                return Accepted(descriptor: Int32(descriptor), peerHigh: 0, peerLow: 0xFFFF_0000_0000 | UInt64(host))
            }
            let high = unsafe UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            let low = unsafe UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
            return Accepted(descriptor: Int32(descriptor), peerHigh: high, peerLow: low)
        }
    }

    /// Reads what has arrived into memory of `count` bytes; 0 at the end of the stream; throws `wouldBlock`.
    package static func receive(
        _ descriptor: Int32, into start: UnsafeMutableRawPointer, count: Int
    ) throws(Errno) -> Int {
        while true {
            let received = unsafe recv(descriptor, start, count, 0)
            if received >= 0 { return received }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Sends `count` bytes from memory; returns how many went; throws `wouldBlock`.
    package static func send(_ descriptor: Int32, _ start: UnsafeRawPointer, count: Int) throws(Errno) -> Int {
        while true {
            let sent = unsafe Glibc.send(descriptor, start, count, Int32(MSG_NOSIGNAL))
            if sent >= 0 { return sent }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Sends two pieces of memory one after the other in one call (sendmsg(2)): a head and its body.
    package static func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(Errno) -> Int {
        // sendmsg(2) only reads what the two vectors name; both pieces outlive the call.
        var pieces = unsafe (
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
        )
        return try retryOnInterrupt {
            unsafe withUnsafeMutablePointer(to: &pieces) { pair in
                unsafe pair.withMemoryRebound(to: iovec.self, capacity: 2) { list in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = list
                    unsafe message.msg_iovlen = 2
                    return unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Says that nothing more will be sent, so that the peer reads the last answer before the end (shutdown(2)).
    package static func finishSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Gives a descriptor back; never twice, because the number may be somebody else's by then (close(2)).
    package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, to value: Int32 = 1) throws(Errno)
    {
        var value = value
        guard unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .last
        }
    }

    /// Connections that may wait to be accepted; the system caps it at net.core.somaxconn.
    private static let backlog: Int32 = 4096
    /// How long a connection may be silent before it is reported all the same (tcp(7), TCP_DEFER_ACCEPT).
    private static let deferSeconds: Int32 = 1
}
