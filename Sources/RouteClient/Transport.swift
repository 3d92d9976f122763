public import WebAddress

/// How the client gets something from its server: GETs that never follow redirects.
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

    /// Asks for an address whose answer does not end by itself, such as Server-Sent Events.
    ///
    /// Without an implementation the client polls.
    /// - Parameter address: an `http` or `https` address.
    /// - Returns: the answer's pieces as they arrive, one `head` first and `failed` at most once and last; giving up the
    ///   loop over them ends the exchange. Nil when this transport cannot do it.
    func stream(_ address: Address) -> AsyncStream<TransportPiece>?
}

extension Transport {
    /// Cannot stream.
    public func stream(_ address: Address) -> AsyncStream<TransportPiece>? { nil }
}

/// An answer as the client needs it.
public struct TransportResponse: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The field `Content-Type`, as sent.
    public var contentType: String?
    /// The field `Retry-After`, as sent.
    public var retryAfter: String?
    /// The field `Date`, as sent: the server's own clock.
    public var date: String?
    /// The whole content.
    public var content: [UInt8]

    /// Makes an answer.
    public init(
        status: Int, contentType: String? = nil, retryAfter: String? = nil, date: String? = nil, content: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.date = date
        self.content = content
    }
}

/// What arrives of an answer that does not end by itself.
public enum TransportPiece: Sendable, Hashable {
    /// The status and the fields; its content is empty.
    case head(TransportResponse)
    /// Some of the content.
    case content([UInt8])
    /// There is no answer, or no more of it.
    case failed(RouteClientError)
}
