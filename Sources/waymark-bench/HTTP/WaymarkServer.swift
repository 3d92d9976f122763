import HTTPFetching
import SystemIO

/// The real server with apps published, as an operator would have it; one loop, because it has one core.
final class WaymarkServer {
    /// The running server.
    let server: ServerUnderTest
    private let origin: FetchOrigin
    private let fetcher = HTTPFetcher()

    /// Starts `waymark serve`, which stands beside this program.
    init(_ folder: ScratchFolder) throws {
        let address = try ServerUnderTest.freeAddress()
        let program = OwnProgram.beside("waymark")
        server = try ServerUnderTest(
            "waymark", address,
            [
                program, "serve", "--listen", "\(address)", "--database", folder.file("waymark.db"), "--loops", "1",
                "--connections-max", "19000", "--connections-per-address-max", "19000", "--idle-seconds", "600",
                "--log-level", "warning",
            ], environment: ["WAYMARK_ADMIN_TOKEN=\(Self.token)"], log: folder.file("waymark.log"))
        origin = try FetchOrigin(scheme: "http", host: "127.0.0.1", port: UInt16(address.port))
    }

    /// Makes an app and publishes so many rules for it; returns the body in both forms.
    func publish(_ app: String, rules: Int) throws -> SampleBody {
        try ask("POST", "/v1/apps", Array(#"{"app":"\#(app)"}"#.utf8), expecting: 201)
        try publishAgain(app, rules: rules, mark: 0)
        let address = server.address
        let plain = try LoadClient.answer(address, LoadPlan.request(Self.target(app), address))
        let coded = try LoadClient.answer(
            address, LoadPlan.request(Self.target(app), address, ["Accept-Encoding: gzip"]))
        guard AnswerLength.status(of: plain) == 200, let tag = AnswerLength.field("ETag", in: plain) else {
            throw LoadError(description: "the app \(app) was not published")
        }
        return SampleBody(
            name: app, identity: AnswerLength.content(of: plain), gzip: AnswerLength.content(of: coded), tag: tag)
    }

    /// Publishes another set of rules, in one request.
    func publishAgain(_ app: String, rules: Int, mark: Int) throws {
        let draft = SampleRules.draft(rules, mark: mark)
        try ask("PUT", "/v1/apps/\(app)/draft?publish=1&message=bench", draft, expecting: 200)
    }

    private func ask(_ method: String, _ target: String, _ content: [UInt8], expecting status: Int) throws {
        let fields = [
            FetchRequest.Field("Authorization", "Bearer \(Self.token)"),
            FetchRequest.Field("Content-Type", "application/json"), FetchRequest.Field("If-Match", "*"),
        ]
        let response = try fetcher.fetchBlocking(
            FetchRequest(origin, method: method, target: target, fields: fields, content: content))
        guard response.status == status else {
            let text = String(decoding: response.content.prefix(2_000), as: UTF8.self)
            throw LoadError(description: "\(method) \(target) was answered \(response.status): \(text)")
        }
    }

    /// Where an app's rules are.
    static func target(_ app: String) -> String { "/v1/apps/\(app)/rules" }

    /// A token of this run's server alone, which nobody else can reach.
    private static let token = "wmk_" + String(repeating: "bench00000", count: 5)
}
