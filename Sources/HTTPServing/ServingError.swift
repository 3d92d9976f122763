package import SystemIO

/// Why a server could not start.
package struct ServingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried.
    package enum Code: String, Sendable {
        /// Somebody listens there already.
        case addressInUse
        /// Where the socket's file should lie, something else lies.
        case notASocket
        /// The address cannot be listened on.
        case cannotListen
        /// The system gives no event queue, memory or thread.
        case noResources
    }

    /// What was tried.
    package let code: Code
    /// On what.
    package let subject: String
    /// What the system said.
    package let cause: Errno

    init(code: Code, subject: String, cause: Errno) {
        self.code = code
        self.subject = subject
        self.cause = cause
    }

    /// Why a place cannot be listened at.
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

    /// One sentence for a person.
    package var description: String {
        switch code {
        case .addressInUse: "another process listens on \(subject): stop it or choose another address"
        case .notASocket: "what lies at \(subject) is no socket: move it or choose another path"
        case .cannotListen: "cannot listen on \(subject): \(cause)"
        case .noResources: "cannot start \(subject): \(cause)"
        }
    }
}
