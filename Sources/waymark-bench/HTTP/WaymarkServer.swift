import SystemIO

/// The real server with apps published, as an operator would have it; one loop, because it has one core.
final class WaymarkServer {
    /// The running server.
    let server: ServerUnderTest
    /// Its control plane.
    let control: ControlClient

    /// Starts `waymark serve`, which stands beside this program.
    ///
    /// - Parameters:
    ///   - folder: takes the database and the log.
    ///   - name: what their names begin with.
    /// - Throws: why it did not start.
    init(_ folder: ScratchFolder, _ name: String = "waymark") throws {
        let address = try ServerUnderTest.freeAddress()
        let program = OwnProgram.beside("waymark")
        server = try ServerUnderTest(
            "waymark", address,
            [
                program, "serve", "--listen", "\(address)", "--database", folder.file("\(name).db"), "--loops", "1",
                "--connections-max", "19000", "--connections-per-address-max", "19000", "--idle-seconds", "600",
                "--log-level", "warning",
            ], environment: ["WAYMARK_ADMIN_TOKEN=\(ControlClient.token)"], log: folder.file("\(name).log"))
        control = try ControlClient(address)
    }

    /// Makes an app and publishes so many rules for it; returns the body in both forms.
    func publish(_ app: String, rules: Int) throws -> SampleBody {
        try control.makeApp(app)
        try control.publish(app, rules: rules, mark: 0)
        let address = server.address
        let plain = try LoadClient.answer(address, LoadPlan.request(Self.target(app), address))
        let coded = try LoadClient.answer(
            address, LoadPlan.request(Self.target(app), address, ["Accept-Encoding: gzip"]))
        guard plain.status == 200, let tag = plain.field("ETag") else {
            throw LoadError(description: "the app \(app) was not published")
        }
        return SampleBody(
            name: app, identity: plain.content, gzip: coded.content, tag: tag)
    }

    /// Where an app's rules are.
    static func target(_ app: String) -> String { "/v1/apps/\(app)/rules" }
}
