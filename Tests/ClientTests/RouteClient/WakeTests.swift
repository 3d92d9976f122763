import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// No request here is caused by time: the poll interval is an hour.
@Suite("Wake-ups and Retry-After", .scheduled)
struct WakeTests {
    let cache: TemporaryDirectory
    let server: ScriptedServer

    init() async throws {
        cache = try TemporaryDirectory()
        var patient = Publication.make(1)
        patient.poll = Head.Poll(interval: 3600, jitter: 0)
        server = try ScriptedServer(patient)
        try await RouteClient.make(server, cache).refresh()
        server.stream(nil)
    }

    /// Waits long enough to notice an exchange that must not happen.
    private func waitForMore() async throws { try await Task.sleep(for: .milliseconds(300)) }

    @Test(
        "Starting and waking at the same time, and waking several times, cause one exchange",
        arguments: UpdateMeans.allCases)
    func once(means: UpdateMeans) async throws {
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 3_600_000)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: means)
        client.wake()
        client.wake()
        await client.next(&events) { $0 == (means == .polling ? .unchanged : .connected) }
        for _ in 0..<5 { client.wake() }
        try await waitForMore()
        #expect(server.headCount == (means == .polling ? 2 : 1), "one was sent by the first client")
        #expect(server.streamCount == (means == .polling ? 0 : 1) && client.counters.disconnections == 0)
    }

    @Test(
        "A changed interval holds from the next good answer on, whatever else of its head is new (client.md C5.1)",
        arguments: [
            [Publication.make(1)], [.make(1).moved(to: 2)], [.make(2)], [.make(1).moved(to: 2), .make(1).moved(to: 2)],
        ])
    func interval(heads: [Publication]) async throws {
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        client.startUpdating(by: .polling)
        await waitUntil { server.headCount == 2 }
        for var head in heads {
            head.poll = Head.Poll(interval: 1, jitter: 0)
            server.publish(head)
        }
        await waitUntil {
            if server.headCount == 2 { client.wake() }
            return server.headCount >= 4
        }
        #expect(client.state.withLock { $0.poll } == Head.Poll(interval: 1, jitter: 0))
    }

    @Test(
        "A wake-up during an exchange causes no second one", arguments: UpdateMeans.allCases
    )
    func during(means: UpdateMeans) async throws {
        let (reached, mayGoOn) = (Signal(), Signal())
        let event = Publication.make(1).event
        server.misbehave { _, _ in
            reached.send()
            mayGoOn.wait()
            return nil
        }
        server.onStream {
            reached.send()
            mayGoOn.wait()
            return .stream(event)
        }
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: means)
        await reached.received()
        client.wake()
        mayGoOn.send()
        await client.next(&events) { $0 == (means == .polling ? .unchanged : .connected) }
        // A second exchange would not be blocked.
        mayGoOn.send()
        try await waitForMore()
        #expect(server.headCount + server.streamCount == 2, "one was sent by the first client")
    }

    @Test("A stream refused with Retry-After is not requested earlier, not even after a wake-up or a new start")
    func refusedStream() async throws {
        server.stream(.http(503, fields: ["Retry-After: 3600"]))
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        await client.next(&events, \.isLoss)
        client.wake()
        for _ in 0..<3 {
            client.stopUpdating()
            client.startUpdating(by: .events)
            client.wake()
        }
        try await waitForMore()
        #expect(server.streamCount == 1 && server.headCount == 1, "no request was sent, not even for a head")
        server.stream(nil)
        try await client.refresh()
        await client.next(&events) { $0 == .connected }
        #expect(server.streamCount == 2 && server.headCount == 2, "a refresh ends the wait")
    }

    @Test(
        "Stopping and starting does not repeat a poll refused with Retry-After",
        arguments: UpdateMeans.allCases)
    func refusedPoll(means: UpdateMeans) async throws {
        let fresh = try TemporaryDirectory()
        server.misbehave { _, _ in .http(429, fields: ["Retry-After: 3600"]) }
        let client = try RouteClient.make(server, fresh, wakeFreshMilliseconds: 0)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: means)
        await client.next(&events, \.isFailure)
        for means in [means, .polling, .events, means] {
            client.stopUpdating()
            client.startUpdating(by: means)
            client.wake()
        }
        try await waitForMore()
        #expect(server.headCount == 2 && server.streamCount == 0, "one was sent by the first client")
        server.misbehave(nil)
        try await client.refresh()
        if means == .events { await client.next(&events) { $0 == .connected } }
        try await waitForMore()
        #expect(server.headCount == 3 && client.answer == "Detail1", "the refresh replaced the loop's next poll")
    }

    @Test("Retry-After in the answer to a refresh makes the loop wait")
    func onDemand() async throws {
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        server.misbehave { _, _ in .http(503, fields: ["Retry-After: 3600"]) }
        await #expect(throws: RouteClientError.self) { try await client.refresh() }
        client.startUpdating(by: .events)
        client.wake()
        try await waitForMore()
        #expect(server.headCount == 2 && server.streamCount == 0)
    }
}

@Suite("The interruptible backoff", .scheduled)
struct InterruptibleBackoffTests {
    private static let hour: Int64 = 3_600_000

    @Test("A wake-up ends the pause under way, or the next one, once")
    func wakeUp() async {
        let backoff = InterruptibleBackoff()
        backoff.wake()
        #expect(await backoff.pause(milliseconds: Self.hour))
        #expect(await !backoff.pause(milliseconds: 1))
        async let pause = backoff.pause(milliseconds: Self.hour)
        backoff.wake()
        #expect(await pause)
    }

    @Test("An answered exchange serves the wake-ups before it and during it, and not those after it")
    func exchange() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: 0)
        backoff.wake()
        backoff.exchangeBegins()
        backoff.wake()
        backoff.exchangeEnded(.answered)
        #expect(await !backoff.pause(milliseconds: 1))
        backoff.wake()
        #expect(await backoff.pause(milliseconds: Self.hour))
    }

    @Test("A wake-up is dropped soon after an answered exchange began, and not after a failed one")
    func fresh() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: Self.hour)
        backoff.exchangeBegins()
        backoff.exchangeEnded(.answered)
        backoff.wake()
        #expect(await !backoff.pause(milliseconds: 1))
        backoff.exchangeBegins()
        backoff.exchangeEnded(.unanswered)
        backoff.wake()
        #expect(await backoff.pause(milliseconds: Self.hour))
    }

    @Test("A poll in place of a stream serves the wake-ups during it, and not those after it")
    func insteadOfStream() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: Self.hour)
        backoff.exchangeBegins()
        backoff.wake()
        backoff.exchangeEnded(.answeredInsteadOfStream)
        #expect(await !backoff.pause(milliseconds: 1))
        backoff.wake()
        #expect(await backoff.pause(milliseconds: Self.hour))
    }

    @Test("A wake-up during an exchange that fails ends the next pause: the network may be back")
    func unanswered() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: 0)
        backoff.exchangeBegins()
        backoff.wake()
        backoff.exchangeEnded(.unanswered)
        #expect(await backoff.pause(milliseconds: Self.hour))
    }

    @Test("No wake-up ends a wait of Retry-After; an answer of the server does")
    func retryAfter() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: 0)
        backoff.wake()
        #expect(await !backoff.waitForRetryAfter(milliseconds: 1) { false })
        #expect(await backoff.waitForRetryAfter(milliseconds: Self.hour) { true }, "answered before the wait")
        async let wait = backoff.waitForRetryAfter(milliseconds: Self.hour) {
            backoff.wake()
            backoff.endRetryAfter()
            return false
        }
        #expect(await wait)
        #expect(await !backoff.waitForRetryAfter(milliseconds: 1) { false })
    }

    @Test("An answer before a wait of Retry-After does not end that wait")
    func staleAnswer() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: 0)
        backoff.endRetryAfter()
        _ = await backoff.pause(milliseconds: 1)
        backoff.exchangeBegins()
        backoff.exchangeEnded(.unanswered)
        #expect(await !backoff.waitForRetryAfter(milliseconds: 1) { false })
    }

    @Test("A wake-up ends a stream that has delivered a head, and not one that is being opened")
    func stream() async {
        let backoff = InterruptibleBackoff(freshMilliseconds: 0)
        let (isCancelled, isWoken) = await backoff.stream { _ in
            backoff.wake()
            return Task.isCancelled
        }
        #expect(!isCancelled && !isWoken)
        let (isCancelledLater, isWokenLater) = await backoff.stream { firstHeadArrived in
            firstHeadArrived()
            backoff.wake()
            do { try await Task.sleep(for: .seconds(3600)) } catch {}
            return Task.isCancelled
        }
        #expect(isCancelledLater && isWokenLater)
    }
}
