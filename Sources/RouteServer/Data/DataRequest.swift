import ReleaseStore
import RouteModel

/// A data-plane request that the loop could not answer from memory.
struct DataRequest: Sendable {
    /// What is asked for.
    let endpoint: EndpointID
    /// The values of the path's names.
    let values: [String: String]
    /// The query.
    let query: QueryItems
    /// `If-None-Match`.
    let ifNoneMatch: String?
    /// `Accept-Encoding`.
    let acceptEncoding: String?
    /// `Content-Type`.
    let contentType: String?
    /// The body of a POST.
    let body: [UInt8]
    /// The caller, where a token was sent and accepted.
    let caller: Caller?
    /// When it came.
    let now: Instant

    /// The app in the path.
    var app: String { values["app"] ?? "" }

    /// Throws 401 without a token, 403 where the token is not for this app.
    ///
    /// - Parameter what: what is asked for and why it is withheld, as a clause.
    /// - Throws: 401 and 403.
    func checkReader(of what: String) throws(Problem) {
        guard let caller else { throw .unauthorized("\(what); send a token that may read the app \(app)") }
        try caller.check(.role(.viewer), app: app)
    }
}
