package import HTTPWire
package import RouteModel
package import ServerLog
package import StoreRecords

/// A request whose endpoint, caller and parameters have been checked: the argument of every handler.
package struct EndpointRequest: Sendable {
    /// The endpoint that it is for.
    package let endpoint: Endpoint
    /// The values of the path's named segments, decoded.
    let values: [String: String]
    /// The path as it was sent.
    let path: String
    /// The query.
    package let query: QueryItems
    /// The header fields that handlers read.
    package let fields: IncomingRequest.Fields
    /// The caller that the token identifies; nil if no token was sent.
    ///
    /// Never nil at an endpoint of the control plane.
    package let reader: Caller?
    /// `If-Match`; any state where the request creates only.
    package let ifMatch: TagCondition
    /// `If-None-Match`.
    package let ifNoneMatch: TagCondition
    /// The key under which the answer is stored for repetitions, if the client sent one and the endpoint uses it.
    package private(set) var recordingKey: RecordingKey?
    /// The body, in a handler without its coding.
    package private(set) var body: [UInt8]
    /// The listener that accepted the connection.
    package let listener: IncomingRequest.Listener
    /// The client's address.
    package let address: String
    /// The address of the other end of the connection; another text for a unix socket.
    package let peer: String
    /// A monotonic clock in seconds, for limits of attempts.
    package let seconds: Int
    /// When the request arrived.
    package let now: Instant
    /// Whether the method is HEAD, so that no body is sent.
    package let isHead: Bool

    /// Puts a request together.
    package init(
        _ incoming: IncomingRequest, _ endpoint: Endpoint, values: [String: String], query: QueryItems, reader: Caller?,
        ifMatch: TagCondition = .missing, ifNoneMatch: TagCondition = .missing, recordingKey: RecordingKey? = nil
    ) {
        self.endpoint = endpoint
        self.values = values
        path = incoming.path
        self.query = query
        fields = incoming.fields
        self.reader = reader
        let createsOnly = ifNoneMatch == .any && endpoint.precondition?.creates == true
        self.ifMatch = createsOnly && ifMatch == .missing ? .any : ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.recordingKey = recordingKey
        body = incoming.body
        listener = incoming.listener
        address = incoming.address
        peer = incoming.peer
        seconds = incoming.seconds
        now = incoming.now
        isHead = incoming.method == "HEAD"
    }

    /// Whether it creates the resource and never replaces one: `If-None-Match: *` of a PUT that may create.
    package var createsOnly: Bool { ifNoneMatch == .any && endpoint.precondition?.creates == true }

    /// The precondition that the transaction must verify, of a resource that a PUT may create.
    ///
    /// - Parameters:
    ///   - kind: The kind of number in the resource's tag.
    ///   - current: The number that it has now; 0 if there is none.
    /// - Returns: The precondition.
    /// - Throws: 428, 412, and the errors of `current`.
    package func precondition(_ kind: EntityTag.Kind, current: @autoclosure () throws -> Int) throws -> Precondition {
        let precondition = try ifMatch.precondition(kind, current: try current())
        return createsOnly ? .exactly(0) : precondition
    }

    /// The caller of an endpoint of the control plane, which always requires a token.
    package var caller: Caller {
        guard let reader else { preconditionFailure("\(endpoint.id) is open to callers without a token") }
        return reader
    }

    /// The longest body that the endpoint takes, in bytes, without its coding.
    package var bodyBytesMax: Int {
        let own = endpoint.request?.bytesMax ?? 0
        return endpoint.isControl && endpoint.method == .put ? max(own, ExchangeLimits.draftBytesMax) : own
    }

    /// The same request with another body.
    package func with(body: [UInt8]) -> EndpointRequest {
        var request = self
        request.body = body
        request.recordingKey = recordingKey?.with(body: body)
        return request
    }

    /// A named segment of the endpoint's path; empty for a name that the path does not have.
    package func value(_ name: String) -> String { values[name] ?? "" }

    /// The app in the path; empty if the path has none.
    package var app: String { value("app") }

    /// A release's number in the path; throws 404 for any other text.
    package func number(_ name: String) throws(Problem) -> Int { try Self.releaseNumber(value(name)) }

    /// Reads a release's number; 404 for anything else.
    ///
    /// `01` is refused: with two addresses for one release, caches would store it twice.
    package static func releaseNumber(_ text: String) throws(Problem) -> Int {
        guard let number = Int(text), number > 0, String(number) == text else {
            throw .notFound(
                .release, "\(text) is not the number of a release: write a whole number from 1, without zeros before it"
            )
        }
        return number
    }

    /// `?limit=`, the number of items of a page.
    package func limit(default items: Int = ExchangeLimits.pageItemsDefault) throws(Problem) -> Int {
        try query.integer("limit", in: 1...ExchangeLimits.pageItemsMax, default: items)
    }
}

/// The result of an event stream's handler: the topic to subscribe to, and the beginning of the stream.
package struct EventStream: Sendable {
    /// The topic whose events follow.
    package let topic: Int
    /// The number of the event that the stream begins with; later events have higher numbers.
    package let number: Int
    /// Whether the stream needs no token; otherwise it depends on the caller's token.
    package let isOpen: Bool
    /// The answer head and the first event.
    package let beginning: PreparedResponse
    /// The cell in which the event loop counts the answer; nil where the answer is counted by its endpoint.
    package let cell: Int?
    /// The owner of the cell, if there is one; retained until the answer is counted.
    package let owner: (any Sendable & AnyObject)?

    /// Makes a description.
    package init(
        topic: Int, number: Int, isOpen: Bool, beginning: PreparedResponse, cell: Int?,
        owner: (any Sendable & AnyObject)?
    ) {
        self.topic = topic
        self.number = number
        self.isOpen = isOpen
        self.beginning = beginning
        self.cell = cell
        self.owner = owner
    }

    /// The beginning for a caller of the control plane: with the request id, and with the fields of all answers there.
    package func beginning(for reader: Caller?, _ id: RequestID) -> PreparedResponse {
        var answer = Answer(200)
        (answer.origin.isControl, answer.origin.principal) = (true, reader?.name)
        answer.setRequestID(id)
        answer.isolate()
        return beginning.with(answer.fields, answer.origin.remark)
    }
}
