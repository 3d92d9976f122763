#if DEBUG
import HTTPServing
import HTTPWire
import SystemIO
import SystemSimulation
import TestSupport
import Testing
import WireConformance

@Suite("A server whose system calls fail", .scheduled)
struct FaultyCallTests {
    /// Sends requests with every kind of answer; returns what was received.
    private func talk(_ faults: Faults) throws -> (text: String, statistics: ServingStatistics) {
        let running = try faults.bind { try RunningServer.make(loops: 2) }
        let client = running.client()
        for _ in 0..<5 { client.send(request("GET", "/") + request("POST", "/echo", body: "one")) }
        client.send(request("GET", "/large", "Connection: close\r\n"))
        client.wait()
        #expect(client.isClosed)
        running.stop()
        let small = client.received.count - FixtureHandler.large.count
        return (String(decoding: client.received.prefix(max(0, small)), as: UTF8.self), running.server.statistics)
    }

    private func check(_ text: String) {
        #expect(text.occurrences(of: "HTTP/1.1 200 OK") == 11)
        #expect(text.occurrences(of: "hello") == 5 && text.occurrences(of: "one") == 5)
    }

    @Test(
        "Interrupted calls are made again without an effect on the answers",
        arguments: [SystemCallName.accept, .receive, .send, .epollWait, .epollControl])
    func interrupted(_ name: SystemCallName) throws {
        let faults = Faults()
        faults.add(name, .failure(.interrupted), times: 200)
        check(try talk(faults).text)
        #expect(faults.count(of: name) > 200)
    }

    @Test("Connections that close before they are accepted do not disturb those after them")
    func aborted() throws {
        let faults = Faults()
        faults.add(.accept, .failure(.aborted), times: 50)
        check(try talk(faults).text)
    }

    @Test("After the process or the system had no descriptors, connections are accepted again")
    func exhausted() throws {
        for error in [Errno.processExhausted, .systemExhausted] {
            let faults = Faults()
            faults.add(.accept, .failure(error), times: 20)
            let (text, statistics) = try talk(faults)
            check(text)
            #expect(statistics.refused > 0)
        }
    }

    @Test(
        "A server that cannot start throws and releases its resources", arguments: SystemCallName.allCases)
    func cannotStart(_ name: SystemCallName) throws {
        let faults = Faults()
        faults.add(name, .failure(Errno.processExhausted), times: 1000)
        let starting: Set<SystemCallName> = [
            .bind, .epollControl, .listen, .map, .socket, .socketName, .socketOption, .wakeUp,
        ]
        if starting.contains(name) {
            #expect(throws: ServingError.self) { try faults.bind { _ = try RunningServer.make(loops: 2) } }
        } else {
            let running = try faults.bind { try RunningServer.make(loops: 2) }
            running.stop(within: 0)
            #expect(running.server.statistics.open == 0)
        }
    }
}
#endif
