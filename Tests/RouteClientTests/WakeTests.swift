import RouteModel
import TestSupport
import Testing

@testable import RouteClient

/// Nothing that a client does is asked for here by a clock: an hour's interval, and waits that only a fault makes too short.
@Suite("Waking up, and being told to wait", .scheduled)
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

    /// Time enough for an exchange that should not be.
    private func anythingMore() async throws { try await Task.sleep(for: .milliseconds(300)) }

    @Test("Starting and waking at once, and waking again and again, make one exchange", arguments: UpdateMeans.allCases)
    func once(means: UpdateMeans) async throws {
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 3_600_000)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: means)
        client.wake()
        client.wake()
        await client.next(&events) { $0 == (means == .polling ? .unchanged : .connected) }
        for _ in 0..<5 { client.wake() }
        try await anythingMore()
        #expect(server.headCount == (means == .polling ? 2 : 1), "one by the client of the day before")
        #expect(server.streamCount == (means == .polling ? 0 : 1) && client.counters.disconnections == 0)
    }

    @Test(
        "A wake in the middle of an exchange is content with it, however long it takes", arguments: UpdateMeans.allCases
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
        // Were there a second one, it would not be held up.
        mayGoOn.send()
        try await anythingMore()
        #expect(server.headCount + server.streamCount == 2, "one by the client of the day before")
    }

    @Test("A stream that is refused with Retry-After is not asked for before, whoever wakes or starts the client again")
    func refusedStream() async throws {
        server.stream(.http(503, fields: ["Retry-After: 3600"]))
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        var events = client.updates.makeAsyncIterator()
        client.startUpdating()
        await client.next(&events, \.isLoss)
        client.wake()
        for _ in 0..<3 {
            client.stopUpdating()
            client.startUpdating()
            client.wake()
        }
        try await anythingMore()
        #expect(server.streamCount == 1 && server.headCount == 1, "nothing was asked for, a head neither")
        server.stream(nil)
        try await client.refresh()
        await client.next(&events) { $0 == .connected }
        #expect(server.streamCount == 2 && server.headCount == 2, "an answer on demand ends the wait")
    }

    @Test(
        "A poll that is refused with Retry-After is not repeated by stopping and starting",
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
        try await anythingMore()
        #expect(server.headCount == 2 && server.streamCount == 0, "one by the client of the day before")
        server.misbehave(nil)
        try await client.refresh()
        if means == .events { await client.next(&events) { $0 == .connected } }
        try await anythingMore()
        #expect(server.headCount == 3 && client.answer == "Detail1", "the answer on demand was the loop's poll, too")
    }

    @Test("A refresh on demand that is told to wait makes the loop wait")
    func onDemand() async throws {
        let client = try RouteClient.make(server, cache, wakeFreshMilliseconds: 0)
        server.misbehave { _, _ in .http(503, fields: ["Retry-After: 3600"]) }
        await #expect(throws: RouteClientError.self) { try await client.refresh() }
        client.startUpdating()
        client.wake()
        try await anythingMore()
        #expect(server.headCount == 2 && server.streamCount == 0)
    }
}

@Suite("The alarm", .scheduled)
struct AlarmTests {
    private static let hour: Int64 = 3_600_000

    @Test("A ring ends a wait, or the next one, once")
    func rings() async {
        let alarm = Alarm()
        alarm.ring()
        #expect(await alarm.sleep(milliseconds: Self.hour))
        #expect(await !alarm.sleep(milliseconds: 1))
        async let wait = alarm.sleep(milliseconds: Self.hour)
        alarm.ring()
        #expect(await wait)
    }

    @Test("A ring before an exchange, or during it, is content with its answer")
    func exchange() async {
        let alarm = Alarm(freshMilliseconds: 0)
        alarm.ring()
        alarm.begin()
        alarm.ring()
        alarm.end(.answered)
        #expect(await !alarm.sleep(milliseconds: 1))
        alarm.ring()
        #expect(await alarm.sleep(milliseconds: Self.hour), "but not with one that is over")
    }

    @Test("A ring soon after an answered exchange began is content with it; one after a failed exchange is not")
    func fresh() async {
        let alarm = Alarm(freshMilliseconds: Self.hour)
        alarm.begin()
        alarm.end(.answered)
        alarm.ring()
        #expect(await !alarm.sleep(milliseconds: 1))
        alarm.begin()
        alarm.end(.unanswered)
        alarm.ring()
        #expect(await alarm.sleep(milliseconds: Self.hour))
    }

    @Test("A poll in place of a stream is enough for whoever rings during it, and not for whoever rings after it")
    func instead() async {
        let alarm = Alarm(freshMilliseconds: Self.hour)
        alarm.begin()
        alarm.ring()
        alarm.end(.answeredInstead)
        #expect(await !alarm.sleep(milliseconds: 1))
        alarm.ring()
        #expect(await alarm.sleep(milliseconds: Self.hour))
    }

    @Test("A network that comes back in the middle of an exchange that fails is asked again at once")
    func late() async {
        let alarm = Alarm(freshMilliseconds: 0)
        alarm.begin()
        alarm.ring()
        alarm.end(.unanswered)
        #expect(await alarm.sleep(milliseconds: Self.hour))
    }

    @Test("A quiet wait hears no ring, before or during it, and is lifted before or during it")
    func quiet() async {
        let alarm = Alarm(freshMilliseconds: 0)
        alarm.ring()
        #expect(await !alarm.keepQuiet(milliseconds: 1))
        alarm.lift()
        #expect(await alarm.keepQuiet(milliseconds: Self.hour))
        async let wait = alarm.keepQuiet(milliseconds: Self.hour)
        alarm.ring()
        alarm.lift()
        #expect(await wait)
        #expect(await !alarm.keepQuiet(milliseconds: 1))
    }

    @Test("A stream is deaf until it is heard, and a ring ends it from then on")
    func stream() async {
        let alarm = Alarm(freshMilliseconds: 0)
        let (deaf, isRungDeaf) = await alarm.stream { _ in
            alarm.ring()
            return Task.isCancelled
        }
        #expect(!deaf && !isRungDeaf)
        let (heard, isRung) = await alarm.stream { hear in
            hear()
            alarm.ring()
            do { try await Task.sleep(for: .seconds(3600)) } catch {}
            return Task.isCancelled
        }
        #expect(heard && isRung)
    }
}
