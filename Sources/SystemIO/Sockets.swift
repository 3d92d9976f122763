import Glibc

/// What a server does with sockets; every socket is non-blocking and not inherited.
package enum Sockets {
    /// A listening socket whose connections send without delay and are reported once they have sent something.
    ///
    /// - Parameters:
    ///   - address: where to listen.
    ///   - isShared: whether other sockets of this process listen there too (socket(7), SO_REUSEPORT).
    /// - Returns: its owner.
    /// - Throws: `addressInUse`, or whatever else the system says; nothing stays open.
    package static func listen(on address: SocketAddress, isShared: Bool) throws(Errno) -> Descriptor {
        let socket = try bound(to: address, isShared: isShared)
        do throws(Errno) { try SystemCall.listen(socket.number, backlog: backlog) } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// A socket that has an address and takes no connection: finds out whether somebody listens there, and keeps the
    /// port that the system chose for 0 from others, while sockets that are shared begin to listen.
    package static func reserve(_ address: SocketAddress) throws(Errno) -> Descriptor {
        try bound(to: address, isShared: false)
    }

    /// Another number for a socket, which works on when the first one is closed (dup(2)).
    package static func duplicate(_ descriptor: Int32) throws(Errno) -> Descriptor {
        try SystemCall.duplicate(descriptor)
    }

    private static func bound(to address: SocketAddress, isShared: Bool) throws(Errno) -> Descriptor {
        let socket = try SystemCall.socket(address.family)
        do throws(Errno) {
            try prepare(socket.number, for: address, isShared: isShared)
            try SystemCall.bind(socket.number, address.bytes)
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    private static func prepare(_ socket: Int32, for address: SocketAddress, isShared: Bool) throws(Errno) {
        try SystemCall.setOption(socket, SOL_SOCKET, SO_REUSEADDR)
        if isShared { try SystemCall.setOption(socket, SOL_SOCKET, SO_REUSEPORT) }
        if address.family == AF_INET6 {
            try SystemCall.setOption(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0)
        }
        // Inherited by every accepted socket, which saves a call for each.
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_NODELAY)
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, to: deferSeconds)
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: silenceMilliseconds)
    }

    /// Where a socket listens, with the port that the system chose for port 0.
    package static func address(of descriptor: Int32) throws(Errno) -> SocketAddress {
        SocketAddress(bytes: try SystemCall.socketName(descriptor))
    }

    /// A connection that was accepted: its descriptor and its peer's IP address in sixteen bytes, all zero for a peer on a
    /// unix socket.
    package struct Accepted: ~Copyable, Sendable {
        private let socket: Descriptor
        /// The first eight bytes of the peer's address, the first byte highest; IPv4 in its IPv6 form.
        package let peerHigh: UInt64
        /// The last eight bytes.
        package let peerLow: UInt64

        /// Makes the caller the owner of a socket from that address.
        package init(_ socket: consuming Descriptor, peerHigh: UInt64, peerLow: UInt64) {
            self.socket = socket
            self.peerHigh = peerHigh
            self.peerLow = peerLow
        }

        /// Makes the caller the owner of its descriptor.
        package consuming func release() -> Int32 { socket.release() }

        /// Ends it at once.
        package consuming func close() { socket.close() }
    }

    /// The next connection and its peer; throws `wouldBlock` when there is none.
    package static func accept(_ listener: Int32) throws(Errno) -> Accepted {
        var address = sockaddr_in6()
        let socket = try SystemCall.accept(listener, peer: &address)
        // The struct's own bytes: both address families fit into it, and of a unix socket's name only the family is read.
        let (high, low): (UInt64, UInt64) = unsafe withUnsafeBytes(of: &address) { raw in
            let family = unsafe Int32(raw.loadUnaligned(as: sa_family_t.self))
            if family == AF_INET {
                let host = unsafe UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
                return (0, 0xFFFF_0000_0000 | UInt64(host))
            }
            guard family == AF_INET6 else { return (0, 0) }
            return unsafe (
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
            )
        }
        return Accepted(socket, peerHigh: high, peerLow: low)
    }

    /// Reads what has arrived into memory of `count` bytes; 0 at the end of the stream; throws `wouldBlock`.
    package static func receive(
        _ descriptor: Int32, into start: UnsafeMutableRawPointer, count: Int
    ) throws(Errno) -> Int {
        // The caller's memory has `count` bytes and outlives the call; the same below.
        try unsafe SystemCall.receive(descriptor, start, count)
    }

    /// Sends `count` bytes from memory.
    ///
    /// - Parameters:
    ///   - descriptor: the connection.
    ///   - start: where the bytes are.
    ///   - count: how many there are.
    ///   - endFollows: whether `finishSending` comes next, with nothing between: if all bytes go, the system lets them
    ///     wait for that and sends both in one segment (send(2), MSG_MORE), which takes a third off what a connection for
    ///     one request costs.
    /// - Returns: how many went.
    /// - Throws: `wouldBlock`, or that the connection is broken.
    package static func send(
        _ descriptor: Int32, _ start: UnsafeRawPointer, count: Int, endFollows: Bool = false
    ) throws(Errno) -> Int {
        try unsafe SystemCall.send(descriptor, start, count, endFollows: endFollows)
    }

    /// Sends two pieces of memory one after the other in one call (sendmsg(2)): a head and its body.
    package static func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(Errno) -> Int {
        try unsafe SystemCall.send(descriptor, first, second)
    }

    /// Says that nothing more will be sent, so that the peer reads the last answer before the end (shutdown(2)).
    package static func finishSending(_ descriptor: Int32) { SystemCall.finishSending(descriptor) }

    /// Gives a number back that its owner took with `release`; never twice, because the number may be somebody else's
    /// by then (close(2)).
    package static func close(_ descriptor: Int32) { SystemCall.close(descriptor) }

    /// Connections that may wait to be accepted; the system caps it at net.core.somaxconn.
    static let backlog: Int32 = 4096
    /// How long a peer may leave what was sent unacknowledged, or its window shut, before the system ends the connection
    /// (tcp(7), TCP_USER_TIMEOUT): a watcher that vanished is noticed by a comment, not after a quarter of an hour; a phone
    /// gets through a tunnel.
    static let silenceMilliseconds: Int32 = 120_000
    /// How long a connection may be silent before it is reported all the same (tcp(7), TCP_DEFER_ACCEPT).
    private static let deferSeconds: Int32 = 1
}
