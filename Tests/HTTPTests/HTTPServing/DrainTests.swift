import HTTPServing
import HTTPWire
import SystemIO
import TestSupport
import Testing
import WireConformance

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
}
