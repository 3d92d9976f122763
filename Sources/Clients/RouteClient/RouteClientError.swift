import RouteModel

/// Why an operation of a client failed; the last good release stays in use.
public struct RouteClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; raw values are stable, for logs and counters.
    public enum Code: String, Sendable, CaseIterable {
        /// The server's address, or the name of the app or the channel, is not valid.
        case invalidConfiguration
        /// No answer: no network, no such host, connection refused, connection lost.
        case unreachable
        /// An answer did not arrive in time.
        case timedOut
        /// Only networks are there that the request may not use (``NetworkUse``): no failure of an update, which waits.
        case networkNotAllowed
        /// The calling task was cancelled.
        case cancelled
        /// The server has no such app or channel, or it is private (404): it answers alike, so that names do not leak.
        case unknownApp
        /// The server answered with a status other than 200.
        case unexpectedStatus
        /// An answer that is not from a Waymark server: wrong content type or not the documented JSON.
        case unexpectedContent
        /// An answer was longer than its limit.
        case tooLarge
        /// A body does not have the digest that its head names.
        case wrongDigest
        /// A body with the right digest could not be read, or the app ended twice with it (``LaunchReport/setAside``).
        case invalidBody
        /// A body has a format that this version cannot read.
        case unsupportedFormat
        /// A head has the position of the latest one but names another release.
        case conflictingHead
        /// A file of the cache cannot be read, or is damaged.
        case cacheUnreadable
        /// A file of the cache cannot be written.
        case cacheUnwritable
    }

    /// The kind of failure.
    public var code: Code
    /// What happened, for people.
    public var detail: String
    /// What to do about it, if that is known.
    public var hint: String?
    /// The HTTP status, if there was an answer.
    public var status: Int?
    /// How many seconds to wait before the next request (`Retry-After`); nil if the server sent none.
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

extension RouteClientError {
    /// Whether another process had the lock.
    var isBusy: Bool { code == .cacheUnwritable && hint == Self.busyHint }

    /// Makes the report of a launch that does not use the release of the head.
    static func setAside(_ head: Head, for release: ReleaseInfo?) -> RouteClientError {
        RouteClientError(
            .invalidBody, "the app ended twice in the foreground while release \(head.version) was on trial",
            hint: (release.map { "release \($0.version) is used" } ?? "no rules are used")
                + " until the channel moves or the app has another version")
    }
}
