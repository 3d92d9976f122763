import CanonicalJSON
import HTTPFetching

/// The address and token of a server that will be killed.
struct KillTarget: Sendable {
    let origin: FetchOrigin
    let token: String
    private let fetcher = HTTPFetcher()

    /// A running server, and where it is reached.
    typealias Server = (process: RunningServer, target: KillTarget)

    init(_ server: RunningServer, token: String? = nil) throws {
        let parts = server.url.dropFirst("http://".count).split(separator: ":")
        origin = try FetchOrigin(scheme: "http", host: String(parts[0]), port: UInt16(parts[1]))
        self.token = token ?? server.token
    }

    /// Sends a request with `If-Match: *`; nil if there was no complete answer.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, key: String? = nil, token: String? = nil
    ) -> FetchResponse? {
        var fields = [
            FetchRequest.Field("Authorization", "Bearer \(token ?? self.token)"), FetchRequest.Field("If-Match", "*"),
        ]
        if body != nil { fields.append(FetchRequest.Field("Content-Type", "application/json")) }
        if let key { fields.append(FetchRequest.Field("Idempotency-Key", key)) }
        let request = FetchRequest(
            origin, method: method, target: path, fields: fields, content: body?.canonicalBytes ?? [])
        return try? fetcher.fetchBlocking(request)
    }
}

extension FetchResponse {
    var isSuccess: Bool { (200..<300).contains(status) }

    var json: JSONValue { (try? JSONDocument(parsing: content))?.root.value ?? .null }
}
