import Glibc

/// The socket calls of a client, one function each.
///
/// Every unsafe call passes a struct or buffer of this function with its own size, for the duration of the call.
enum SocketCalls {
    /// One address of a host.
    struct Peer: Sendable {
        let family: Int32
        let bytes: [UInt8]
    }

    /// What waiting for a socket brought.
    enum Readiness {
        case ready, timedOut
    }

    /// The addresses of a host, in the system's order of preference (getaddrinfo(3)).
    ///
    /// Blocks for the resolver's own time.
    static func addresses(of host: String, port: UInt16) throws(FetchError) -> [Peer] {
        // A struct with pointers that stay null: only its numbers are read as hints.
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        var status = unsafe getaddrinfo(host, String(port), &hints, &list)
        if status != 0 {
            // AI_ADDRCONFIG hides ::1 and 127.0.0.1 on a machine that has no other address.
            unsafe hints.ai_flags = AI_NUMERICSERV
            status = unsafe getaddrinfo(host, String(port), &hints, &list)
        }
        guard status == 0 else {
            let reason = unsafe String(cString: gai_strerror(status))
            throw FetchError(.unknownHost, "\(host): \(reason)", hint: "check the name and the network")
        }
        defer { unsafe freeaddrinfo(list) }
        var peers: [Peer] = []
        var next = unsafe list
        while let entry = unsafe next, peers.count < Limits.addressesMax {
            // The list and its addresses are valid until freeaddrinfo(3); ai_addrlen is the address's own length.
            let bytes = unsafe UnsafeRawBufferPointer(
                start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
            peers.append(Peer(family: unsafe entry.pointee.ai_family, bytes: unsafe Array(bytes)))
            unsafe next = entry.pointee.ai_next
        }
        return peers
    }

    /// A socket that never blocks and is not inherited.
    static func open(_ family: Int32) throws(FetchError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(family, kind, 0)
        guard socket >= 0 else { throw FetchError(.exhausted, "no socket: \(reason(errno))") }
        var on: Int32 = 1
        // A head is one small write; waiting for more to send (Nagle) would only delay it. A failure costs nothing else.
        _ = unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return socket
    }

    /// Begins to connect; nil while it is under way or done, else the reason why not.
    static func connect(_ socket: Int32, to peer: Peer) -> String? {
        let status = unsafe peer.bytes.withUnsafeBytes { address in
            // connect(2) reads ai_addrlen bytes, the array's own count; sockaddr is only a view of them.
            guard let start = address.baseAddress else { return Int32(-1) }
            return unsafe Glibc.connect(
                socket, start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
        }
        return status == 0 || errno == EINPROGRESS || errno == EINTR ? nil : reason(errno)
    }

    /// Why a connection under way failed; nil when it stands.
    static func connectFailure(_ socket: Int32) -> String? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return reason(errno) }
        return code == 0 ? nil : reason(code)
    }

    /// Waits until a socket can be read or written, or is broken, which the next call on it tells.
    static func wait(_ socket: Int32, writing: Bool, millisecondsMax: Int32) -> Readiness {
        var entry = pollfd(fd: socket, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
        let count = unsafe poll(&entry, 1, millisecondsMax)
        // EINTR: the caller computes what is left of its time and asks again.
        return count > 0 ? .ready : .timedOut
    }

    /// Reads what is there; nil when nothing is yet, empty at the end.
    static func receive(_ socket: Int32) throws(FetchError) -> [UInt8]? {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Limits.readBytes) { buffer, count in
            let got = unsafe recv(socket, buffer.baseAddress, buffer.count, 0)
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        switch failure {
        case 0: return bytes
        case EAGAIN, EINTR: return nil
        default: throw FetchError(.connectionLost, reason(failure))
        }
    }

    /// Writes what fits; how many bytes that were.
    static func send(_ socket: Int32, _ bytes: ArraySlice<UInt8>) throws(FetchError) -> Int {
        // MSG_NOSIGNAL: a peer that went away is an error here, not the end of the process.
        let sent = unsafe bytes.withUnsafeBytes { all in
            unsafe Glibc.send(socket, all.baseAddress, all.count, Int32(MSG_NOSIGNAL))
        }
        if sent >= 0 { return sent }
        guard errno == EAGAIN || errno == EINTR else { throw FetchError(.connectionLost, reason(errno)) }
        return 0
    }

    /// Ends both directions, which wakes whoever waits; the descriptor stays open.
    static func shutdown(_ socket: Int32) { _ = Glibc.shutdown(socket, Int32(SHUT_RDWR)) }

    /// Gives the descriptor back.
    static func close(_ socket: Int32) { _ = Glibc.close(socket) }

    private static func reason(_ code: Int32) -> String {
        // strerror(3) gives a string that the next call may overwrite; it is copied at once.
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
