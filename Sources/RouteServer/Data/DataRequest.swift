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

    /// Throws 404 without a token, 403 where the token is not for this app.
    ///
    /// In the same words whether an app, a channel or a release is withheld or is not there at all: who may not read a
    /// name does not learn that it exists.
    func checkReader() throws(Problem) {
        guard let caller else {
            throw .notFound("nothing public is here; if there is an app \(app), send a token that may read it")
        }
        try caller.check(.role(.viewer), app: app)
    }
}
