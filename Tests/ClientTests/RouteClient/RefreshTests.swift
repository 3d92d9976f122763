import Foundation
import RouteDocuments
import RouteModel
import Synchronization
import TestSupport
import Testing

@testable import RouteClient

/// Counts what happens on several threads.
private final class Tally: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
}

@Suite("Refreshing", .scheduled)
struct RefreshTests {
    @Test("The first refresh fetches head and body, the next only the head")
    func first() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        #expect(client.launch.source == .nothing && client.launch.problems.isEmpty)
        #expect(client.resolve("https://moments.example.com/m/42").outcome.name == "failed")
        guard case .updated(let release) = try await client.refresh() else {
            return #expect(Bool(false), "not updated")
        }
        #expect(release.version == 1 && release.position == Head.Position(epoch: 1, sequence: 1))
        #expect(client.answer == "Detail1")
        #expect(try await client.refresh() == .unchanged)
        #expect(server.paths.map { $0.split(separator: "/").last } == ["head", "\(release.digest)", "head"])
        #expect(client.counters.updates == 1 && client.counters.unchanged == 1 && client.counters.refreshes == 2)
    }

    @Test("A new client resolves with the cache and without a server, parameters included")
    func offline() async throws {
        let (server, cache) = (try ScriptedServer(.make(3)), try TemporaryDirectory())
        try await RouteClient.make(server, cache).refresh()
        server.stop()
        let client = try RouteClient.make(server, cache)
        #expect(client.launch.source == .index && client.launch.problems.isEmpty)
        let resolution = client.resolve("https://moments.example.com/m/42", explaining: true)
        #expect(resolution.outcome == .screen(Screen(name: "Detail3")))
        #expect(resolution.parameters["ID"] == "42" && resolution.version == 3)
        #expect(resolution.explanation != nil)
        await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(client.counters.failures == [.unreachable: 1])
        #expect(client.answer == "Detail3")
    }

    @Test("A head at a later position is used even if its version is lower; a head at an earlier position is ignored")
    func positions() async throws {
        let (server, cache) = (try ScriptedServer(.make(5, sequence: 5)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        server.publish(.make(4, sequence: 6))
        try await client.refresh()
        #expect(client.answer == "Detail4", "a rollback is a later position")
        server.publish(.make(5, sequence: 5))
        #expect(try await client.refresh() == .ignored(Head.Position(epoch: 1, sequence: 5)))
        #expect(client.answer == "Detail4")
        let restarted = try RouteClient.make(server, cache)
        #expect(try await restarted.refresh() == .ignored(Head.Position(epoch: 1, sequence: 5)), "also after a restart")
        server.publish(.make(9, sequence: 1, epoch: 2))
        try await client.refresh()
        #expect(client.answer == "Detail9", "a restored store has a higher epoch")
    }

    @Test("If a channel moved away and back, the release stays and only its position changes")
    func movedBack() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        server.publish(Publication.make(1).moved(to: 7))
        #expect(try await client.refresh() == .unchanged)
        #expect(client.release?.position?.sequence == 7)
        #expect(try RouteClient.make(server, cache).release?.position?.sequence == 7)
        server.publish(.make(2, sequence: 7))
        let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
        #expect(error?.code == .conflictingHead)
        #expect(client.answer == "Detail1")
    }

    @Test("A higher epoch with the same release costs a head and no body; a lower one is ignored from then on")
    func epochRaised() async throws {
        let (server, cache) = (try ScriptedServer(.make(1, epoch: 1_795_350_459)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        let bodies = { server.paths.filter { $0.contains("/bodies/") }.count }
        #expect(bodies() == 1)
        // A start of a server of 0.1.0 with a restored backup, then starts of this version.
        for epoch in [1_795_350_460, 1_795_350_461, 2_147_483_648, 9_999_999_999] as [Int64] {
            server.publish(Publication.make(1).moved(to: 1, epoch: epoch))
            #expect(try await client.refresh() == .unchanged)
            #expect(client.release?.position == Head.Position(epoch: epoch, sequence: 1))
            #expect(try await RouteClient.make(server, cache).refresh() == .unchanged)
        }
        #expect(bodies() == 1 && server.headCount == 9)
        server.publish(.make(2, sequence: 99, epoch: 1_795_350_461))
        #expect(try await client.refresh() == .ignored(Head.Position(epoch: 1_795_350_461, sequence: 99)))
        #expect(client.answer == "Detail1" && bodies() == 1)
    }

    @Test("Changes are events, and a new reader receives those from then on")
    func events() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        try await client.refresh()
        try await client.refresh()
        client.updateContext { $0.signedIn = true }
        server.stop()
        _ = try? await client.refresh()
        guard case .updated = await events.next() else { return #expect(Bool(false), "no update") }
        #expect(await events.next() == .unchanged)
        #expect(await events.next() == .contextChanged(Context(signedIn: true)))
        guard case .refreshFailed(let error) = await events.next() else { return #expect(Bool(false), "no failure") }
        #expect(error.code == .unreachable && client.lastFailure == error)
        #expect(try await client.ready.version == 1)
    }

    @Test("Concurrent refreshes share one exchange")
    func shared() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let begun = Tally()
        // The server answers only when all eight callers have requested a refresh.
        server.misbehave { _, good in
            _ = eventually { begun.count == 8 }
            return LoopbackServer.Reply(good.pieces, pause: .milliseconds(100))
        }
        let client = try RouteClient.make(server, cache)
        try await withThrowingTaskGroup(of: RefreshResult.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    begun.add()
                    return try await client.refresh()
                }
            }
            for try await result in group { #expect(result != .unchanged) }
        }
        #expect(server.paths.count == 2 && client.counters.refreshes == 1)
    }

    @Test("Addresses are resolved with the old rules while an update waits for the disk, and then with the new ones")
    func readersGoOn() async throws {
        let (server, directory) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let (reached, mayGoOn) = (Signal(), Signal())
        let client = try RouteClient.make(server, directory) { cache in
            cache.afterStep = { step in
                guard step == .file(.body, .opened) else { return }
                reached.send()
                mayGoOn.wait()
            }
        }
        mayGoOn.send()
        try await client.refresh()
        #expect(reached.isSent)
        reached.wait()
        server.publish(.make(2))
        async let result = client.refresh()
        await reached.received()
        for _ in 0..<1000 { #expect(client.answer == "Detail1") }
        #expect(client.counters.resolutions == 1000 && client.release?.version == 1)
        mayGoOn.send()
        guard case .updated = try await result else { return #expect(Bool(false), "not updated") }
        #expect(client.answer == "Detail2")
    }

    @Test("A caller that joins after a cancelled refresh gets its own refresh")
    func askedAgain() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        for _ in 0..<20 {
            server.misbehave { _, _ in LoopbackServer.Reply([]) }
            let count = server.paths.count
            let abandoned = Task { try await client.refresh() }
            await waitUntil { server.paths.count > count }
            server.misbehave(nil)
            abandoned.cancel()
            try await client.refresh()
            _ = await abandoned.result
        }
        #expect(client.answer == "Detail1")
    }

    @Test("A head that a stream delivers is used although other refreshes run at the same time")
    func offeredHead() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        try await client.refresh()
        // Requests for the head get the old head, as from an HTTP cache.
        let stale = Publication.make(1).head().canonicalBytes
        server.misbehave { isHead, _ in isHead ? .http(200, stale) : nil }
        for version in 2..<8 {
            let next = Publication.make(version)
            server.publish(next)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { for _ in 0..<20 { try await client.refresh() } } }
                group.addTask {
                    try await client.use(ReceivedHead(head: next.head(), bytes: next.head().canonicalBytes))
                }
                try await group.waitForAll()
            }
            #expect(client.answer == "Detail\(version)")
        }
    }

    @Test("A cancelled refresh ends and changes nothing")
    func cancelled() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.misbehave { _, _ in LoopbackServer.Reply([]) }
        let client = try RouteClient.make(server, cache)
        let task = Task { () async -> RouteClientError.Code? in
            do throws(RouteClientError) { _ = try await client.refresh() } catch { return error.code }
            return nil
        }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value == .cancelled)
        server.misbehave(nil)
        try await client.refresh()
        #expect(client.answer == "Detail1")
    }

    @Test(
        "Invalid servers, apps and channels are refused when a client is made",
        arguments: [
            ("ftp://h", "moments", "production"), ("not an address", "moments", "production"),
            ("http://user:secret@h", "moments", "production"), ("http://h/?q", "moments", "production"),
            ("http://h", "../moments", "production"), ("http://h", "Moments", "production"),
            ("http://h", "moments", ""),
        ])
    func configuration(server: String, app: String, channel: String) throws {
        let error = #expect(throws: RouteClientError.self) {
            try RouteClient(server: server, app: app, channel: channel, cache: "/nowhere")
        }
        #expect(error?.code == .invalidConfiguration && error?.hint != nil)
        #expect(error?.detail.contains("an channel") == false)
    }
}
