import Foundation
import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// An index above the limit is not proved on the thread that makes a client.
@Suite("Launches with a large index", .scheduled)
struct LargeIndexTests {
    let server: ScriptedServer
    let directory: TemporaryDirectory
    let path: String
    let bytes: Int

    init() async throws {
        server = try ScriptedServer(.make(1))
        directory = try TemporaryDirectory()
        let client = try RouteClient.make(server, directory)
        try await client.refresh()
        path = client.cache.indexPath(Publication.make(1).digest)
        bytes = try Data(contentsOf: URL(fileURLWithPath: path)).count
    }

    private func launch(
        provenBytesMax: Int, bundle: String? = nil, base: String? = nil, _ system: ExpiringActivity = .system
    )
        throws -> RouteClient
    {
        let endpoint = try Endpoint(server: base ?? server.base, app: "moments", channel: "production")
        var cache = ReleaseCache(directory: directory.path, endpoint: endpoint)
        cache.provenAtLaunchBytesMax = provenBytesMax
        cache.activity = system
        return RouteClient(
            endpoint: endpoint, cache: cache, bundle: bundle, context: Context(), transport: FetchingTransport(),
            clock: WallClock.now)
    }

    @Test("An index of the limit's length answers at once; one byte more, and it is proved in the background")
    func limit() async throws {
        let small = try launch(provenBytesMax: bytes)
        #expect(small.launch.source == .index && !small.launch.isCompiling && small.answer == "Detail1")
        let mayBegin = Signal()
        let large = try launch(
            provenBytesMax: bytes - 1,
            ExpiringActivity { block in
                Thread.detachNewThread {
                    mayBegin.wait()
                    block(false)
                }
            })
        #expect(large.launch.source == .nothing && large.launch.isCompiling && large.launch.problems.isEmpty)
        guard case .failed(let failure) = large.resolve("https://moments.example.com/m/42").outcome else {
            return #expect(Bool(false), "an answer before the proof")
        }
        #expect(failure.code == .notReady)
        let early = await #expect(throws: RouteClientError.self) { try await large.ready(timeout: .milliseconds(1)) }
        #expect(early?.code == .timedOut)
        async let ready = large.ready(timeout: .seconds(TestLimits.waitSeconds))
        mayBegin.send()
        #expect(try await ready.version == 1)
        #expect(large.answer == "Detail1" && large.lastFailure == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == bytes, "it is not written again")
    }

    @Test("A refresh waits for the proof, and does not fetch the body again")
    func refreshes() async throws {
        let client = try launch(provenBytesMax: 0)
        #expect(try await client.refresh() == .unchanged)
        #expect(client.answer == "Detail1" && server.paths.filter { $0.contains("/bodies/") }.count == 1)
    }

    @Test("A damaged one is compiled again from the body, and reported; without a body nothing is used")
    func damaged() async throws {
        var damaged = try Data(contentsOf: URL(fileURLWithPath: path))
        let good = damaged
        damaged[bytes / 2] ^= 1
        try damaged.write(to: URL(fileURLWithPath: path))
        let client = try launch(provenBytesMax: bytes - 1)
        #expect(client.launch.source == .nothing && client.launch.isCompiling && client.launch.problems.isEmpty)
        #expect(try await client.ready(timeout: .seconds(TestLimits.waitSeconds)).version == 1)
        #expect(client.answer == "Detail1" && client.counters.failures == [.cacheUnreadable: 1])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == good)
        try damaged.write(to: URL(fileURLWithPath: path))
        try CacheFiles.remove(client.cache.bodyPath(Publication.make(1).digest))
        let poor = try launch(provenBytesMax: bytes - 1)
        await poor.finishLaunching()
        #expect(
            poor.release == nil && poor.counters.failures == [.cacheUnreadable: 1], "once, although it was tried twice")
        try await poor.refresh()
        #expect(poor.answer == "Detail1")
    }

    @Test("A large index of a bundle, and of the cache of a server that has moved, is proved in the background, too")
    func elsewhere() async throws {
        server.publish(.make(2))
        let folder = directory.file("bundle")
        _ = try await RouteClient.fetchBundle(server: server.base, app: "moments", into: folder)
        let bundled = try launch(provenBytesMax: 0, bundle: folder)
        #expect(bundled.launch.source == .nothing && bundled.launch.isCompiling)
        await bundled.finishLaunching()
        #expect(bundled.answer == "Detail2" && bundled.launch.problems.isEmpty && bundled.lastFailure == nil)
        let moved = try launch(provenBytesMax: 0, base: "http://127.0.0.1:1")
        #expect(moved.launch.source == .nothing && moved.launch.isCompiling)
        await moved.finishLaunching()
        #expect(moved.answer == "Detail1" && moved.lastFailure == nil)
    }

    @Test("A file that is longer than any index is reported at once, and compiled again")
    func oversized() async throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: UInt64(Limits.indexBytesMax) + 1)
        try file.close()
        let client = try launch(provenBytesMax: Limits.provenAtLaunchBytesMax)
        #expect(client.launch.problems.map(\.code) == [.cacheUnreadable] && client.launch.isCompiling)
        await client.finishLaunching()
        #expect(client.answer == "Detail1" && client.lastFailure == nil)
    }
}
