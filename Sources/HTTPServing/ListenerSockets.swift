import SystemIO

/// The listening sockets of a server: one for each address and loop, so that the system spreads connections.
struct ListenerSockets {
    /// Where they listen, one for each configured listener.
    private(set) var addresses: [(address: SocketAddress, number: Int)] = []
    /// For each loop its sockets.
    private(set) var byLoop: [[(descriptor: Int32, tag: Int)]]

    init(_ listeners: [(address: SocketAddress, number: Int)], loopCount: Int) throws(ServingError) {
        byLoop = Array(repeating: [], count: loopCount)
        for listener in listeners {
            do throws(Errno) {
                try open(listener, loopCount: loopCount)
            } catch {
                close()
                let code: ServingError.Code = error == .addressInUse ? .addressInUse : .cannotListen
                throw ServingError(code: code, subject: "\(listener.address)", cause: error)
            }
        }
    }

    private mutating func open(_ listener: (address: SocketAddress, number: Int), loopCount: Int) throws(Errno) {
        // Sockets with SO_REUSEPORT share a port even with another server of the same user; a first one without it
        // finds out whether anybody is there.
        let probe = try Sockets.listen(on: listener.address, isShared: false)
        let address: SocketAddress
        do throws(Errno) { address = try Sockets.address(of: probe.number) } catch {
            probe.close()
            throw error
        }
        probe.close()
        addresses.append((address, listener.number))
        for loop in 0..<loopCount {
            byLoop[loop].append((try Sockets.listen(on: address, isShared: true).release(), listener.number))
        }
    }

    /// Gives all back.
    func close() {
        for loop in byLoop { for socket in loop { Sockets.close(socket.descriptor) } }
    }
}
