#if os(Linux)
import Glibc

/// The socket calls of a server; every socket is non-blocking and not inherited by child processes.
package enum Sockets {
    /// A listening socket whose connections send without delay (TCP_NODELAY) and are reported when the peer has sent bytes.
    ///
    /// - Parameters:
    ///   - address: the address to listen on.
    ///   - isShared: whether other sockets of this process listen on it as well (socket(7), SO_REUSEPORT).
    /// - Returns: its owner.
    /// - Throws: `addressInUse` or another error of the system; nothing stays open.
    package static func listen(on address: SocketAddress, isShared: Bool) throws(Errno) -> Descriptor {
        let socket = try bound(to: address, isShared: isShared)
        do throws(Errno) { try SystemCall.listen(socket.number, backlog: backlog) } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// A socket that is bound to an address and does not listen.
    ///
    /// It fails if another process listens there, and reserves the port that the system chose for 0 until the shared sockets
    /// listen.
    ///
    /// - Throws: `addressInUse` or another error of the system.
    package static func reserve(_ address: SocketAddress) throws(Errno) -> Descriptor {
        try bound(to: address, isShared: false)
    }

    /// Another descriptor for a socket, which stays open when the first one is closed (dup(2)).
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
        // Accepted sockets inherit these options, which saves a call for each.
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_NODELAY)
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, to: deferSeconds)
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: silenceMilliseconds)
        try SystemCall.setOption(socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: unsentBytesMax)
    }

    /// The address of a socket, with the port that the system chose for port 0.
    package static func address(of descriptor: Int32) throws(Errno) -> SocketAddress {
        SocketAddress(bytes: try SystemCall.socketName(descriptor))
    }

    /// An accepted connection: its descriptor and its peer's IP address in sixteen bytes, all zero for a peer on a unix
    /// socket.
    package struct Accepted: ~Copyable, Sendable {
        private let socket: Descriptor
        /// The first eight bytes of the peer's address, the first byte highest; IPv4 in its IPv6 form.
        package let peerHigh: UInt64
        /// The last eight bytes.
        package let peerLow: UInt64

        /// Takes ownership of a socket.
        package init(_ socket: consuming Descriptor, peerHigh: UInt64, peerLow: UInt64) {
            self.socket = socket
            self.peerHigh = peerHigh
            self.peerLow = peerLow
        }

        /// Passes ownership of the descriptor to the caller.
        package consuming func release() -> Int32 { socket.release() }

        /// Closes it at once.
        package consuming func close() { socket.close() }
    }

    /// The next connection and its peer; throws `wouldBlock` if there is none.
    package static func accept(_ listener: Int32) throws(Errno) -> Accepted {
        var address = sockaddr_in6()
        let socket = try SystemCall.accept(listener, peer: &address)
        // The struct's own bytes: both IP families fit into it; of a unix socket's name only the family is read.
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

    /// Receives into memory of `count` bytes; returns how many arrived, 0 at the end of the stream; throws `wouldBlock`.
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
    ///   - start: the address of the first byte.
    ///   - count: number of bytes.
    ///   - endFollows: whether `finishSending` follows at once: then the system sends both in one segment (send(2), MSG_MORE),
    ///     which saves a third of the cost of a connection for one request.
    /// - Returns: how many bytes the system took.
    /// - Throws: `wouldBlock`, or an error of the connection.
    package static func send(
        _ descriptor: Int32, _ start: UnsafeRawPointer, count: Int, endFollows: Bool = false
    ) throws(Errno) -> Int {
        try unsafe SystemCall.send(descriptor, start, count, endFollows: endFollows)
    }

    /// Sends two pieces of memory, such as a head and its body, with one call (sendmsg(2)).
    package static func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(Errno) -> Int {
        try unsafe SystemCall.send(descriptor, first, second)
    }

    /// Limits how much the system keeps of what was not yet transmitted (TCP_NOTSENT_LOWAT, tcp(7)); without effect on other
    /// sockets than those of TCP.
    ///
    /// Otherwise a slow peer's socket takes megabytes at once, and is then not reported as writable until a third of them
    /// has left, which takes longer than deadlines allow.
    package static func limitUnsent(_ descriptor: Int32, bytes: Int) {
        try? SystemCall.setOption(descriptor, Int32(IPPROTO_TCP), Self.unsentMaximum, to: Int32(clamping: bytes))
    }

    /// Ends the sending direction; the peer can still read the last answer (shutdown(2)).
    package static func finishSending(_ descriptor: Int32) { SystemCall.finishSending(descriptor) }

    /// Closes a descriptor that its owner took with `release`; only once, because the number may be used again at once
    /// (close(2)).
    package static func close(_ descriptor: Int32) { SystemCall.close(descriptor) }

    /// TCP_NOTSENT_LOWAT of linux/tcp.h, which the Glibc module does not declare.
    private static let unsentMaximum: Int32 = 25
    /// Connections that may wait to be accepted; limited by net.core.somaxconn.
    static let backlog: Int32 = 4096
    /// Milliseconds for which sent bytes may be unacknowledged, or the peer's window closed, before the system closes the
    /// connection (tcp(7), TCP_USER_TIMEOUT): a lost client of an event stream is detected by the next comment, not after 15
    /// minutes; a phone in a tunnel may be without network for a while.
    static let silenceMilliseconds: Int32 = 120_000
    /// Bytes that the system takes for a connection before they are sent (tcp(7), TCP_NOTSENT_LOWAT).
    ///
    /// Without it, a peer that reads nothing makes the server copy megabytes for one small request. A quarter of it takes
    /// two fifths off the rate of bodies of 2 MB.
    private static let unsentBytesMax: Int32 = 1024 << 10
    /// Seconds after which a connection is reported although it has sent nothing (tcp(7), TCP_DEFER_ACCEPT).
    private static let deferSeconds: Int32 = 1
}
#endif
