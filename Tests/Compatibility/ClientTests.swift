import CanonicalJSON
import Foundation
import RouteClient
import TestSupport
import Testing

@Suite("A client of this version works with the files of an older one", .scheduled)
struct ClientTests {
    /// The server that the recorded client used, and its output with a network, without one and for the bundle.
    private static func recorded(_ recording: Recording) throws -> (server: String, commands: [RecordedCommand]) {
        let summary = try recording.json("client-commands.json")
        return (
            summary["server"]?.stringValue ?? "", (summary["commands"]?.arrayValue ?? []).map(RecordedCommand.init)
        )
    }

    @Test("An old cache answers at the launch, without a network and without a problem", arguments: Recording.all)
    func cache(recording: Recording) async throws {
        let folder = try TemporaryDirectory()
        try recording.copy("cache", to: folder)
        let client = try RouteClient(
            server: Self.recorded(recording).server, app: "market", cache: folder.file("cache"))
        #expect(client.launch.problems.isEmpty && (client.launch.source != .nothing || client.launch.isCompiling))
        await client.finishLaunching()
        #expect(client.release?.version == 2)
        guard case .screen(let screen) = client.resolve("https://market.example/item/7").outcome else {
            Issue.record("the old cache does not answer")
            return
        }
        #expect(screen.name == "Item")
    }

    @Test("An old bundle answers at the very first launch", arguments: Recording.all)
    func bundle(recording: Recording) async throws {
        let folder = try TemporaryDirectory()
        try recording.copy("bundle", to: folder)
        let client = try RouteClient(
            server: Self.recorded(recording).server, app: "market", cache: folder.file("cache"),
            bundle: folder.file("bundle"))
        await client.finishLaunching()
        #expect(client.launch.problems.isEmpty && client.release?.version == 2)
    }

    @Test("`resolve --offline` prints the same from the old cache as the older version", arguments: Recording.all)
    func offline(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        try recording.copy("cache", to: folder)
        let (server, commands) = try Self.recorded(recording)
        let old = commands[1]
        let new = try old.run(by: .current, server: server, in: folder)
        #expect(new.status == old.status)
        #expect(try Self.answers(new.output) == Self.answers(old.output))
    }

    @Test(
        "With the recorded answers of an older server the client resolves as the older client did",
        arguments: Recording.all)
    func oldServer(recording: Recording) throws {
        let server = try Self.play(recording)
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let commands = try Self.recorded(recording).commands
        let bundle = try commands[2].run(by: .current, server: server.base, in: folder)
        let old = commands[0]
        let new = try old.run(by: .current, server: server.base, in: folder)
        #expect(new.status == old.status)
        #expect(try Self.answers(new.output) == Self.answers(old.output))
        #expect(bundle.status == 0)
    }

    @Test("The client gets its release from the recorded event stream of an older server", arguments: Recording.all)
    func oldStream(recording: Recording) async throws {
        let server = try Self.play(recording)
        defer { server.stop() }
        let folder = try TemporaryDirectory()
        let client = try RouteClient(server: server.base, app: "market", cache: folder.file("cache"))
        let updates = client.updates
        client.startUpdating(by: .events)
        for await event in updates {
            if case .updated(let release) = event {
                #expect(release.version == 2)
                break
            }
        }
        // The first head may be fetched by a request of its own, before the stream is opened.
        await waitUntil { server.requests.contains { $0.hasPrefix("GET /v1/apps/market/events") } }
        client.stopUpdating()
        #expect(client.release?.version == 2)
        #expect(server.requests.contains { $0.hasPrefix("GET /v1/apps/market/events") })
    }

    /// A server that answers each path with the recorded answer of an older server.
    private static func play(_ recording: Recording) throws -> LoopbackServer {
        let exchanges = try recording.exchanges("client.json")
        let answers = Dictionary(exchanges.map { ($0.name, $0.answer) }) { first, _ in first }
        return try LoopbackServer { request in
            guard let answer = answers[String(request.prefix { $0 != "\r\n" })] else { return .http(404) }
            let isStream = answer.field("Content-Type")?.hasPrefix("text/event-stream") == true
            return LoopbackServer.Reply([answer.wireBytes], closes: isStream)
        }
    }

    /// The printed answers, without the explanations for people.
    private static func answers(_ output: String) throws -> [String] {
        var volatile = try VolatileFields(VolatileFields.always)
        return volatile.masking(output).split(separator: "\n").map(String.init)
    }
}
