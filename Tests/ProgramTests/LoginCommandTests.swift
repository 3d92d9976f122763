import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands
@testable import waymark

@Suite("waymark login", .scheduled)
struct LoginCommandTests {
    @Test("login makes the file of --config, which only its owner may read, and later commands use it")
    func makesFile() async throws {
        let server = try LoopbackServer.waymark { request in
            guard request.contains("Authorization: Bearer wmk_t") else { return .http(401, Array("{}".utf8)) }
            return .http(200, Array(#"{"id":"t","name":"anna","role":"editor","apps":["shop"],"may":[]}"#.utf8))
        }
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let file = folder.file("new/admin.json")
        let transcript = Transcript(environment: ["HOME": folder.path])
        let login = ["login", "--server", server.base, "--token", "wmk_t", "--config", file]
        #expect(await transcript.run(login, in: .standard) == .done, "\(transcript.error)")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(await transcript.run(["whoami", "--config", file], in: .standard) == .done, "\(transcript.error)")
        #expect(transcript.out.contains("anna: editor\n"), "\(transcript.out)")
    }

    @Test("a file of --config that does not exist is refused by other commands")
    func missing() async throws {
        let transcript = Transcript()
        #expect(await transcript.run(["whoami", "--config", "/no/such/file"], in: .standard) == .usage)
        #expect(transcript.error.contains("/no/such/file cannot be read"), "\(transcript.error)")
    }
}
