import CanonicalJSON
import Foundation
import ReleaseStore
import StoreRecords
import TestSupport
import Testing

@testable import RouteServer
@testable import ServerFixtures

@Suite("Checkpoints of the audit in the log, and the head file at start", .scheduled)
struct CheckpointTests {
    /// The checkpoints in a log of JSON lines.
    private func checkpoints(_ log: String) -> [JSONValue] {
        log.split(separator: "\n").compactMap { try? JSONValue(parsing: Array($0.utf8)) }
            .filter { $0["event"] == "audit checkpoint" }
    }

    @Test("each day the log has the newest row of the audit again")
    func daily() throws {
        let desk = try Desk()
        let day = ServerLimits.checkpointMilliseconds
        #expect(day == 86_400_000)
        desk.components.maintenance.run(atMilliseconds: 1000)
        desk.components.maintenance.run(atMilliseconds: 999 + day)
        #expect(checkpoints(desk.lines.text).isEmpty)
        desk.makeShop()
        for round in 1...3 {
            desk.components.maintenance.run(atMilliseconds: 1000 + Int64(round) * day)
            #expect(checkpoints(desk.lines.text).count == round)
        }
        let newest = desk.send("GET", "/v1/audit?limit=1").json["audit"]?.arrayValue?.first
        let last = checkpoints(desk.lines.text).last
        #expect(last?["sequence"] == newest?["sequence"] && last?["hash"] == newest?["hash"])
        #expect(last?["written"] == newest?["at"] && last?["level"] == "info")
        desk.store.fail { $0.reads = FaultyStore.broken }
        desk.components.maintenance.run(atMilliseconds: 1000 + 4 * day)
        #expect(desk.lines.text.contains("could not be read for a checkpoint"))
    }

    @Test("what follows from a database that is away is not logged: that it is away was")
    func away() throws {
        let desk = try Desk()
        let day = ServerLimits.checkpointMilliseconds
        desk.components.maintenance.run(atMilliseconds: 1000)
        let before = desk.lines.text
        desk.store.fail { ($0.reads, $0.writes) = (FaultyStore.away, FaultyStore.away) }
        desk.now += day
        desk.components.maintenance.run(atMilliseconds: 1000 + day)
        let lines = desk.lines.text.dropFirst(before.count)
        #expect(!lines.contains("checkpoint") && !lines.contains("retention failed"), "\(lines)")
    }

    @Test("a running server writes a checkpoint at its start and at its stop")
    func startAndStop() throws {
        let folder = try TemporaryDirectory()
        var server: LiveServer? = try LiveServer(folder: folder)
        let lines = try #require(server).lines
        #expect(checkpoints(lines.text).map { $0["sequence"] } == [1], "the token of the start: \(lines.text)")
        try server?.makeApp()
        server = nil
        let all = checkpoints(lines.text)
        #expect(all.map { $0["sequence"] } == [1, 3])
        let next = try LiveServer(folder: folder)
        #expect(checkpoints(next.log).first?["hash"] == all.last?["hash"])
        #expect((checkpoints(next.log).first?["epoch"]?.integerValue ?? 0) > (all.last?["epoch"]?.integerValue ?? 0))
    }

    @Test("without its head file a database is opened by an order only, and the log says so")
    func headFile() throws {
        let folder = try TemporaryDirectory()
        do { try LiveServer(folder: folder).makeApp() }
        try FileManager.default.removeItem(atPath: folder.file("waymark.db-head"))
        let error = #expect(throws: ServerStartError.self) { try LiveServer(folder: folder) }
        #expect(error?.detail.contains("waymark.db-head is missing") == true)
        #expect(error?.hint?.contains("--accept-head") == true)
        let server = try LiveServer(folder: folder, acceptsHead: true)
        #expect(server.log.contains("the audit may have been rewritten") && server.log.contains(#""level":"warning""#))
        #expect(try server.send("GET", "/v1/audit?limit=1").text.contains("store.epoch"))
    }
}
