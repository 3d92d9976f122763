import Foundation
import TestSupport
import Testing

/// The servers of one older version that shared a database of PostgreSQL.
@Suite("A shared store of an older version, and what its servers kept of it", .scheduled)
struct SharedStoreTests {
    private static let recordings = Recording.all.filter(\.hasSharedStore)

    @Test(
        "A restored dump of the old database is answered as the old server answered it, and can be written",
        .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"), arguments: recordings)
    func dump(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        try recording.copy("postgres", to: folder)
        let cluster = try PostgresCluster()
        try cluster.restore(folder.file("postgres/store.sql"))
        let server = try RunningServer(
            .current, database: cluster.uri(),
            arguments: ["--listen", "127.0.0.1:0", "--node-folder", folder.path, "--node-name", "recorded"], in: folder)
        defer { server.stop() }
        // On another database server the epoch is raised, which is a row of the audit.
        let old = try recording.exchanges("postgres/reads.json").filter { !$0.request.target.hasPrefix("/v1/audit") }
        let new = try SessionReplay.send(old, of: recording, to: server.peer)
        let differences = try SessionReplay.differences(
            between: old, of: recording, and: new, volatile: VolatileFields.always)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        let published = try server.peer.send(
            RecordedRequest(
                method: "POST", target: "/v1/apps/market/releases", fields: RunningServer.adminFields,
                body: #"{"message":"after the upgrade"}"#))
        #expect(published.status == 201, "\(published)")
        let verified = try TestedProgram.current.run(
            ["audit", "verify", "--server", server.url, "--token", RunningServer.adminToken], in: folder)
        #expect(verified.status == 0 && verified.output.contains("intact"), "\(verified)")
    }

    @Test("While the database is away, a server serves what an older one kept in its folder", arguments: recordings)
    func state(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        try recording.copy("postgres", to: folder)
        let server = try RunningServer(
            .current, database: "postgresql://waymark@127.0.0.1:1/none?connect_timeout=1",
            arguments: ["--listen", "127.0.0.1:0", "--node-folder", folder.file("postgres")], in: folder)
        defer { server.stop() }
        for app in ["market", "shop"] {
            let paths = ["/v1/apps/\(app)/head", "/v1/apps/\(app)/rules"]
            let old = try recording.exchanges("postgres/reads.json").filter {
                paths.contains($0.request.target) && !$0.request.fields.contains { $0.name == "Authorization" }
            }
            let new = try SessionReplay.send(old, of: recording, to: server.peer)
            #expect(old.count >= 2)
            let differences = try SessionReplay.differences(
                between: old, of: recording, and: new, volatile: VolatileFields.always)
            #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
        }
    }
}
