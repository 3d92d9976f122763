import SystemIO

/// The listening sockets of a server: one for each listener and loop.
///
/// On a port each loop has its own socket, and the kernel spreads connections over them (socket(7), SO_REUSEPORT). A unix
/// socket and an inherited socket exist once: each loop has a duplicate, and a connection wakes one loop.
struct ListenerSockets {
    /// The address and number of each listener.
    private(set) var addresses: [(address: SocketAddress, number: Int)] = []
    /// The sockets of each loop.
    private(set) var byLoop: [[(descriptor: Int32, tag: Int)]]
    /// The files of unix sockets, which exist until the server stops.
    private(set) var files: [UnixSocketFile] = []

    init(_ listeners: [ServingConfiguration.Listener], loopCount: Int) throws(ServingError) {
        byLoop = Array(repeating: [], count: loopCount)
        for listener in listeners {
            do throws(Errno) {
                let address = try open(listener.place, tag: listener.number)
                addresses.append((address, listener.number))
            } catch {
                close()
                throw ServingError(listener.place, error)
            }
        }
    }

    private mutating func open(_ place: ServingConfiguration.Place, tag: Int) throws(Errno) -> SocketAddress {
        switch place {
        case .port(let address):
            return try openPort(address, tag)
        case .file(let address, let mode):
            let socket = try UnixSocketFile.listen(at: address, mode: mode).release()
            defer { Sockets.close(socket) }
            if let path = address.unixPath { files.append(try UnixSocketFile(at: path)) }
            try share(socket, tag)
            return address
        case .inherited(let socket):
            defer { Sockets.close(socket.descriptor) }
            try share(socket.descriptor, tag)
            return socket.address
        }
    }

    /// Reserves the port and then listens on it with a socket for each loop.
    ///
    /// Sockets with SO_REUSEPORT share a port even with another server of the same user. The port is therefore reserved
    /// without it first, which fails if another server listens. The reserving socket does not listen, so that no client is
    /// reset when it closes.
    private mutating func openPort(_ wanted: SocketAddress, _ tag: Int) throws(Errno) -> SocketAddress {
        let reserved = try Sockets.reserve(wanted).release()
        defer { Sockets.close(reserved) }
        let address = try Sockets.address(of: reserved)
        for loop in byLoop.indices {
            byLoop[loop].append((try Sockets.listen(on: address, isShared: true).release(), tag))
        }
        return address
    }

    private mutating func share(_ socket: Int32, _ tag: Int) throws(Errno) {
        for loop in byLoop.indices {
            byLoop[loop].append((try Sockets.duplicate(socket).release(), tag))
        }
    }

    /// Closes all sockets and removes their files.
    func close() {
        for loop in byLoop { for socket in loop { Sockets.close(socket.descriptor) } }
        for file in files { file.remove() }
    }
}
