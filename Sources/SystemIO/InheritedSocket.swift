import CLinux
import Glibc

/// A listening socket that this process was given by whoever started it (sd_listen_fds(3), socket activation).
package struct InheritedSocket: Sendable {
    /// What the starter calls it; empty where it does not say.
    package let name: String
    /// Its number; whoever listens with it owns it.
    package let descriptor: Int32
    /// Where it listens.
    package let address: SocketAddress

    /// Why sockets cannot be taken.
    package struct Refusal: Error, Sendable, CustomStringConvertible {
        /// One sentence for a person.
        package let description: String
    }

    /// What the environment says about inherited sockets, as sd_listen_fds(3) names it.
    package struct Announcement: Sendable {
        /// `LISTEN_PID`: the process that they are meant for.
        package var process: String?
        /// `LISTEN_FDS`: how many there are.
        package var count: String?
        /// `LISTEN_FDNAMES`: their names with colons between them.
        package var names: String?

        /// Takes the three variables.
        package init(process: String?, count: String?, names: String?) {
            self.process = process
            self.count = count
            self.names = names
        }
    }

    /// Takes what was announced, from descriptor 3 on; nothing where it is meant for another process.
    package static func take(_ announcement: Announcement) throws(Refusal) -> [InheritedSocket] {
        guard let process = announcement.process, Int32(process) == getpid(), let text = announcement.count else {
            return []
        }
        guard let count = Int(text), (0...countMax).contains(count) else {
            throw Refusal(description: "LISTEN_FDS is \(text), which is no number of sockets")
        }
        let names = announcement.names?.split(separator: ":", omittingEmptySubsequences: false).map(String.init) ?? []
        var sockets: [InheritedSocket] = []
        for index in 0..<count {
            sockets.append(try InheritedSocket(first + Int32(index), name: index < names.count ? names[index] : ""))
        }
        return sockets
    }

    /// Takes over a descriptor; throws where it is no listening socket.
    package init(_ descriptor: Int32, name: String) throws(Refusal) {
        do throws(Errno) {
            let isStream = try SystemCall.option(descriptor, SOL_SOCKET, SO_TYPE) == Int32(SOCK_STREAM.rawValue)
            guard isStream, try SystemCall.option(descriptor, SOL_SOCKET, SO_ACCEPTCONN) == 1 else {
                throw Errno(EINVAL)
            }
            address = try Sockets.address(of: descriptor)
            try SystemCall.makeOwn(descriptor)
        } catch {
            throw Refusal(description: "descriptor \(descriptor) was announced and is no listening socket: \(error)")
        }
        self.name = name
        self.descriptor = descriptor
    }

    /// SD_LISTEN_FDS_START: behind the standard streams.
    private static let first: Int32 = 3
    /// No server listens in more places.
    private static let countMax = 64
}
