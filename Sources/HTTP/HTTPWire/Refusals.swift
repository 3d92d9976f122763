/// The reason why a request is refused, with the status of the answer, after which the connection closes.
package struct RequestRefusal: Error, Sendable, Hashable {
    /// The status.
    package let status: Int
    /// What is wrong, one clause.
    package let detail: String

    /// Makes a refusal.
    package init(_ status: Int, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    static func malformed(_ detail: String) -> RequestRefusal { RequestRefusal(400, detail) }
}

/// The reason why an answer is refused; its connection cannot be used again.
package struct ResponseRefusal: Error, Sendable, Hashable {
    /// What is wrong.
    package enum Code: Sendable, Hashable {
        /// It is not a valid answer, or ambiguous.
        case malformed
        /// It exceeds a limit.
        case tooLarge
        /// The connection ended before the answer.
        case truncated
    }

    /// What is wrong.
    package let code: Code
    /// The error as text, one clause.
    package let detail: String
    /// What to do, if that is known.
    package let hint: String?

    init(_ code: Code, _ detail: String, hint: String? = nil) {
        self.code = code
        self.detail = detail
        self.hint = hint
    }

    static func malformed(_ detail: String) -> ResponseRefusal { ResponseRefusal(.malformed, detail) }
}
