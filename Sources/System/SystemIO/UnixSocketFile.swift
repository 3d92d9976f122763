#if os(Linux)
import Glibc

/// The file of a listening unix socket (unix(7)), which exists until it is removed, even without its socket.
package struct UnixSocketFile: Sendable {
    let path: String
    // The identity of the file: another file at the same path is not removed.
    private let device: dev_t
    private let number: ino_t

    /// Listens at a path; replaces the file of a server that no longer runs.
    ///
    /// - Parameters:
    ///   - address: the path as an address.
    ///   - mode: the permissions of the file; connecting takes the permission to write (unix(7)).
    /// - Returns: the socket.
    /// - Throws: `addressInUse` if a server listens there, `exists` if the path is not a socket.
    package static func listen(at address: SocketAddress, mode: UInt32) throws(Errno) -> Descriptor {
        guard let path = address.unixPath else { throw Errno(EINVAL) }
        try clear(path, address)
        let socket = try SystemCall.socket(AF_UNIX)
        do throws(Errno) {
            try SystemCall.bind(socket.number, address.bytes)
            // Before the socket listens no client can connect: the mode applies to the first connection already.
            try SystemCall.setMode(path, mode)
            try SystemCall.listen(socket.number, backlog: Sockets.backlog)
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// Whether a server could listen at a path; changes nothing.
    ///
    /// - Parameter address: the path as an address.
    /// - Throws: `addressInUse` if a server listens there, `exists` if the path is not a socket, `notPermitted` or
    ///   `noSuchFile` if no file can be made in its folder.
    package static func check(_ address: SocketAddress) throws(Errno) {
        guard let path = address.unixPath else { throw Errno(EINVAL) }
        let folder = Folders.folder(of: path)
        guard SystemCall.exists(folder + "/.") else { throw .noSuchFile }
        guard SystemCall.isWritable(folder) else { throw Errno(EACCES) }
        _ = try isStale(path, address)
    }

    /// Removes the file if no server listens there.
    private static func clear(_ path: String, _ address: SocketAddress) throws(Errno) {
        if try isStale(path, address) { SystemCall.unlink(path) }
    }

    /// Whether the path is the file of a server that no longer runs; throws if it is another file, or a server listens.
    private static func isStale(_ path: String, _ address: SocketAddress) throws(Errno) -> Bool {
        do throws(Errno) {
            // connect(2) fails with ECONNREFUSED for any file; only a socket may be removed.
            guard try SystemCall.status(of: path).st_mode & S_IFMT == S_IFSOCK else { throw Errno.exists }
        } catch .noSuchFile {
            return false
        }
        let probe = try SystemCall.socket(AF_UNIX).release()
        defer { SystemCall.close(probe) }
        do throws(Errno) { try SystemCall.connect(probe, to: address.bytes) } catch .refused {
            return true
        } catch .wouldBlock {
            // Its queue is full: a server listens.
        }
        throw .addressInUse
    }

    /// The file that is at a path now.
    package init(at path: String) throws(Errno) {
        let status = try SystemCall.status(of: path)
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Removes the file if it is still the same.
    package func remove() {
        guard let status = try? SystemCall.status(of: path), status.st_dev == device, status.st_ino == number else {
            return
        }
        SystemCall.unlink(path)
    }
}
#endif
