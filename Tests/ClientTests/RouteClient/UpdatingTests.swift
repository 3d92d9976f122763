import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import RouteClient

extension RouteClient {
    /// Waits for the next event that a test needs.
    func next(_ events: inout AsyncStream<RouteClientEvent>.Iterator, _ wanted: (RouteClientEvent) -> Bool) async {
        while let event = await events.next(), !wanted(event) {}
    }
}

extension RouteClientEvent {
    var isUpdate: Bool { if case .updated = self { true } else { false } }
    var isFailure: Bool { if case .refreshFailed = self { true } else { false } }
    var isLoss: Bool { if case .disconnected = self { true } else { false } }
}

@Suite("Staying up to date", .scheduled)
struct UpdatingTests {
    @Test("The first release is polled, and a stream delivers all later ones without a poll")
    func stream() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.stream(nil)
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        client.startUpdating(by: .events)
        await client.next(&events) { $0 == .connected }
        #expect(try await client.ready.version == 1)
        for version in 2...4 {
            server.publish(.make(version))
            await client.next(&events) { $0.isUpdate && client.release?.version == version }
            #expect(client.answer == "Detail\(version)")
        }
        #expect(server.headCount == 1 && server.streamCount == 1)
        #expect(client.counters.connections == 1 && client.counters.updates == 4)
        client.stopUpdating()
        server.publish(.make(5))
        #expect(client.answer == "Detail4")
        try await client.refresh()
        #expect(client.answer == "Detail5", "refresh still works")
        #expect(client.counters.disconnections == 0, "stopping is not a disconnection")
    }

    @Test("An older head in a stream is ignored, too")
    func olderHead() async throws {
        let (server, cache) = (try ScriptedServer(.make(5)), try TemporaryDirectory())
        server.stream(nil)
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        await client.next(&events) { $0 == .connected }
        server.publish(.make(4))
        await client.next(&events) { $0 == .ignored(Head.Position(epoch: 1, sequence: 4)) }
        #expect(client.answer == "Detail5" && client.counters.ignored == 1)
    }

    @Test("A stream that ended is opened again, and delivers releases that were published in the meantime")
    func reconnects() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.stream(nil)
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        await client.next(&events) { $0 == .connected }
        server.hangUp()
        await client.next(&events, \.isLoss)
        server.publish(.make(2))
        await client.next(&events, \.isUpdate)
        #expect(client.answer == "Detail2" && client.counters.connections == 2 && client.counters.disconnections == 1)
        #expect(server.headCount == 1)
    }

    @Test(
        "If no stream can be opened, the client polls, and uses nothing of the wrong answer",
        arguments: [
            LoopbackServer.Reply.http(404), .http(503), .raw("", closes: true), .raw("220 mail\r\n\r\n", closes: true),
            .http(204), .http(200, type: "text/html", Fault.page),
            .stream(type: "text/html", "event: head\ndata: {}\n\n"),
            .stream("event: head\ndata: {}\n\n"), .stream("event: head\ndata: <html>\n\n"),
            .stream(Publication.make(9).event.replacing("moments", with: "other")),
            .stream("data: " + String(repeating: "x", count: 100_000)),
        ])
    func fallsBack(reply: LoopbackServer.Reply) async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.stream(reply)
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        await client.next(&events, \.isLoss)
        #expect(try await client.ready.version == 1)
        await client.next(&events) { $0 == .unchanged }
        #expect(server.headCount == 2 && client.counters.connections == 0 && client.counters.disconnections == 1)
        client.stopUpdating()
    }

    @Test("A stream that delivers no head is closed and counts as failed")
    func silentStream() async throws {
        struct Silent: Transport {
            func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
                throw RouteClientError(.unreachable, "no server")
            }
            func stream(_ address: Address) -> AsyncStream<TransportPiece>? { AsyncStream { _ in } }
        }
        let loop = UpdateLoop(
            transport: Silent(), means: .events, backoff: InterruptibleBackoff(),
            endpoint: try Endpoint(server: "http://h", app: "moments", channel: "beta"), client: { nil },
            openingMilliseconds: 20)
        let result = await loop.listen()
        #expect(result?.isConnected == false && result?.failure?.code == .timedOut && result?.isWoken == false)
        loop.backoff.wake()
        #expect(await loop.listen()?.isWoken == false, "the stream is being opened anyway")
    }

    @Test("A body that cannot be fetched when a stream names it is fetched later")
    func bodyLater() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.stream(nil)
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        await client.next(&events) { $0 == .connected }
        server.misbehave { isHead, _ in isHead ? nil : .http(500) }
        server.publish(.make(2))
        await client.next(&events, \.isFailure)
        #expect(client.answer == "Detail1")
        server.misbehave(nil)
        await client.next(&events, \.isUpdate)
        #expect(client.answer == "Detail2")
    }

    @Test("Polling sends one request at once, and another one after a wake-up")
    func wakes() async throws {
        var patient = Publication.make(1)
        patient.poll = Head.Poll(interval: 3600, jitter: 0)
        let (server, cache) = (try ScriptedServer(patient), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        var events = client.updates.makeAsyncIterator()
        client.wake()
        client.startUpdating(by: .polling)
        client.startUpdating(by: .polling)
        await client.next(&events, \.isUpdate)
        #expect(server.headCount == 1)
        server.publish(.make(2))
        // The previous exchange may still be in progress; then the first wake-up has no effect.
        await waitUntil {
            client.wake()
            return client.answer == "Detail2"
        }
        #expect(server.streamCount == 0)
        server.stream(nil)
        client.startUpdating(by: .events)
        await client.next(&events) { $0 == .connected }
        client.wake()
        await client.next(&events) { $0 == .connected }
        #expect(server.streamCount == 2 && client.counters.disconnections == 0)
        client.stopUpdating()
    }

    @Test("A wake-up does not end a wait of Retry-After; a refresh does")
    func retryAfter() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.misbehave { _, _ in .http(503, fields: ["Retry-After: 3600"]) }
        let client = try RouteClient.make(server, cache)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .polling)
        await client.next(&events, \.isFailure)
        client.wake()
        server.misbehave(nil)
        try await client.refresh()
        #expect(client.answer == "Detail1" && server.headCount == 2, "and it replaces the loop's next poll")
    }

    @Test("Waiting for the first release ends when it arrives, or with the error cancelled")
    func ready() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        let client = try RouteClient.make(server, cache)
        guard case .failed(let failure) = client.resolve("https://moments.example.com/m/42").outcome else {
            return #expect(Bool(false), "an outcome without rules")
        }
        #expect(failure.code == .notReady)
        let waiting = Task { () async -> RouteClientError.Code? in
            do throws(RouteClientError) { _ = try await client.ready } catch { return error.code }
            return nil
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        async let first = client.ready
        try await client.refresh()
        #expect(try await first.version == 1)
    }

    @Test("A client without references is released although a stream is open")
    func ends() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.stream(nil)
        weak var gone: RouteClient?
        do {
            let client = try RouteClient.make(server, cache)
            gone = client
            var events = client.updates.makeAsyncIterator()
            client.startUpdating(by: .events)
            await client.next(&events) { $0 == .connected }
        }
        await waitUntil { gone == nil }
    }
}
