/// Why a server did not start, in words for the operator.
package struct ServerStartError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let detail: String
    /// What to do.
    package let hint: String?

    init(_ detail: String, hint: String? = nil) {
        self.detail = detail
        self.hint = hint
    }

    /// Detail and hint.
    package var description: String { detail + (hint.map { "; \($0)" } ?? "") }
}
