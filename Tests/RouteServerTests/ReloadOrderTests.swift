import AccessControl
import CanonicalJSON
import ConsoleServing
import ReleaseStore
import RouteModel
import ServerMetrics
import StoreDatabases
import StoreFixtures
import StoreRecords
import Synchronization
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

/// A node reads everything again from its copy, and makes the copy as new as the shared store before; meanwhile its own
/// workers change the same things.
@Suite("What a node reads again, and its own changes meanwhile", .scheduled)
final class ReloadOrderTests {
    private let desk: Desk
    private let copy: ServedCopy
    private let folder: TemporaryDirectory

    init() throws {
        desk = try Desk()
        desk.makeShop()
        folder = try TemporaryDirectory()
        let target = try SQLiteRuleStore(stateAt: folder.file("state.db"), at: .make())
        copy = ServedCopy(from: desk.store, to: target, releases: 2)
        try copy.bringUp()
    }

    deinit { copy.target.close() }

    private func makeSnapshots(copied: @escaping @Sendable (String) -> Void = { _ in }) throws -> SnapshotSource {
        try SnapshotSource(
            store: desk.store, releasesInMemory: 1, bodyBytesMax: 1 << 20, indexBytes: 1 << 20,
            metrics: try RequestMetrics(loops: 1, routes: LoopEndpoint.all.map(\.route)), served: copy.target,
            copyApp: { [copy] app throws(StoreError) in
                copied(app)
                try copy.copyApp(app)
            })
    }

    @Test("where only the epoch is another, each head in memory gets it and is told, and no app is read")
    func epoch() throws {
        for app in 0..<300 { try desk.store.makeApp("app\(app)") }
        try copy.bringUp()
        let told = Mutex<[ChannelSnapshot]>([])
        let snapshots = try makeSnapshots()
        snapshots.onStreamChange { change in
            if case .moved(let channel) = change { told.withLock { $0.append(channel) } }
        }
        func heads() -> [Head] {
            snapshots.snapshot.apps.values.flatMap(\.channels.values).map(\.head).sorted { $0.channel < $1.channel }
        }
        let before = heads()
        try #require(!before.isEmpty)
        let epoch = Int(before[0].epoch) + 7
        try snapshots.reload(only: []) { () throws(StoreError) in
            try copy.target.write { session in
                try session.run("UPDATE facts SET epoch = \(epoch)")
                // An app that is read is another one then.
                try session.run("UPDATE apps SET title = 'read'")
            }
        }
        #expect(snapshots.snapshot.epoch == epoch)
        #expect(heads().map(\.epoch) == before.map { _ in Int64(epoch) })
        #expect(heads().map(\.digest) == before.map(\.digest))
        #expect(told.withLock { $0.map(\.head).sorted { $0.channel < $1.channel } } == heads())
        #expect(snapshots.snapshot.apps.count == 301)
        #expect(snapshots.snapshot.apps.values.allSatisfy { $0.record.title != "read" })
    }

    /// Begins a change on another thread, and gives it time to end, which it must not do before this is over.
    private func begin(_ change: @escaping @Sendable () -> Void) -> TestThread {
        let done = Signal()
        let thread = TestThread {
            change()
            done.send()
        }
        pause(milliseconds: 200)
        #expect(!done.isSent, "the change has ended while the copy was made")
        return thread
    }

    @Test("no app is read while the whole copy is made, and an app that is made meanwhile is there afterwards")
    func apps() throws {
        let copied = Mutex<[String]>([])
        let snapshots = try makeSnapshots { app in copied.withLock { $0.append(app) } }
        var thread: TestThread?
        try snapshots.reload { () throws(StoreError) in
            try copy.copyAll()
            thread = begin { [store = desk.store] in
                _ = try? store.makeApp("fresh")
                snapshots.refresh("fresh")
            }
        }
        #expect(thread?.join() == true)
        // The reload reads what was copied at once, and copies no app again.
        #expect(copied.withLock { $0 } == ["fresh"])
        #expect(snapshots.snapshot.apps.values.map(\.record.name).sorted() == ["fresh", "shop"])
        #expect(snapshots.failures.isEmpty)
    }

    @Test("a token that this node revokes while the copy is made stays revoked")
    func tokens() throws {
        let made = desk.send("POST", "/v1/tokens", #"{"name":"Eva","role":"admin"}"#).json
        let id = try #require(made["id"]?.stringValue)
        let secret = try #require(made["token"]?.stringValue)
        #expect(desk.send("GET", "/v1/whoami", token: secret).status == 200)
        let authenticator = desk.components.authenticator
        var thread: TestThread?
        try authenticator.reload(from: copy.target) { () throws(StoreError) in
            try copy.copyAccess()
            #expect(authenticator.refreshFailure == nil, "event loops read it, and do not wait for the copy")
            thread = begin { [store = desk.store] in
                try? store.deleteToken(id, by: .make(), at: .make())
                authenticator.refresh(id, from: store, isRevoked: true)
            }
        }
        #expect(thread?.join() == true)
        #expect(try copy.target.tokens().contains { $0.id == id }, "the copy is older than the change")
        #expect(desk.send("GET", "/v1/whoami", token: secret).status == 401)
    }

    @Test("a sign-in and a sign-out on this node while the copy is made are not undone")
    func sessions() throws {
        let sessions = try #require(desk.components.sessions)
        func signIn() -> Answer { desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#) }
        #expect(signIn().status == 200)
        let left = desk.cookie
        nonisolated(unsafe) let browser = desk
        var thread: TestThread?
        try sessions.reload(from: copy.target) { () throws(StoreError) in
            try copy.copyAccess()
            thread = begin {
                _ = unsafe browser.send("DELETE", "/console/session")
                _ = unsafe browser.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#)
            }
        }
        #expect(thread?.join() == true)
        #expect(desk.cookie != left)
        #expect(desk.send("GET", "/console/session", token: nil).status == 200)
        desk.cookie = left
        #expect(desk.send("GET", "/console/session", token: nil).status == 401)
    }
}
