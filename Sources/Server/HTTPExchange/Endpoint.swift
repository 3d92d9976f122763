import CanonicalJSON
package import StoreRecords

/// One operation of the HTTP API: method, path, access, parameters, request, answers, and the code that answers it.
///
/// Everything that depends on an operation reads this value: the router, access control, the OpenAPI document,
/// `Config/guides/http.md`, the labels of metrics and the lines of logs.
package final class Endpoint: Sendable, Identifiable {
    /// The stable name: `operationId` in the OpenAPI document, `route` in metrics and logs.
    package let id: String
    /// The method; HEAD is served wherever GET is, OPTIONS on every path.
    package let method: Method
    /// The path with its named segments.
    package let path: PathTemplate
    /// The right that it requires, and the listeners that serve it.
    package let access: Access
    /// One sentence for the contract.
    let summary: String
    /// Schemas of path segments that differ from ``Schema/pathSegment(_:)``, by name.
    let segments: [String: Schema]
    /// The query parameters; the control plane refuses others.
    package let query: [QueryParameter]
    /// How much work a request with these parameters is.
    package let cost: @Sendable (QueryItems) -> Cost
    /// Checks parameters beyond their names and words, before the body is looked at; throws 400.
    package let checkQuery: @Sendable (QueryItems) throws(Problem) -> Void
    /// The entity tag that `If-Match` of a request must contain; nil if `If-Match` is not read.
    package let precondition: WritePrecondition?
    /// The request body; nil if none is read.
    package let request: RequestBody?
    /// The answer of a successful request.
    let success: Success
    /// Further answers that are not refusals, such as 201 of a PUT that creates.
    let alternatives: [Alternative]
    /// Statuses of refusals that do not follow from its other properties.
    private let refusing: [Int]
    /// Whether it changes the store; only then can it have an `Idempotency-Key`.
    package let isWriting: Bool
    /// Whether a repetition with the same `Idempotency-Key` gets the first answer again; otherwise it gets 409.
    let isReplayable: Bool
    /// Whether it reads the bytes of releases, which retention may have removed; only then can it have 410.
    let readsReleases: Bool
    /// Operations that take parameters from its answer (OpenAPI 3.1, Link Object).
    let links: [Link]
    /// The code that answers.
    package let handler: Handler

    /// The methods of endpoints.
    package enum Method: String, Sendable, Hashable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The right that an endpoint requires.
    package enum Access: Sendable, Hashable {
        /// No token is read: liveness, readiness, the contract.
        case open
        /// Metrics: a token is optional, and its apps decide what is told; without one it is what is public.
        ///
        /// If there is an admin listener, only that one serves it, and tells everything without a token.
        case operators
        /// Releases that a public channel has pointed at need no token; all others need a token that may read the app.
        case data
        /// Sign-in to the console: no token is read, and the handler reads the cookie. It is served where the control plane
        /// is.
        case console
        /// A valid token of any role.
        case token
        /// A token of at least this role, for the app in the path.
        case role(Role)
        /// A token of at least this role that is not limited to apps.
        case unlimited(Role)
    }

    /// How much work a request is, which decides whether it needs a place (`WorkSlots`).
    package enum Cost: Sendable, Hashable {
        /// Little: it runs as soon as a worker takes it, unless its caller occupies too many of them.
        case ordinary
        /// It works on whole drafts or releases: few run at once, and a caller has few of them, running and waiting.
        case expensive
        /// It works on whole drafts, and is never refused for its number: few run at once, and the others wait.
        case queued
    }

    /// The code behind an endpoint.
    package enum Handler: Sendable {
        /// Answers on a worker thread; it may block. Throws `Problem` or `StoreError`.
        case answer(@Sendable (EndpointRequest) throws -> Answer)
        /// Answers from memory, on the event loop; it must neither block nor wait for a lock that others hold for long.
        ///
        /// Only for a path without names whose answer depends on nothing of the request but its query.
        case memory(@Sendable (QueryItems) throws(Problem) -> Answer)
        /// Begins an event stream, on the event loop; it must not block. Throws `Problem`.
        case stream(@Sendable (EndpointRequest) throws(Problem) -> EventStream)
    }

    /// The answer of a successful request, for the contract.
    package struct Success: Sendable {
        let status: Int
        /// The body's schema; nil if there is none.
        let schema: Schema?
        let mediaType: String
        /// The schema of each line of JSON lines; nil for other content.
        let line: Schema?
        /// The values that `Cache-Control` may have; with several, the last one is for answers that required a token.
        let caching: [CachePolicy]
        /// The kind of `ETag`; nil if there is none.
        let tag: TagField?
        /// Further header fields.
        let fields: [AnswerField]

        /// Makes a description; the default policy is `no-store`.
        package init(
            _ status: Int, _ schema: Schema? = nil, mediaType: String = JSONText.mediaType, line: Schema? = nil,
            caching: [CachePolicy] = [.noStore], tag: TagField? = nil, fields: [AnswerField] = []
        ) {
            self.status = status
            self.schema = schema
            self.mediaType = mediaType
            self.line = line
            self.caching = caching
            self.tag = tag
            self.fields = fields
        }
    }

    /// The content of the `ETag` of an answer.
    package enum TagField: Sendable, Hashable {
        /// The SHA-256 of a body and its coding; the answer becomes 304 if `If-None-Match` contains the tag.
        case digest
        /// The number of the resource's last change, for `If-Match`; a read becomes 304 if `If-None-Match` contains it.
        case number(EntityTag.Kind)
        /// The same of an answer with content of other resources, which changes without the number.
        case part(EntityTag.Kind)
    }

    /// A further answer that is not a refusal.
    package struct Alternative: Sendable {
        let status: Int
        /// When it is sent, one sentence.
        let meaning: String

        /// Makes a description.
        package init(_ status: Int, _ meaning: String) {
            self.status = status
            self.meaning = meaning
        }
    }

    /// The precondition of a write: the state of the resource that the client read (RFC 9110 section 13.1.1).
    package struct WritePrecondition: Sendable {
        /// The kind of number in the tag.
        package let kind: EntityTag.Kind
        /// Which requests need no `If-Match`, for the contract; nil if every request needs it.
        let exception: String?
        /// Whether a PUT may create the resource, and then with `If-None-Match: *` does nothing else.
        package let creates: Bool
        /// Reads the resource of the tag, which a 412 contains; nil if the path names another resource.
        package let current: (@Sendable (EndpointRequest) throws -> Answer)?

        /// Makes a description.
        package init(
            _ kind: EntityTag.Kind, exception: String? = nil, creates: Bool = false,
            current: (@Sendable (EndpointRequest) throws -> Answer)? = nil
        ) {
            self.kind = kind
            self.creates = creates
            self.exception = exception
            self.current = current
        }
    }

    /// The body that an endpoint takes.
    package struct RequestBody: Sendable {
        /// Its schema as JSON.
        let schema: Schema
        /// Whether a request with these parameters may send plain text instead.
        package let mayBeText: @Sendable (QueryItems) -> Bool
        /// Whether plain text is allowed with some parameters.
        let takesText: Bool
        /// The longest body that is taken, in bytes.
        package let bytesMax: Int
        /// JSON for the contract: the body of the first request of ``ContractSession`` to this endpoint.
        package let example: String?

        /// JSON only.
        package static func json(
            _ schema: Schema, bytesMax: Int = ExchangeLimits.bodyBytesMax, example: String? = nil
        ) -> RequestBody {
            RequestBody(
                schema: schema, mayBeText: { _ in false }, takesText: false, bytesMax: bytesMax, example: example)
        }

        /// JSON, or plain text with some parameters.
        package static func json(
            _ schema: Schema, example: String? = nil, orTextWhere mayBeText: @escaping @Sendable (QueryItems) -> Bool
        ) -> RequestBody {
            RequestBody(
                schema: schema, mayBeText: mayBeText, takesText: true, bytesMax: ExchangeLimits.bodyBytesMax,
                example: example)
        }
    }

    /// A following operation, and the places of its parameters in the answer (OpenAPI 3.1, Link Object).
    package struct Link: Sendable {
        /// The `operationId` of the operation that follows.
        let id: String
        /// Its parameters by name, as runtime expressions.
        let parameters: [String: String]

        /// Links to several operations with the same parameters.
        package static func to(_ ids: [String], _ parameters: [String: String]) -> [Link] {
            ids.map { Link(id: $0, parameters: parameters) }
        }
    }

    /// Declares an endpoint.
    ///
    /// By default, `isWriting` is true for every method except GET of an endpoint that requires a token of the control
    /// plane.
    package init(
        _ id: String, _ method: Method, _ path: String, access: Access, summary: String,
        segments: [String: Schema] = [:], query: [QueryParameter] = [],
        cost: @escaping @Sendable (QueryItems) -> Cost = { _ in .ordinary },
        checkQuery: @escaping @Sendable (QueryItems) throws(Problem) -> Void = { _ in },
        precondition: WritePrecondition? = nil, request: RequestBody? = nil,
        success: Success, alternatives: [Alternative] = [], refusing: [Int] = [], isWriting: Bool? = nil,
        isReplayable: Bool = true,
        readsReleases: Bool = false, links: [Link] = [], handler: Handler
    ) {
        self.id = id
        self.method = method
        self.path = PathTemplate(path)
        self.access = access
        self.summary = summary
        self.segments = segments
        self.query = query
        self.cost = cost
        self.checkQuery = checkQuery
        self.precondition = precondition
        self.request = request
        self.success = success
        let isNew = precondition?.creates == true && !alternatives.contains { $0.status == 201 }
        self.alternatives = alternatives + (isNew ? [Alternative(201, "It is new, as `If-None-Match: *` asks.")] : [])
        self.refusing = refusing
        self.isWriting = isWriting ?? (method != .get && access.isControl)
        self.isReplayable = isReplayable
        self.readsReleases = readsReleases
        self.links = links
        self.handler = handler
    }
}

extension Endpoint.Access {
    /// Whether this belongs to the control plane, which a public listener beside an admin listener does not serve.
    var isControl: Bool {
        switch self {
        case .open, .operators, .data, .console: false
        case .token, .role, .unlimited: true
        }
    }

    /// Whether a public listener serves this even if there is an admin listener.
    package var isPublic: Bool { self == .open || self == .data }

    /// Whether a token in the request is read.
    package var readsToken: Bool { self != .open && self != .console }

    /// Whether a session of the console counts in place of a token; it never does on the data plane.
    package var takesSession: Bool { isControl || self == .operators }
}

extension Endpoint {
    /// Whether this belongs to the control plane.
    package var isControl: Bool { access.isControl }

    /// Whether `If-None-Match` may be answered with 304.
    package var isConditional: Bool {
        switch success.tag {
        case .digest: true
        case .number: method == .get
        case .part, nil: false
        }
    }

    /// Whether a request changes what is stored, or signs in: the log has a line for it.
    package var isChange: Bool { isWriting || access == .console && method != .get }

    /// Whether an `Idempotency-Key` is used: for every POST that changes the store.
    package var takesIdempotencyKey: Bool { method == .post && isWriting }

    func schema(ofSegment name: String) -> Schema { segments[name] ?? Schema.pathSegment(name) }

    /// The statuses of its refusals, in ascending order.
    var refusals: [Int] {
        var statuses = Set(refusing)
        if access.readsToken { statuses.formUnion([401, 429]) }
        if access.readsToken, access != .operators { statuses.insert(403) }
        if access == .console { statuses.formUnion([400, 401, 403, 421, 429]) }
        if isControl || !query.isEmpty { statuses.insert(400) }
        if !query.isEmpty { statuses.insert(414) }
        if !path.names.isEmpty { statuses.insert(404) }
        if request != nil { statuses.formUnion([400, 413, 415, 422]) }
        if precondition != nil { statuses.formUnion([400, 412, 428]) }
        if isWriting { statuses.insert(409) }
        if access == .console, request != nil { statuses.insert(409) }
        if readsReleases { statuses.insert(410) }
        return statuses.sorted()
    }
}

/// A query parameter of an endpoint.
package struct QueryParameter: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// Its effect, one clause.
    let meaning: String
    /// The schema of its value.
    package let schema: Schema
    /// Whether the request is refused without it.
    let isRequired: Bool

    /// Makes a description.
    package init(_ name: String, _ meaning: String, _ schema: Schema = .text(), isRequired: Bool = false) {
        self.name = name
        self.meaning = meaning
        self.schema = schema
        self.isRequired = isRequired
    }

    /// A flag: `1`, `true` or the bare name mean yes; `0`, `false` and absence mean no.
    package static func flag(_ name: String, _ meaning: String) -> QueryParameter {
        QueryParameter(name, meaning, .words(["1", "true", "", "0", "false"]))
    }

    /// `channel`, by default `production`.
    package static let channel = QueryParameter("channel", "the channel; the default is `production`", .name)

    /// `limit` and `after` of an endpoint that answers in pages.
    ///
    /// - Parameters:
    ///   - cursor: The schema of the cursor, which a client takes from the answer before.
    ///   - items: The default of `limit`.
    /// - Returns: Both parameters.
    package static func page(
        _ cursor: Schema, default items: Int = ExchangeLimits.pageItemsDefault
    ) -> [QueryParameter] {
        [
            QueryParameter(
                "limit", "the maximum number of items; the default is \(items)",
                .integer(1...ExchangeLimits.pageItemsMax)),
            QueryParameter("after", "the cursor `next` of the page before", cursor),
        ]
    }

    /// The same for a cursor that is a number.
    package static let numberedPage = page(.total)
}
