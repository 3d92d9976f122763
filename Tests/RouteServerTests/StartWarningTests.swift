import Foundation
import TestSupport
import Testing

@testable import RouteServer
@testable import ServerFixtures

@Suite("Warnings at the start of the server", .scheduled)
struct StartWarningTests {
    @Test("an address that other machines can reach gives a warning, unless TLS ends in front of it")
    func openAddress() throws {
        let warning = "other machines can reach an address without TLS"
        let open = try LiveServer(["listen": "0.0.0.0:0", "adminListen": "127.0.0.1:0"])
        #expect(open.log.contains(warning) && open.log.contains(#""addresses":"0.0.0.0:"#), "\(open.log)")
        #expect(try !LiveServer(["listen": "0.0.0.0:0", "behindTls": "yes"]).log.contains(warning))
        #expect(try !LiveServer(["listen": "127.0.0.1:0,[::1]:0"]).log.contains(warning))
    }

    @Test("database files that other accounts can read give a warning, and get mode 0600")
    func openFiles() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("waymark.db")
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644])
        let server = try LiveServer(folder: folder)
        #expect(server.log.contains("Other accounts could read") && server.log.contains("mode is 0600 now"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
}
