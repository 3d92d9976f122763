/// Why an answer's bytes are not taken; its connection cannot be used any more.
package struct ResponseRefusal: Error, Sendable, Hashable {
    /// What is wrong.
    package enum Code: Sendable, Hashable {
        /// It is not an answer, or one that could be understood in two ways.
        case malformed
        /// It is beyond a limit.
        case tooLarge
        /// The connection ended before it did.
        case truncated
    }

    /// What is wrong.
    package let code: Code
    /// The same for a person, one clause.
    package let detail: String
    /// What to do about it, where that is known.
    package let hint: String?

    init(_ code: Code, _ detail: String, hint: String? = nil) {
        self.code = code
        self.detail = detail
        self.hint = hint
    }

    static func malformed(_ detail: String) -> ResponseRefusal { ResponseRefusal(.malformed, detail) }
}
