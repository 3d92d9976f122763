import RouteModel

/// A request as a worker gets it: everything but the connection.
struct IncomingRequest: Sendable {
    /// The method as it was sent.
    var method: String
    /// The path as it was sent.
    var path: String
    /// The query without its question mark; nil where there is none.
    var query: String?
    /// The header fields that anything here looks at; a repeated one joined by commas.
    var fields: Fields
    /// The body.
    var body: [UInt8] = []
    /// The address of the peer or, behind a proxy of ours, of its client.
    var address: String
    /// Which listener it came in by.
    var listener: Listener = .all
    /// When it came.
    var now: Instant
    /// A monotonic clock in seconds, for counting attempts.
    var seconds: Int

    /// Header fields by what they mean.
    struct Fields: Sendable {
        var authorization: String?
        var ifMatch: String?
        var ifNoneMatch: String?
        var acceptEncoding: String?
        var contentType: String?
        var idempotencyKey: String?
    }

    /// What a listener serves.
    enum Listener: Int, Sendable {
        /// Everything: there is only one.
        case all
        /// The data plane; the control plane has a listener of its own.
        case publicOnly
        /// The control plane and operations; the data plane too, for administrators' tools.
        case admin
    }

    /// Path and query, for idempotency keys.
    var target: String { query.map { "\(path)?\($0)" } ?? path }
}
