import HTTPFetching
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import RouteServer
@testable import ServerFixtures

@Suite("SIGHUP: settings that change, settings that need a restart, and errors", .scheduled)
struct ReloadTests {
    private func settings(_ server: LiveServer, _ flags: [String: String]) throws -> ServerSettings {
        var flags = flags
        flags["listen"] = "127.0.0.1:0"
        flags["logFormat"] = flags["logFormat"] ?? "json"
        flags["database"] = server.folder.file("waymark.db")
        return try ServerSettings(ConfigurationSources(flags: flags))
    }

    @Test("a reload logs the names of the changed settings, or that there are none")
    func changed() throws {
        let server = try LiveServer(["logFormat": "json"])
        server.reload(try settings(server, [:]))
        #expect(server.log.contains("configuration reloaded without changes"))
        server.reload(try settings(server, ["trustedProxies": "127.0.0.1", "logLevel": "warning"]))
        #expect(!server.log.contains("\"changed\""), "the line is below the level warning")
        server.reload(try settings(server, ["trustedProxies": "::1", "logFormat": "text"]))
        #expect(server.log.contains(#"changed="trustedProxies, logFormat, logLevel""#), "\(server.log)")
        #expect(!server.log.contains("restart"))
    }

    @Test("a changed setting that needs a restart is logged at each reload until the change is undone")
    func waiting() throws {
        let server = try LiveServer(["logFormat": "json"])
        for _ in 0..<2 { server.reload(try settings(server, ["workers": "3", "drainSeconds": "1"])) }
        let warnings = server.log.split(separator: "\n").filter { $0.contains(#""settings":"workers, drainSeconds""#) }
        #expect(warnings.count == 2 && warnings.allSatisfy { $0.contains("warning") })
        server.reload(try settings(server, [:]))
        #expect(server.log.split(separator: "\n").filter { $0.contains("restart") }.count == 2)
    }

    @Test("a configuration that cannot be read changes nothing and is logged as an error")
    func refused() throws {
        let server = try LiveServer(["logFormat": "json"])
        server.refuseReload("waymark.json:1:2: there is no setting lisen", hint: "did you mean listen?")
        #expect(server.log.contains(#""hint":"did you mean listen?","level":"error""#), "\(server.log)")
        #expect(try server.send("GET", "/v1/apps").status == 200)
    }
}
