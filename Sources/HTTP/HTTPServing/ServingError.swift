import SystemIO

/// The reason why a server could not start.
package struct ServingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed.
    package enum Code: String, Sendable {
        /// Another process listens on the address.
        case addressInUse
        /// The path of the unix socket is another kind of file.
        case notASocket
        /// The address cannot be listened on.
        case cannotListen
        /// The system has no event queue, memory or thread left.
        case noResources
    }

    /// What failed.
    package let code: Code
    /// The address, or the part of the server.
    package let subject: String
    let cause: Errno

    init(code: Code, subject: String, cause: Errno) {
        self.code = code
        self.subject = subject
        self.cause = cause
    }

    /// The reason why the server cannot listen.
    init(_ place: ServingConfiguration.Place, _ cause: Errno) {
        let subject =
            switch place {
            case .port(let address), .file(let address, _): "\(address)"
            case .inherited(let socket): "\(socket.address), which was inherited"
            }
        let code: Code =
            switch cause {
            case .addressInUse: .addressInUse
            case .exists: .notASocket
            default: .cannotListen
            }
        self.init(code: code, subject: subject, cause: cause)
    }

    /// Verifies that a server could listen at a place; no client can connect meanwhile, and nothing stays open.
    package static func check(_ place: ServingConfiguration.Place) throws(ServingError) {
        do throws(Errno) {
            switch place {
            case .port(let address): Sockets.close(try Sockets.reserve(address).release())
            case .file(let address, _): try UnixSocketFile.check(address)
            case .inherited: break
            }
        } catch {
            throw ServingError(place, error)
        }
    }

    /// One sentence: what is wrong, where, and what to do.
    package var description: String {
        switch code {
        case .addressInUse: "another process listens on \(subject): stop it or choose another address"
        case .notASocket: "\(subject) exists and is not a socket: move it or choose another path"
        case .cannotListen: "cannot listen on \(subject): \(cause)"
        case .noResources: "cannot start \(subject): \(cause)"
        }
    }
}
