/// Why a text or a document is not a value of the routing model.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; raw values are stable.
    public enum Code: String, Sendable, Hashable {
        /// A text is not a version range.
        case invalidVersionRange = "invalid-version-range"
        /// A text is not a language range.
        case invalidLanguageRange = "invalid-language-range"
        /// A name or value of a context is not valid.
        case invalidContext = "invalid-context"
        /// A document is not a head.
        case invalidHead = "invalid-head"
        /// A document is not a body.
        case invalidBody = "invalid-body"
        /// A body has a higher format than this version reads.
        case unsupportedFormat = "unsupported-format"
        /// A pattern has only a path, and the settings have no origins.
        case noOrigins = "no-origins"
        /// A pattern cannot be expanded.
        case invalidPattern = "invalid-pattern"
        /// The rules have more alternatives than a release may have.
        case tooLarge = "too-large"
    }

    /// The kind of failure.
    public var code: Code
    /// The offset in the text in UTF-8 bytes; nil if it is unknown.
    public var offset: Int?
    /// What is wrong, as text for people.
    public var detail: String
    /// What to do, as text for people.
    public var hint: String

    /// Makes an error.
    public init(code: Code, offset: Int? = nil, detail: String, hint: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
        self.hint = hint
    }

    /// The detail and the hint.
    public var description: String { hint.isEmpty ? detail : detail + " " + hint }
}
