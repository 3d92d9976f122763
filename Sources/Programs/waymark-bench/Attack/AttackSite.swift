import SystemIO

/// A server with default limits and two apps: the probes use one, attackers with tokens the other.
final class AttackSite {
    /// The app of the probes.
    static let app = "shop"
    /// The app of attackers with tokens.
    static let ownApp = "mine"
    /// The number of releases of ``app``.
    static let releases = 40
    /// The number of rules of each app.
    static let rules = 2_000

    /// The running server.
    let server: ServerUnderTest
    /// The address of the data plane.
    let address: SocketAddress
    /// The address of the control plane.
    let admin: SocketAddress

    /// Starts the server and publishes the apps.
    ///
    /// - Parameters:
    ///   - folder: the folder of its database and log.
    ///   - isDivided: whether the control plane has its own listener.
    /// - Throws: why it did not start, or refused an app.
    init(_ folder: ScratchFolder, isDivided: Bool) throws {
        address = try ServerUnderTest.freeAddress()
        admin = isDivided ? try ServerUnderTest.freeAddress() : address
        let name = isDivided ? "divided" : "single"
        var command = [
            OwnProgram.beside("waymark"), "serve", "--listen", "\(address)", "--database", folder.file("\(name).db"),
            "--log-level", "error",
        ]
        if isDivided { command += ["--admin-listen", "\(admin)"] }
        server = try ServerUnderTest(
            "waymark", address, command, environment: ["WAYMARK_ADMIN_TOKEN=\(ControlClient.token)"],
            log: folder.file("\(name).log"))
        try Self.publish(try ControlClient(admin))
    }

    /// Makes and publishes the apps that the attacks need.
    static func publish(_ control: ControlClient) throws {
        try control.makeApp(app)
        try control.makeApp(ownApp)
        for mark in 0..<releases { try control.publish(app, rules: rules, mark: mark) }
        try control.publish(ownApp, rules: rules, mark: 0)
    }
}
