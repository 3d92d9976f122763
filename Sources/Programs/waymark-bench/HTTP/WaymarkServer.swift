import SystemIO

/// The real server with published apps and an operator's settings; one loop, because it has one core.
final class WaymarkServer {
    /// The running server.
    let server: ServerUnderTest
    /// A client of its control plane.
    let control: ControlClient

    /// Starts `waymark serve` of the same build.
    ///
    /// - Parameters:
    ///   - folder: the folder of database and log.
    ///   - name: the beginning of their names.
    /// - Throws: why it did not start.
    init(_ folder: ScratchFolder, _ name: String = "waymark") throws {
        let address = try ServerUnderTest.freeAddress()
        let program = OwnProgram.beside("waymark")
        server = try ServerUnderTest(
            "waymark", address,
            [
                program, "serve", "--listen", "\(address)", "--database", folder.file("\(name).db"), "--loops", "1",
                "--connections-max", "19000", "--connections-per-address-max", "19000", "--streams-max", "19000",
                "--streams-per-address-max", "19000", "--idle-seconds", "600", "--log-level", "warning",
            ], environment: ["WAYMARK_ADMIN_TOKEN=\(ControlClient.token)"], log: folder.file("\(name).log"))
        control = try ControlClient(address)
    }

    /// Makes an app and publishes `rules` rules; returns the body with and without gzip.
    func publish(_ app: String, rules: Int) throws -> SampleBody {
        try control.makeApp(app)
        try control.publish(app, rules: rules, mark: 0)
        let address = server.address
        let plain = try LoadClient.answer(address, LoadPlan.request(Self.target(app), address))
        let coded = try LoadClient.answer(
            address, LoadPlan.request(Self.target(app), address, ["Accept-Encoding: gzip"]))
        guard plain.status == 200, let tag = plain.field("ETag") else {
            throw BenchError("the app \(app) was not published")
        }
        return SampleBody(
            name: app, identity: plain.content, gzip: coded.content, tag: tag)
    }

    /// The path of an app's rules.
    static func target(_ app: String) -> String { "/v1/apps/\(app)/rules" }
}
