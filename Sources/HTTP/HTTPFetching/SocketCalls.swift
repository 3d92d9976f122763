import Glibc

/// The socket calls of a client, one function for each.
///
/// Every unsafe call passes a struct or buffer of the calling function with its own size, for the duration of the call.
enum SocketCalls {
    /// One address of a host.
    struct Peer: Sendable {
        let family: Int32
        let bytes: [UInt8]
    }

    /// The result of a wait for a socket.
    enum Readiness {
        case ready, timedOut
    }

    /// The addresses of a host, in the system's order of preference (getaddrinfo(3)).
    ///
    /// Blocks as long as the system's resolver needs; it has no deadline here.
    static func addresses(of host: String, port: UInt16) throws(FetchError) -> [Peer] {
        // getaddrinfo(3) reads only the numbers of hints; the pointers stay null.
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        var status = unsafe getaddrinfo(host, String(port), &hints, &list)
        if status != 0 {
            // With AI_ADDRCONFIG a machine without other addresses does not find ::1 and 127.0.0.1.
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
            // The list and its addresses are valid until freeaddrinfo(3); ai_addrlen is the address's length.
            let bytes = unsafe UnsafeRawBufferPointer(
                start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
            peers.append(Peer(family: unsafe entry.pointee.ai_family, bytes: unsafe Array(bytes)))
            unsafe next = entry.pointee.ai_next
        }
        return peers
    }

    /// Opens a non-blocking socket that child processes do not inherit.
    static func open(_ family: Int32) throws(FetchError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(family, kind, 0)
        guard socket >= 0 else { throw FetchError(.exhausted, "no socket: \(reason(errno))") }
        var on: Int32 = 1
        // A request is one small write, which Nagle's algorithm would only delay. A failure has no other effect.
        _ = unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return socket
    }

    /// Starts to connect; returns nil if it is in progress or done, else the reason why it failed.
    static func connect(_ socket: Int32, to peer: Peer) -> String? {
        let status = unsafe peer.bytes.withUnsafeBytes { address in
            // connect(2) reads as many bytes as the array has; sockaddr is a view of them.
            guard let start = address.baseAddress else { return Int32(-1) }
            return unsafe Glibc.connect(
                socket, start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
        }
        return status == 0 || errno == EINPROGRESS || errno == EINTR ? nil : reason(errno)
    }

    /// Why a started connection failed; nil if it is established.
    static func connectFailure(_ socket: Int32) -> String? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return reason(errno) }
        return code == 0 ? nil : reason(code)
    }

    /// Waits until a socket can be read or written, or is broken, which the next call on it reports.
    static func wait(_ socket: Int32, writing: Bool, millisecondsMax: Int32) -> Readiness {
        var entry = pollfd(fd: socket, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
        let count = unsafe poll(&entry, 1, millisecondsMax)
        // EINTR counts as a time-out: the caller computes the time left and waits again.
        return count > 0 ? .ready : .timedOut
    }

    /// Receives the bytes that have arrived; nil if there are none yet, empty at the end of the connection.
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

    /// Sends as many bytes as the socket's buffer has space for.
    /// - Returns: how many.
    static func send(_ socket: Int32, _ bytes: ArraySlice<UInt8>) throws(FetchError) -> Int {
        // MSG_NOSIGNAL: a closed connection is an error here, and does not end the process with SIGPIPE.
        let sent = unsafe bytes.withUnsafeBytes { all in
            unsafe Glibc.send(socket, all.baseAddress, all.count, Int32(MSG_NOSIGNAL))
        }
        if sent >= 0 { return sent }
        guard errno == EAGAIN || errno == EINTR else { throw FetchError(.connectionLost, reason(errno)) }
        return 0
    }

    /// Ends both directions, which ends waits on the socket; the descriptor stays open.
    static func shutdown(_ socket: Int32) { _ = Glibc.shutdown(socket, Int32(SHUT_RDWR)) }

    /// Closes the descriptor.
    static func close(_ socket: Int32) { _ = Glibc.close(socket) }

    private static func reason(_ code: Int32) -> String {
        // strerror(3) returns a string that the next call may overwrite; it is copied at once.
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
