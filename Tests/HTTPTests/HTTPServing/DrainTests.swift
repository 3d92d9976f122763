import HTTPWire
import SystemIO
import TestSupport
import Testing
import WireConformance

@testable import HTTPServing

@Suite("A server that stops", .scheduled)
struct DrainTests {
    @Test("Requests in progress are finished, and no new ones are accepted")
    func finish() throws {
        let running = try RunningServer.make(loops: 2)
        let busy = running.client()
        let idle = running.client()
        idle.send(request("GET", "/"))
        idle.wait { $0.contains("hello") }
        busy.send(request("GET", "/slow"))
        while running.server.statistics.requests < 2 { busy.pump(5) }
        running.stop()
        let text = busy.wait()
        #expect(text.contains("slow") && text.contains("Connection: close"))
        #expect(idle.wait().contains("hello") && idle.isClosed)
        #expect(running.client().isClosed)
        #expect(running.server.statistics.open == 0)
    }

    @Test("No answer of a worker is lost, even if its request waits when the time is over")
    func lateAnswers() throws {
        let running = try RunningServer.make()
        // Two workers, so that two of the four requests wait when the time is over.
        let clients = (0..<4).map { _ in running.client() }
        for client in clients { client.send(request("GET", "/slow")) }
        while running.server.statistics.requests < 4 { clients[0].pump(5) }
        running.stop(within: 0)
        for client in clients {
            #expect(client.wait().hasSuffix("slow"))
            #expect(client.isClosed)
        }
        #expect(running.server.statistics.open == 0)
    }

    @Test("A large answer is sent completely, and a request that never ends is not waited for")
    func unfinished() throws {
        let running = try RunningServer.make()
        let reader = running.client()
        let silent = running.client()
        silent.send("GET / HT")
        reader.send(request("GET", "/large"))
        while running.server.statistics.requests < 1 { silent.pump(5) }
        let stopping = try running.beginStop(within: 500)
        reader.wait()
        #expect(reader.received.count > FixtureHandler.large.count)
        stopping.join()
        #expect(silent.wait().isEmpty && silent.isClosed)
    }

    @Test("Requests that arrive while it stops are answered, on new and old connections", arguments: [1, 2])
    func arrivals(loops: Int) throws {
        let running = try RunningServer.make(loops: loops) { $0.drainQuietMilliseconds = 400 }
        let old = running.client()
        old.send(request("GET", "/"))
        old.wait { $0.contains("hello") }
        let early = running.client()
        let stopping = try running.beginStop(within: 5000)
        early.rest(50)
        early.send(request("GET", "/"))
        old.send(request("GET", "/"))
        let late = running.client()
        late.send(request("GET", "/"))
        for client in [early, old, late] {
            let text = client.wait()
            #expect(text.hasSuffix("hello") && text.contains("Connection: close"))
            #expect(client.isClosed)
        }
        stopping.join()
        #expect(running.client().isClosed)
        #expect(running.server.statistics.open == 0)
    }

    @Test("The listeners close after a limit even if clients still arrive")
    func crowd() throws {
        let running = try RunningServer.make { $0.drainListenMilliseconds = 300 }
        // The limit of the shutdown is an hour, so that only the limit on listening refuses a client.
        let stopping = try running.beginStop(within: 3_600_000)
        let end = MonotonicClock.milliseconds + Int64(TestLimits.waitMilliseconds)
        var (answered, isTurnedAway) = (0, false)
        while !isTurnedAway, MonotonicClock.milliseconds < end {
            let client = running.client()
            isTurnedAway = client.isClosed
            client.send(request("GET", "/"))
            if client.wait().contains("hello") { answered += 1 }
        }
        stopping.join()
        #expect(answered > 0 && isTurnedAway)
    }

    @Test("Streams go on until the delay is over, also new ones; then they end a few at a time, with a last comment")
    func delay() throws {
        let delay = 4000
        let running = try RunningServer.make(loops: 2) {
            $0.drainDelayMilliseconds = delay
            $0.drainStreamsPerTurn = 4
        }
        func watch() -> LoopbackClient {
            let client = running.client()
            client.send(request("GET", "/events"))
            client.wait { $0.contains("data: first") }
            return client
        }
        var watchers = (0..<20).map { _ in watch() }
        let begun = MonotonicClock.milliseconds
        let stopping = try running.beginStop(within: 10_000)
        let asked = running.client()
        asked.send(request("GET", "/"))
        #expect(asked.wait { $0.contains("hello") }.contains("hello"))
        watchers.append(watch())
        running.server.broadcast(3, StreamBytes(Array("data: second\n\n".utf8)), number: 2)
        for watcher in watchers { #expect(watcher.wait { $0.contains("second") }.contains("data: second")) }
        #expect(running.server.statistics.streams == 21, "all this takes less than the delay")
        var ends: [Int] = []
        for watcher in watchers {
            let text = try #require(ChunkedText(watcher.wait()))
            #expect(text.content.hasSuffix(": the server is stopping\n\n") && text.isEnded && watcher.isClosed)
            ends.append(Int(MonotonicClock.milliseconds - begun))
        }
        stopping.join()
        #expect(ends.allSatisfy { $0 >= delay } && ends.contains { $0 >= delay + 200 }, "turns of two a loop: \(ends)")
        #expect(running.client().isClosed)
    }

    @Test("However many streams, loops and seconds: all end before connections are closed, few at once")
    func pace() {
        let cases = [0, 1, 10, 1000, 8192, 100_000].flatMap { open in
            [1, 2, 64].flatMap { loops in [0, 50, 100, 1000, 20_000, 3_600_000].map { (open, loops, $0) } }
        }
        for (open, loops, milliseconds) in cases {
            let limits = ServingLimits()
            let shutdown = Shutdown(limits: limits, loops: loops)
            #expect(shutdown.streamsToEnd(of: open, at: 0) == 0 && !shutdown.endsStreams)
            shutdown.begin(at: 1000, until: 1000 + Int64(milliseconds))
            var (left, now) = (open, Int64(1000))
            let needed = open / max(1, milliseconds / 100) + 1
            let most = max(needed, limits.drainStreamsPerTurn / loops)
            while left > 0, now <= shutdown.endsAt {
                _ = shutdown.stopsListening(at: now)
                let count = shutdown.streamsToEnd(of: left, at: now)
                #expect(count <= most, "\(open) \(loops) \(milliseconds): \(count) of \(left)")
                left -= count
                now = min(shutdown.nextAt(hasStreams: true), now + 500)
            }
            #expect(left == 0, "\(open) streams on \(loops) loops in \(milliseconds) ms: \(left) left")
            #expect(open == 0 || shutdown.endsStreams)
        }
    }
}
