import CLinux
import Glibc

/// The socket calls of a server, one function each; nothing here blocks but `poll`.
///
/// Every unsafe call passes a buffer or struct of the function's own, with its own size, for the duration of the call.
package enum Sockets {
    /// A listening socket, non-blocking and not inherited.
    ///
    /// - Parameters:
    ///   - address: where to listen.
    ///   - isShared: whether other sockets of this process listen there too (socket(7), SO_REUSEPORT).
    /// - Returns: the descriptor.
    /// - Throws: the system's reason.
    package static func listen(on address: SocketAddress, isShared: Bool) throws(Errno) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Int32(try retryOnInterrupt { Int(socket(address.family, kind, 0)) })
        do throws(Errno) {
            try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
            if isShared { try setOption(descriptor, SOL_SOCKET, SO_REUSEPORT) }
            if address.family == AF_INET6 { try setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0) }
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
        try unsafe addressCall { unsafe getsockname(descriptor, $0, $1) }.address
    }

    /// The next connection and its peer; throws `wouldBlock` when there is none.
    package static func accept(_ listener: Int32) throws(Errno) -> (descriptor: Int32, peer: SocketAddress) {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let (result, address) = try unsafe addressCall { unsafe accept4(listener, $0, $1, flags) }
        // Answers are written whole; waiting for more to send (Nagle) would only delay them.
        try? setOption(result, Int32(IPPROTO_TCP), TCP_NODELAY)
        return (result, address)
    }

    /// Appends what has arrived to a buffer; 0 at the end of the stream; throws `wouldBlock`.
    package static func receive(_ descriptor: Int32, into buffer: inout [UInt8], atMost count: Int) throws(Errno) -> Int
    {
        let start = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: count))
        do throws(Errno) {
            let received = try retryOnInterrupt {
                unsafe buffer.withUnsafeMutableBytes { raw in
                    // From `start` on there are `count` bytes, just appended.
                    unsafe recv(descriptor, raw.baseAddress.map { unsafe $0 + start }, count, 0)
                }
            }
            buffer.removeLast(count - received)
            return received
        } catch {
            buffer.removeLast(count)
            throw error
        }
    }

    /// Sends bytes from an offset; returns how many went; throws `wouldBlock`.
    package static func send(_ descriptor: Int32, _ bytes: [UInt8], from offset: Int) throws(Errno) -> Int {
        precondition(offset <= bytes.count, "an offset beyond the bytes")
        return try retryOnInterrupt {
            unsafe bytes.withUnsafeBytes { raw in
                unsafe Glibc.send(
                    descriptor, raw.baseAddress.map { unsafe $0 + offset }, raw.count - offset, Int32(MSG_NOSIGNAL))
            }
        }
    }

    /// Sends two pieces one after the other in one call (sendmsg(2)): a head and its body.
    package static func send(_ descriptor: Int32, _ first: [UInt8], from offset: Int, _ second: [UInt8]) throws(Errno)
        -> Int
    {
        precondition(offset <= first.count, "an offset beyond the bytes")
        return try retryOnInterrupt {
            unsafe first.withUnsafeBytes { one in
                unsafe second.withUnsafeBytes { two in
                    // sendmsg(2) only reads what the two vectors name; both arrays outlive the call.
                    var pieces = unsafe [
                        iovec(
                            iov_base: UnsafeMutableRawPointer(mutating: one.baseAddress.map { unsafe $0 + offset }),
                            iov_len: one.count - offset),
                        iovec(iov_base: UnsafeMutableRawPointer(mutating: two.baseAddress), iov_len: two.count),
                    ]
                    return unsafe pieces.withUnsafeMutableBufferPointer { list in
                        var message = unsafe msghdr()
                        unsafe message.msg_iov = list.baseAddress
                        unsafe message.msg_iovlen = list.count
                        return unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                    }
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

    private static func addressCall(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(Errno) -> (result: Int32, address: SocketAddress) {
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
        var length = socklen_t(bytes.count)
        let result = try retryOnInterrupt {
            unsafe bytes.withUnsafeMutableBytes { raw in
                guard let start = raw.baseAddress else { return -1 }
                // The array has the size of the largest address; the call is told so by `length`.
                return Int(unsafe call(start.assumingMemoryBound(to: sockaddr.self), &length))
            }
        }
        return (Int32(result), SocketAddress(bytes: Array(bytes.prefix(Int(length)))))
    }

    /// Connections that may wait to be accepted; the system caps it at net.core.somaxconn.
    private static let backlog: Int32 = 4096
}
