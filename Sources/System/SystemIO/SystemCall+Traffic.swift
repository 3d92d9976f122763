#if os(Linux)
import CLinux
import Glibc

/// Accepting connections, receiving and sending bytes.
extension SystemCall {
    /// Writes the peer's address into the caller's struct, which is large enough for each family of listeners here.
    @inline(__always)
    static func accept(_ listener: Int32, peer: inout sockaddr_in6) throws(Errno) -> Descriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = try perform(.accept) {
            var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            return unsafe withUnsafeMutablePointer(to: &peer) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Int(unsafe accept4(listener, $0, &length, flags))
                }
            }
        }
        return Descriptor(owning: Int32(number))
    }

    @inline(__always)
    static func receive(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) throws(Errno) -> Int {
        #if DEBUG
        let memory = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
        if let result = unsafe SystemCallHooks.sockets?.receive(descriptor, into: memory) { return try result.get() }
        #endif
        return try move(.receive, count) { unsafe clinux_receive(descriptor, start, $0, 0) }
    }

    /// MSG_NOSIGNAL: sending to a closed connection fails instead of ending the process.
    @inline(__always)
    static func send(
        _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int, endFollows: Bool
    ) throws(Errno) -> Int {
        #if DEBUG
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        if let result = unsafe SystemCallHooks.sockets?.send(descriptor, bytes, none, endFollows: endFollows) {
            return try result.get()
        }
        #endif
        let flags = Int32(endFollows ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL)
        return try move(.send, count) { unsafe clinux_send(descriptor, start, $0, flags) }
    }

    /// tcp(7), MSG_TRUNC: the system discards the bytes, no memory is written.
    @inline(__always)
    static func discard(_ descriptor: Int32, _ count: Int) throws(Errno) -> Int {
        try move(.receive, count) { recv(descriptor, nil, $0, Int32(MSG_TRUNC | MSG_DONTWAIT)) }
    }

    /// sendmsg(2) only reads what the two vectors name.
    @inline(__always)
    static func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(Errno) -> Int {
        #if DEBUG
        if let result = unsafe SystemCallHooks.sockets?.send(descriptor, first, second, endFollows: false) {
            return try result.get()
        }
        #endif
        return try move(.send, first.count + second.count) { count in
            let firstCount = min(first.count, count)
            var pieces = unsafe (
                iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: firstCount),
                iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: count - firstCount)
            )
            return unsafe withUnsafeMutablePointer(to: &pieces) { pair in
                unsafe pair.withMemoryRebound(to: iovec.self, capacity: 2) { list in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = list
                    unsafe message.msg_iovlen = 2
                    return unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// shutdown(2); a connection that is already closed is not an error.
    static func finishSending(_ descriptor: Int32) {
        #if DEBUG
        if SystemCallHooks.sockets?.finishSending(descriptor) == true { return }
        #endif
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }
}
#endif
