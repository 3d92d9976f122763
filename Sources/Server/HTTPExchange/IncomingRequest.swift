package import RouteModel

/// A request as a worker receives it, independent of its connection.
package struct IncomingRequest: Sendable {
    /// The method as it was sent.
    package var method: String
    /// The path as it was sent.
    package var path: String
    /// The query without its question mark; nil if there is none.
    package var query: String?
    /// The header fields that the server reads.
    package var fields: Fields
    /// The body.
    package var body: [UInt8]
    /// The client's address: the peer's, or the one that a trusted proxy names.
    package var address: String
    /// The address of the other end of the connection; another text for a unix socket.
    var peer: String
    /// The listener that accepted the connection.
    package var listener: Listener
    /// When it arrived, by the wall clock.
    package var now: Instant
    /// A monotonic clock in seconds, for limits of attempts.
    package var seconds: Int

    /// The values of header fields; those of repeated ones are joined by commas (RFC 9110 section 5.3).
    package struct Fields: Sendable {
        /// The field `Authorization`.
        package var authorization: String?
        /// The field `If-Match`.
        package var ifMatch: String?
        /// The field `If-None-Match`.
        package var ifNoneMatch: String?
        /// The field `Accept-Encoding`.
        package var acceptEncoding: String?
        /// The field `Content-Type`.
        package var contentType: String?
        /// The field `Content-Encoding`.
        package var contentEncoding: String?
        /// The field `Idempotency-Key`.
        var idempotencyKey: String?
        /// The field `Host`.
        package var host: String?
        /// The field `Accept`.
        package var accept: String?
        /// The field `Cookie`; repeated ones are joined by semicolons (RFC 9113 section 8.2.3).
        package var cookie: String?
        /// The field `Origin`.
        package var origin: String?
        /// The field `Sec-Fetch-Site` (Fetch Metadata).
        package var fetchSite: String?
        /// The field `Last-Event-ID`, which clients of event streams send when they connect again.
        package var lastEventID: String?
        /// The field `Waymark-Position`: what the client has seen.
        package var position: String?
        /// The values of the field that the setting `signInHeader` names, one for each time that it comes.
        package var person: [String]
        /// The same for `signInGroupsHeader`.
        package var personGroups: [String]

        /// Takes the values.
        package init(
            authorization: String? = nil, ifMatch: String? = nil, ifNoneMatch: String? = nil,
            acceptEncoding: String? = nil, contentType: String? = nil, contentEncoding: String? = nil,
            idempotencyKey: String? = nil, host: String? = nil, accept: String? = nil, cookie: String? = nil,
            origin: String? = nil, fetchSite: String? = nil, lastEventID: String? = nil, position: String? = nil,
            person: [String] = [],
            personGroups: [String] = []
        ) {
            self.authorization = authorization
            self.ifMatch = ifMatch
            self.ifNoneMatch = ifNoneMatch
            self.acceptEncoding = acceptEncoding
            self.contentType = contentType
            self.contentEncoding = contentEncoding
            self.idempotencyKey = idempotencyKey
            self.host = host
            self.accept = accept
            self.cookie = cookie
            self.origin = origin
            self.fetchSite = fetchSite
            self.lastEventID = lastEventID
            self.position = position
            self.person = person
            self.personGroups = personGroups
        }
    }

    /// The part of the API that a listener serves.
    package enum Listener: Int, Sendable {
        /// Everything: the server has no admin listener.
        case all
        /// The data plane, health and the contract: the server has an admin listener, too.
        case publicOnly
        /// Everything, for administrators.
        case admin
        /// Links on the web, and nothing of the API.
        case links

        /// What it is for, where that is less than everything, in the log; nil for the others.
        package var purpose: String? {
            switch self {
            case .admin: "control plane"
            case .links: "links"
            case .all, .publicOnly: nil
            }
        }

        /// Whether it serves the control plane and the console.
        package var hasControl: Bool { self == .all || self == .admin }
    }

    /// Puts a request together; without `peer`, the client itself is the other end of the connection.
    package init(
        method: String, path: String, query: String? = nil, fields: Fields = Fields(), body: [UInt8] = [],
        address: String, peer: String? = nil, listener: Listener = .all, now: Instant, seconds: Int
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
        self.address = address
        self.peer = peer ?? address
        self.listener = listener
        self.now = now
        self.seconds = seconds
    }

    /// Path and query, for the comparison of repeated requests.
    var target: String { query.map { "\(path)?\($0)" } ?? path }
}
