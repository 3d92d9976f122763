/// One connection to a server, plain or TLS, with a limit on every wait.
///
/// Sendable because one exchange at a time owns it: the fetcher takes it out of its shelf under a lock.
final class Connection: @unchecked Sendable {
    let origin: FetchOrigin
    /// When it last finished an answer.
    var idleSince = ContinuousClock.now
    private let socket: Int32
    private let tls: TLSSession?

    /// Connects to the first address that answers, and shakes hands.
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
        if let farewell = tls?.takeOutgoing(), !farewell.isEmpty {
            // As much as fits; whoever still listens knows that nothing was cut off.
            do throws(FetchError) { _ = try SocketCalls.send(socket, farewell[...]) } catch {}
        }
        SocketCalls.close(socket)
    }

    /// Lets the signal end waits on this connection; must be withdrawn before the connection is given up.
    func watched(by cancel: CancelSignal) throws(FetchError) { try cancel.watch(socket) }

    /// Whether the server neither said something unasked nor hung up.
    var isQuiet: Bool { SocketCalls.wait(socket, writing: false, millisecondsMax: 0) == .timedOut }

    /// Sends every byte.
    func send(_ bytes: [UInt8], within deadline: Deadline) throws(FetchError) {
        guard let tls else { return try sendRaw(bytes, deadline) }
        try tls.encrypt(bytes)
        try sendRaw(tls.takeOutgoing(), deadline)
    }

    /// The next bytes; empty at the end of the connection.
    func receive(within deadline: Deadline) throws(FetchError) -> [UInt8] {
        guard let tls else { return try receiveRaw(deadline) }
        while true {
            switch try tls.decrypt(bytesMax: Limits.readBytes) {
            case .done(let bytes): return bytes
            case .closed: return []
            case .needsInput:
                // A key update or a renegotiation may want to say something first.
                try sendRaw(tls.takeOutgoing(), deadline)
                let bytes = try receiveRaw(deadline)
                guard !bytes.isEmpty else {
                    throw FetchError(.connectionLost, "\(origin) hung up without saying goodbye (TLS truncation)")
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
            // Each address gets an equal share of what is left, so that a dead first one leaves time for the second.
            let share = Int64(deadline.millisecondsLeft) / Int64(peers.count - number)
            let own = Deadline.after(.milliseconds(share), "\(origin) did not answer in time").orEarlier(deadline)
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
                    throw FetchError(.tls, "\(origin) hung up during the handshake", hint: "does it speak TLS there?")
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
