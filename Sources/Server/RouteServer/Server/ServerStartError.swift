import ServerLog

/// The reason why a server did not start, for the operator.
package struct ServerStartError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let detail: String
    /// What to do.
    package let hint: String?

    init(_ detail: String, hint: String? = nil) {
        self.detail = detail
        self.hint = hint
    }

    /// Describes the error of a component.
    init(_ error: any Error) {
        switch error {
        case let error as ServerStartError: self = error
        case let error as LogFileError: self.init(error.detail, hint: error.hint)
        default: self.init("\(error)")
        }
    }

    /// Detail and hint.
    package var description: String { detail + (hint.map { "; \($0)" } ?? "") }
}
