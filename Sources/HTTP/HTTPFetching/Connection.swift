/// One connection to a server, plain or TLS, with a deadline for every wait.
///
/// Sendable because one exchange at a time uses it: the fetcher removes it from its idle slot under a lock.
final class Connection: @unchecked Sendable {
    let origin: FetchOrigin
    /// The end of the latest exchange on it.
    var idleSince = ContinuousClock.now
    private let socket: Int32
    private let tls: TLSSession?

    /// Connects to the first address of the host that answers, and does the TLS handshake.
    ///
    /// `cancel` watches the socket from here on.
    init(
        to origin: FetchOrigin, tls context: TLSContext?, within deadline: Deadline, cancel: CancelSignal
    ) throws(FetchError) {
        self.origin = origin
        let tls = try context?.session(host: origin.bareHost)
        self.tls = tls
        socket = try Self.connect(origin, deadline, cancel)
        do throws(FetchError) { try shakeHands(deadline) } catch {
            cancel.unwatch()
            throw error
        }
    }

    deinit {
        tls?.close()
        if let closeNotify = tls?.takeOutgoing(), !closeNotify.isEmpty {
            // Sent only if the socket's buffer has space: it shows the server that the stream is complete (RFC 8446
            // section 6.1).
            do throws(FetchError) { _ = try SocketCalls.send(socket, closeNotify[...]) } catch {}
        }
        SocketCalls.close(socket)
    }

    /// Lets the signal end waits on this connection until ``CancelSignal/unwatch()``, which the caller must call before it
    /// releases this connection.
    func watched(by cancel: CancelSignal) throws(FetchError) { try cancel.watch(socket) }

    /// Whether the server has not sent bytes without a request and has not closed the connection.
    var isQuiet: Bool { SocketCalls.wait(socket, writing: false, millisecondsMax: 0) == .timedOut }

    /// Sends all bytes.
    func send(_ bytes: [UInt8], within deadline: Deadline) throws(FetchError) {
        guard let tls else { return try sendRaw(bytes, deadline) }
        try tls.encrypt(bytes)
        try sendRaw(tls.takeOutgoing(), deadline)
    }

    /// Receives the next bytes; empty at the end of the connection.
    func receive(within deadline: Deadline) throws(FetchError) -> [UInt8] {
        guard let tls else { return try receiveRaw(deadline) }
        while true {
            switch try tls.decrypt(bytesMax: Limits.readBytes) {
            case .done(let bytes): return bytes
            case .closed: return []
            case .needsInput:
                // A key update or a renegotiation may have to send something first.
                try sendRaw(tls.takeOutgoing(), deadline)
                let bytes = try receiveRaw(deadline)
                guard !bytes.isEmpty else {
                    throw FetchError(.connectionLost, "\(origin) closed the connection without a TLS close_notify")
                }
                tls.receive(bytes)
            }
        }
    }

    private static func connect(
        _ origin: FetchOrigin, _ deadline: Deadline, _ cancel: CancelSignal
    ) throws(FetchError) -> Int32 {
        let peers = try SocketCalls.addresses(of: origin.bareHost, port: origin.port)
        var failure = FetchError(.unknownHost, "\(origin.host) has no address")
        for (number, peer) in peers.enumerated() {
            // Each address gets an equal share of the time left: an unreachable first one leaves time for the others.
            let share = Int64(deadline.millisecondsLeft) / Int64(peers.count - number)
            let own = Deadline.after(.milliseconds(share), "\(origin) did not connect in time").orEarlier(deadline)
            do throws(FetchError) { return try connect(peer, origin, own, cancel) } catch { failure = error }
            if failure.code == .cancelled || failure.code == .exhausted { break }
        }
        throw failure
    }

    private static func connect(
        _ peer: SocketCalls.Peer, _ origin: FetchOrigin, _ deadline: Deadline, _ cancel: CancelSignal
    ) throws(FetchError) -> Int32 {
        let socket = try SocketCalls.open(peer.family)
        do throws(FetchError) {
            try cancel.watch(socket)
            if let reason = SocketCalls.connect(socket, to: peer) {
                throw FetchError(.unreachable, "\(origin): \(reason)")
            }
            while SocketCalls.wait(socket, writing: true, millisecondsMax: deadline.millisecondsLeft) != .ready {
                if cancel.isCancelled { throw .cancelled }
                if deadline.millisecondsLeft == 0 { throw deadline.passed }
            }
            if cancel.isCancelled { throw .cancelled }
            if let reason = SocketCalls.connectFailure(socket) {
                throw FetchError(.unreachable, "\(origin): \(reason)")
            }
            return socket
        } catch {
            cancel.unwatch()
            SocketCalls.close(socket)
            throw error
        }
    }

    private func shakeHands(_ deadline: Deadline) throws(FetchError) {
        guard let tls else { return }
        while true {
            let step = try tls.handshake()
            try sendRaw(tls.takeOutgoing(), deadline)
            switch step {
            case .done: return
            case .closed: throw FetchError(.tls, "\(origin) ended the handshake")
            case .needsInput:
                let bytes = try receiveRaw(deadline)
                guard !bytes.isEmpty else {
                    throw FetchError(
                        .tls, "\(origin) closed the connection during the handshake",
                        hint: "check that the server uses TLS on this port")
                }
                tls.receive(bytes)
            }
        }
    }

    private func sendRaw(_ bytes: [UInt8], _ deadline: Deadline) throws(FetchError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try SocketCalls.send(socket, rest))
            if !rest.isEmpty { try wait(writing: true, deadline) }
        }
    }

    private func receiveRaw(_ deadline: Deadline) throws(FetchError) -> [UInt8] {
        while true {
            if let bytes = try SocketCalls.receive(socket) { return bytes }
            try wait(writing: false, deadline)
        }
    }

    private func wait(writing: Bool, _ deadline: Deadline) throws(FetchError) {
        let left = deadline.millisecondsLeft
        guard left > 0 else { throw deadline.passed }
        _ = SocketCalls.wait(socket, writing: writing, millisecondsMax: left)
    }
}
