public import WebAddress

/// How the client gets something from its server: one GET that never follows redirects.
///
/// Apple systems use URLSession, Linux HTTPFetching; tests and apps with a stack of their own give theirs.
public protocol Transport: Sendable {
    /// Asks for an address and reads the whole answer.
    ///
    /// Any status is an answer, not an error; redirects are not followed, because a captive portal's would be.
    /// - Parameters:
    ///   - address: an `http` or `https` address.
    ///   - bytesMax: how long the content may be at most.
    /// - Returns: the answer, with its content decoded from any content coding.
    /// - Throws: `unreachable`, `timedOut`, `cancelled` or `tooLarge`.
    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse
}

/// An answer as the client needs it.
public struct TransportResponse: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The field `Content-Type`, as sent.
    public var contentType: String?
    /// The field `Retry-After`, as sent.
    public var retryAfter: String?
    /// The whole content.
    public var content: [UInt8]

    /// Makes an answer.
    public init(status: Int, contentType: String? = nil, retryAfter: String? = nil, content: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.content = content
    }
}
