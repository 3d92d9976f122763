import ReleaseStore

/// One thing the server does at an address: what routing, access control, the OpenAPI document and the tests all read.
struct Endpoint: Sendable, Identifiable {
    /// Its stable name, `operationId` in the OpenAPI document.
    let id: EndpointID
    /// The method; HEAD comes with every GET, OPTIONS with every path.
    let method: Method
    /// Where it is.
    let path: PathTemplate
    /// Who may.
    let access: Access
    /// One sentence for the contract.
    let summary: String
    /// The query parameters it knows; others are refused on the control plane.
    var query: [QueryParameter] = []
    /// What a write must say about the state it read.
    var precondition: EntityTag.Kind?
    /// What it takes; nil where no body is read.
    var request: Schema?
    /// Whether the request may be plain text instead.
    var takesText = false
    /// Status of success and what it answers with.
    var success: Success

    /// The methods the server knows.
    enum Method: String, Sendable, Hashable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// Who may use an endpoint.
    enum Access: Sendable, Hashable {
        /// Everybody: liveness, readiness, the contract.
        case open
        /// Everybody for what a public channel has pointed at, otherwise a token that may read the app.
        case data
        /// A valid token, whatever its role.
        case token
        /// A token of at least this role for the app in the path.
        case role(Role)
        /// A token of at least this role that is not limited to apps.
        case unlimited(Role)
    }

    /// What success looks like.
    struct Success: Sendable {
        let status: Int
        let schema: Schema?
        let mediaType: String

        init(_ status: Int, _ schema: Schema? = nil, mediaType: String = "application/json") {
            self.status = status
            self.schema = schema
            self.mediaType = mediaType
        }
    }

    /// Whether this belongs to the control plane: never answered on a public listener when there is an admin one.
    var isControl: Bool {
        switch access {
        case .open, .data: false
        case .token, .role, .unlimited: true
        }
    }

    /// Whether If-None-Match may be answered with 304: on what clients fetch again and again.
    var isConditional: Bool {
        switch id {
        case .currentRules, .body, .releaseRules: true
        default: false
        }
    }

    /// The statuses that it refuses requests with.
    var refusals: [Int] {
        var statuses: Set<Int> = []
        if access != .open { statuses.formUnion([401, 403, 429]) }
        if isControl || !query.isEmpty { statuses.insert(400) }
        if !query.isEmpty { statuses.insert(414) }
        if !path.names.isEmpty { statuses.insert(404) }
        if request != nil { statuses.formUnion([400, 413, 415, 422]) }
        if precondition != nil { statuses.formUnion([400, 412, 428]) }
        if isControl, method != .get, id != .checkDraft, id != .backup { statuses.insert(409) }
        return statuses.sorted()
    }

    /// Whether an `Idempotency-Key` is honoured: every POST that changes something.
    var isIdempotent: Bool {
        method == .post && isControl && id != .checkDraft && id != .backup
    }
}

/// A query parameter of an endpoint.
struct QueryParameter: Sendable, Hashable {
    /// Its name.
    let name: String
    /// What it does, one clause.
    let meaning: String
    /// What it may be.
    let schema: Schema
    /// Whether the request is refused without it.
    var isRequired = false

    init(_ name: String, _ meaning: String, _ schema: Schema = .text(), isRequired: Bool = false) {
        self.name = name
        self.meaning = meaning
        self.schema = schema
        self.isRequired = isRequired
    }

    /// One that is there or not: `1` or the bare name mean yes.
    static func flag(_ name: String, _ meaning: String) -> QueryParameter {
        QueryParameter(name, meaning, .words(["1", "true", "", "0", "false"]))
    }
}

/// The stable names of everything the server does.
enum EndpointID: String, Sendable, Hashable, CaseIterable {
    case currentRules, head, body, releaseRules, events, resolve, resolveWithContext
    case health, ready, metrics, contract
    case whoami
    case listApps, createApp, readApp, updateApp, deleteApp
    case readDraft, replaceDraft, readSettings, replaceSettings
    case listRules, addRule, readRule, replaceRule, deleteRule
    case checkDraft, diffDraft
    case readExpectations, replaceExpectations
    case listScreens, putScreens, deleteScreens
    case publish, listReleases, readRelease, diffReleases, restoreRelease
    case readChannel, moveChannel
    case listTokens, createToken, deleteToken
    case audit, backup
}
