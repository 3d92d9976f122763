import CanonicalJSON
import HTTPFetching
import SystemIO

/// Sends requests to the control plane of the server under test, as an operator's script does; usable from any thread.
struct ControlClient: Sendable {
    private let origin: FetchOrigin
    private let fetcher = HTTPFetcher(limits: Self.limits)

    /// The server sends nothing while it checks and publishes thousands of rules: 15 seconds, the usual limit, are too
    /// short on a machine that is busy with something else.
    private static let limits = {
        var limits = FetchLimits()
        limits.silence = .seconds(100)
        return limits
    }()

    /// Makes a client of the server at an address.
    init(_ address: SocketAddress) throws {
        origin = try FetchOrigin(scheme: "http", host: "127.0.0.1", port: UInt16(address.port))
    }

    /// Makes an app.
    func makeApp(_ app: String) throws {
        try ask("POST", "/v1/apps", Array(#"{"app":"\#(app)"}"#.utf8), expecting: 201)
    }

    /// Replaces an app's draft and publishes it, in one request.
    func publish(_ app: String, rules: Int, mark: Int) throws {
        let draft = SampleRules.draft(rules, mark: mark)
        try ask("PUT", "/v1/apps/\(app)/draft?publish=1&message=bench", draft, expecting: 200)
    }

    /// Creates or replaces a resource by a JSON text.
    func put(_ target: String, _ json: String) throws {
        try ask("PUT", target, Array(json.utf8), expecting: 200, or: 201)
    }

    /// Makes a token with a role; returns its secret.
    func makeToken(_ role: String) throws -> String {
        // Live tokens have different names, and an attack starts several times on one server.
        let name = "\(role) \(UInt64.random(in: 0 ... .max))"
        let text = Array(#"{"name":"\#(name)","role":"\#(role)"}"#.utf8)
        let answer = try JSONDocument(parsing: try ask("POST", "/v1/tokens", text, expecting: 201))
        guard let token = answer.root["token"]?.stringValue else { throw BenchError("the answer has no token") }
        return token
    }

    @discardableResult
    private func ask(
        _ method: String, _ target: String, _ content: [UInt8], expecting status: Int, or other: Int? = nil
    ) throws -> [UInt8] {
        let fields = [
            FetchRequest.Field("Authorization", "Bearer \(Self.token)"),
            FetchRequest.Field("Content-Type", "application/json"), FetchRequest.Field("If-Match", "*"),
        ]
        let response = try fetcher.fetchBlocking(
            FetchRequest(origin, method: method, target: target, fields: fields, content: content))
        guard response.status == status || response.status == other else {
            let text = String(decoding: response.content.prefix(2_000), as: UTF8.self)
            throw BenchError("\(method) \(target) was answered \(response.status): \(text)")
        }
        return response.content
    }

    /// The token of the servers of this run, which listen on the loopback interface only.
    static let token = "wmk_" + String(repeating: "bench00000", count: 5)
}
