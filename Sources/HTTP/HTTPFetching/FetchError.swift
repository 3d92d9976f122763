import HTTPWire

/// The reason why a request has no answer.
///
/// An answer with any status is not an error.
package struct FetchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable code.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The request is not valid and was not sent.
        case invalidRequest
        /// The host's name has no address.
        case unknownHost
        /// No connection: refused, no route, no network.
        case unreachable
        /// The server's certificate is not trusted, or is not for this host.
        case untrusted
        /// TLS failed for another reason.
        case tls
        /// A time limit was reached.
        case timedOut
        /// The connection ended before the answer did.
        case connectionLost
        /// The answer is not HTTP/1.1.
        case invalidResponse
        /// The answer is longer than a limit.
        case tooLarge
        /// The caller cancelled the request.
        case cancelled
        /// This machine has no descriptors, threads or memory left.
        case exhausted
    }

    /// The stable code.
    package var code: Code
    /// What happened and where, for people.
    package var detail: String
    /// What to do about it, if that is known.
    package var hint: String?

    init(_ code: Code, _ detail: String, hint: String? = nil) {
        self.code = code
        self.detail = detail
        self.hint = hint
    }

    /// `code: detail (hint)`.
    package var description: String { "\(code.rawValue): \(detail)" + (hint.map { " (\($0))" } ?? "") }
}

extension FetchError {
    /// Makes the error of an answer that the parser refused.
    init(_ refusal: ResponseRefusal) {
        let code: Code =
            switch refusal.code {
            case .malformed: .invalidResponse
            case .tooLarge: .tooLarge
            case .truncated: .connectionLost
            }
        self.init(code, refusal.detail, hint: refusal.hint)
    }
}
