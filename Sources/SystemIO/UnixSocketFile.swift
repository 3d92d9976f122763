import Glibc

/// The file of a listening unix socket (unix(7)): it outlives its socket unless somebody takes it away.
package struct UnixSocketFile: Sendable {
    /// Where it lies.
    package let path: String
    // Which file it is: another one at the same path is not ours to take away.
    private let device: dev_t
    private let number: ino_t

    /// Listens at a path; the file of a server that is gone is replaced.
    ///
    /// - Parameters:
    ///   - address: where.
    ///   - mode: who may connect, which takes the permission to write (unix(7)).
    /// - Returns: the socket.
    /// - Throws: `addressInUse` where somebody listens, `exists` where the path is something else than a socket.
    package static func listen(at address: SocketAddress, mode: UInt32) throws(Errno) -> Descriptor {
        guard let path = address.unixPath else { throw Errno(EINVAL) }
        try clear(path, address)
        let socket = try SystemCall.socket(AF_UNIX)
        do throws(Errno) {
            try SystemCall.bind(socket.number, address.bytes)
            // Nobody can connect before the socket listens, so that the mode holds from the first connection on.
            try SystemCall.setMode(path, mode)
            try SystemCall.listen(socket.number, backlog: Sockets.backlog)
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// Takes away a file that nobody listens at.
    private static func clear(_ path: String, _ address: SocketAddress) throws(Errno) {
        do throws(Errno) {
            // connect(2) says ECONNREFUSED for any file; only a socket is a server's leftover.
            guard try SystemCall.status(of: path).st_mode & S_IFMT == S_IFSOCK else { throw Errno.exists }
        } catch .noSuchFile {
            return
        }
        let probe = try SystemCall.socket(AF_UNIX).release()
        defer { SystemCall.close(probe) }
        do throws(Errno) { try SystemCall.connect(probe, to: address.bytes) } catch .refused {
            return SystemCall.unlink(path)
        } catch .wouldBlock {
            // Its queue is full, so that somebody has it.
        }
        throw .addressInUse
    }

    /// The file that lies at a path now.
    package init(at path: String) throws(Errno) {
        let status = try SystemCall.status(of: path)
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Takes the file away if it is still the same.
    package func remove() {
        guard let status = try? SystemCall.status(of: path), status.st_dev == device, status.st_ino == number else {
            return
        }
        SystemCall.unlink(path)
    }
}
