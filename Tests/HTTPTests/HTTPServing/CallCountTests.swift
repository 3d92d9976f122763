#if DEBUG
import HTTPServing
import SystemIO
import SystemSimulation
import TestSupport
import Testing
import WireConformance

@Suite("The server makes no unnecessary system calls", .scheduled)
struct CallCountTests {
    /// Sends `rounds` segments of `pipelined` requests; returns the number of calls that the server made for them.
    private func calls(pipelined: Int, rounds: Int) throws -> (receive: Int, send: Int, control: Int) {
        let faults = Faults()
        let running = try faults.bind { try RunningServer.make() }
        let client = running.client()
        let one = request("GET", "/", "If-None-Match: \"x\"\r\n")
        let ask = { (expected: Int) in
            client.send(String(repeating: one, count: pipelined))
            client.wait { $0.occurrences(of: "304 Not Modified") >= expected }
        }
        ask(pipelined)
        let names: [SystemCallName] = [.receive, .send, .epollControl]
        let before = names.map { faults.count(of: $0) }
        for round in 1...rounds { ask(pipelined * (round + 1)) }
        let after = names.map { faults.count(of: $0) }
        running.stop()
        #expect(client.text.occurrences(of: "304 Not Modified") == pipelined * (rounds + 1))
        return (after[0] - before[0], after[1] - before[1], after[2] - before[2])
    }

    @Test("One receive and one send for each segment, with one request or sixteen", arguments: [1, 2, 16])
    func keepAlive(pipelined: Int) throws {
        let calls = try calls(pipelined: pipelined, rounds: 40)
        #expect(calls.receive == 40 && calls.send == 40)
        // A connection is registered once, after its first answer.
        #expect(calls.control <= 1)
    }
}
#endif
