public import WebAddress

/// An address as a ``Transport`` gets it, so that an app can name its type without a further import.
public typealias TransportAddress = Address

extension TransportAddress {
    /// The whole address as text, such as `https://routes.example.com/v1/apps/moments/head`.
    public var text: String { href }
}

/// Which networks a request may use.
public enum NetworkUse: String, Sendable, CaseIterable {
    /// All: the first release, and ``RouteClient/refresh()``.
    case any
    /// Not in Low Data Mode: updates while a release is in use.
    case economical
    /// Neither in Low Data Mode nor on expensive networks, such as mobile ones: updates within 15 minutes after another.
    case inexpensive

    /// Whether it has all networks of another one.
    func contains(_ other: NetworkUse) -> Bool { breadth >= other.breadth }

    private var breadth: Int {
        switch self {
        case .any: 2
        case .economical: 1
        case .inexpensive: 0
        }
    }
}

/// Sends the client's GET requests to the server; does not follow redirects.
///
/// The default is URLSession on Apple systems and HTTPFetching on Linux. Tests, and apps with an HTTP stack of their
/// own, pass their own.
public protocol Transport: Sendable {
    /// Requests an address and reads the whole answer.
    ///
    /// Any status is an answer, not an error. Redirects are not followed, because the redirect of a captive portal
    /// leads to another server.
    /// - Parameters:
    ///   - address: an `http` or `https` address.
    ///   - bytesMax: the largest length of the content, in bytes.
    /// - Returns: the answer, with its content decoded from any content coding.
    /// - Throws: `unreachable`, `timedOut`, `cancelled` or `tooLarge`.
    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse

    /// Requests an address over the networks that the client allows; without an implementation, over all.
    ///
    /// - Parameters:
    ///   - address: an `http` or `https` address.
    ///   - bytesMax: the largest length of the content, in bytes.
    ///   - networks: which networks may be used.
    /// - Returns: the answer, with its content decoded from any content coding.
    /// - Throws: `networkNotAllowed` if only other networks are there; `unreachable`, `timedOut`, `cancelled` or `tooLarge`.
    func get(
        _ address: Address, bytesMax: Int, over networks: NetworkUse
    ) async throws(RouteClientError) -> TransportResponse

    /// Requests an address whose answer is endless, such as Server-Sent Events.
    ///
    /// Without an implementation the client polls. A stream is for networks that are neither expensive nor in Low Data Mode:
    /// on others it ends with `failed`, and the client polls.
    /// - Parameter address: an `http` or `https` address.
    /// - Returns: the pieces of the answer as they arrive: `head` first, and `failed` at most once and last. Ending the
    ///   loop over them ends the exchange. Nil if this transport has no streams.
    func stream(_ address: Address) -> AsyncStream<TransportPiece>?
}

extension Transport {
    /// The default: requests the address over any network.
    public func get(
        _ address: Address, bytesMax: Int, over networks: NetworkUse
    ) async throws(RouteClientError) -> TransportResponse {
        try await get(address, bytesMax: bytesMax)
    }

    /// The default: nil, for a transport without streams.
    public func stream(_ address: Address) -> AsyncStream<TransportPiece>? { nil }
}

/// The parts of an HTTP answer that the client uses.
public struct TransportResponse: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The field `Content-Type`, as sent.
    public var contentType: String?
    /// The field `Retry-After`, as sent.
    public var retryAfter: String?
    /// The field `Date`, as sent: the time of the server's clock.
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

/// A piece of an endless answer.
public enum TransportPiece: Sendable, Hashable {
    /// The status and the fields; the content is empty.
    case head(TransportResponse)
    /// Some bytes of the content.
    case content([UInt8])
    /// The exchange failed, before or after `head`.
    case failed(RouteClientError)
}
