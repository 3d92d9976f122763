package import SystemIO

/// Why a server cannot start.
package struct ServingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: String, Sendable {
        /// Another process listens there.
        case addressInUse = "address-in-use"
        /// The system refused.
        case system
    }

    /// What went wrong.
    package let code: Code
    /// Where.
    package let address: String
    /// The system's reason.
    package let reason: Errno

    /// For the operator.
    package var description: String {
        switch code {
        case .addressInUse: "another process listens on \(address); stop it or choose another address"
        case .system: "cannot listen on \(address): \(reason)"
        }
    }
}
