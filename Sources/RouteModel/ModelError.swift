/// Why a text or a document is not a value of the routing model.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; raw values are stable.
    public enum Code: String, Sendable, Hashable {
        case invalidVersionRange = "invalid-version-range"
        case invalidLanguageRange = "invalid-language-range"
        case invalidContext = "invalid-context"
        case invalidHead = "invalid-head"
        case invalidBody = "invalid-body"
        case unsupportedFormat = "unsupported-format"
        case noOrigins = "no-origins"
        case invalidPattern = "invalid-pattern"
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
