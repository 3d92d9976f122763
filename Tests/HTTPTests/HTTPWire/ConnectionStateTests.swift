import HTTPWire
import TestSupport
import Testing

@Suite("The deadlines of a connection", .scheduled)
struct ConnectionStateTests {
    private let timeouts = ConnectionTimeouts()

    /// Converts milliseconds to ticks.
    private func ticks(_ milliseconds: Int) -> UInt32 { ConnectionState.ticks(milliseconds) }

    @Test("The deadline of a head counts from its first byte, however many follow")
    func slowHead() {
        var state = ConnectionState()
        state.enter(.head, at: 100, timeouts)
        for tick in 101..<(100 + ticks(timeouts.head)) {
            state.enter(.head, at: tick, timeouts)
            #expect(state.timeout(at: tick) == .none)
        }
        #expect(state.timeout(at: 100 + ticks(timeouts.head)) == .refuse)
    }

    @Test("The deadline of a body is extended by enough bytes, and not by single ones")
    func slowBody() {
        var (steady, dripping) = (ConnectionState(), ConnectionState())
        steady.enter(.body, at: 0, timeouts)
        dripping.enter(.body, at: 0, timeouts)
        for tick in 0..<(4 * ticks(timeouts.body)) {
            steady.bodyProgressed(by: 64, at: tick, timeouts)
            dripping.bodyProgressed(by: 1, at: tick, timeouts)
            #expect(steady.timeout(at: tick) == .none)
        }
        #expect(dripping.timeout(at: ticks(timeouts.body)) == .refuse)
        #expect(steady.timeout(at: 6 * ticks(timeouts.body)) == .refuse)
    }

    @Test("Idle and unread connections close, streams get a comment, and workers have no deadline")
    func others() {
        let far = UInt32.max / 2
        for (phase, expected) in [
            (ConnectionState.Phase.idle, ConnectionState.Timeout.close), (.writing, .close), (.lingering, .close),
            (.fresh, .close), (.streaming, .comment), (.working, .none), (.free, .none),
        ] {
            var state = ConnectionState()
            state.enter(phase, at: 0, timeouts)
            #expect(state.timeout(at: far / 8) == expected, "\(phase)")
        }
    }

    @Test("The state has eight bytes")
    func size() { #expect(MemoryLayout<ConnectionState>.size <= 8) }
}
