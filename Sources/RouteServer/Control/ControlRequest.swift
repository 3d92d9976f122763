import RouteModel

/// A control-plane request whose address, caller and parameters have been checked.
struct ControlRequest: Sendable {
    /// What is asked for.
    let endpoint: Endpoint
    /// The values of the path's names.
    let values: [String: String]
    /// The query.
    let query: QueryItems
    /// Who asks.
    let caller: Caller
    /// `If-Match`.
    let ifMatch: IfMatch
    /// The key under which the answer is kept, if the client sent one.
    let recordingKey: RecordingKey?
    /// The body.
    let body: [UInt8]
    /// When it came.
    let now: Instant

    /// A value of the path; every handler names only what its endpoint's template has.
    func value(_ name: String) -> String { values[name] ?? "" }

    /// The app in the path.
    var app: String { value("app") }

    /// A release's number in the path; 404 for what is none, because there is nothing under that name.
    func number(_ name: String) throws(Problem) -> Int { try ReleaseNumber.read(value(name)) }

    /// `?limit=`.
    func limit() throws(Problem) -> Int {
        try query.integer("limit", in: 1...ServerLimits.pageItemsMax, default: ServerLimits.pageItemsDefault)
    }
}
