import CanonicalJSON

/// One request of the session that the contract's examples come from.
struct ContractStep: Sendable, Hashable {
    /// The operation.
    let id: EndpointID
    /// Path and query; `{digest}` and `{token}` stand for what earlier answers gave.
    let path: String
    /// The body as it is sent.
    let body: String?

    init(_ id: EndpointID, _ path: String, _ body: String? = nil) {
        self.id = id
        self.path = path
        self.body = body
    }

    /// The body as JSON; nil where there is none.
    var json: JSONValue? {
        guard let body else { return nil }
        guard let value = try? JSONValue(parsing: Array(body.utf8)) else {
            preconditionFailure("\(body) is no JSON")
        }
        return value
    }
}
