package import SystemIO

/// Why a server could not start.
package struct ServingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried.
    package enum Code: String, Sendable {
        /// Somebody listens there already.
        case addressInUse
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

    /// One sentence for a person.
    package var description: String {
        switch code {
        case .addressInUse: "another process listens on \(subject): stop it or choose another address"
        case .cannotListen: "cannot listen on \(subject): \(cause)"
        case .noResources: "cannot start \(subject): \(cause)"
        }
    }
}
