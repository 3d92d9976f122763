/// Why something did not work; the last good release stays in use whatever this says.
public struct RouteClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it was; the raw values are stable and fit for logs and counters.
    public enum Code: String, Sendable, CaseIterable {
        /// The server's address, the app's or the channel's name cannot be right.
        case invalidConfiguration
        /// No answer: no network, no such host, connection refused, connection lost.
        case unreachable
        /// An answer did not come in time.
        case timedOut
        /// The task that asked was cancelled.
        case cancelled
        /// The server does not know the app or the channel (404).
        case unknownApp
        /// The server answered with another status than 200.
        case unexpectedStatus
        /// An answer that is not from a Waymark server: wrong content type or not the documented JSON.
        case unexpectedContent
        /// An answer beyond the limits.
        case tooLarge
        /// A body whose bytes do not have the digest that the head names.
        case wrongDigest
        /// A body with the right digest that this version cannot read.
        case invalidBody
        /// A body of a later format than this version knows.
        case unsupportedFormat
        /// A head for the position already seen, with another release.
        case conflictingHead
        /// A file of the cache cannot be read, or is damaged.
        case cacheUnreadable
        /// A file of the cache cannot be written.
        case cacheUnwritable
    }

    /// What kind of failure it was.
    public var code: Code
    /// What happened, for a person.
    public var detail: String
    /// What to do about it, where that is known.
    public var hint: String?
    /// The HTTP status, where there was one.
    public var status: Int?
    /// How many seconds the server asked to be left alone (`Retry-After`).
    public var retryAfterSeconds: Int?

    /// Makes an error.
    public init(
        _ code: Code, _ detail: String, hint: String? = nil, status: Int? = nil, retryAfterSeconds: Int? = nil
    ) {
        self.code = code
        self.detail = detail
        self.hint = hint
        self.status = status
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// `code: detail (hint)`.
    public var description: String {
        "\(code.rawValue): \(detail)" + (hint.map { " (\($0))" } ?? "")
    }
}
