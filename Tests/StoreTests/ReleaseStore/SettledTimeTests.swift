import ReleaseStore
import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("The time up to which clocks have agreed", .scheduled)
struct SettledTimeTests {
    private static let day: Int64 = 24 * 3600

    /// Wall clock and monotonic clock in seconds, and the settled time after a look, in days since the start.
    private struct Step {
        let wall: Int64
        let clock: Int64
        let settled: Int64?
    }

    private func expect(_ steps: [Step]) throws {
        try withSelectedStore { store, _ in
            let start: Int64 = 1_800_000_000
            for (number, step) in steps.enumerated() {
                try store.noteClocks(at: .make(start + step.wall), step.clock * 1000)
                let expected = step.settled.map { Instant.make(start + $0) } ?? Instant(milliseconds: 0)
                #expect(try store.settledTime() == expected, "step \(number)")
            }
        }
    }

    @Test("It is the last mark, once both clocks are a day behind it")
    func agreed() throws {
        let day = Self.day
        try expect([
            Step(wall: 0, clock: 7, settled: nil), Step(wall: day - 1, clock: day + 6, settled: nil),
            Step(wall: day + 60, clock: day + 67, settled: 0),
            Step(wall: 3 * day, clock: 3 * day + 7, settled: day + 60),
        ])
    }

    @Test("A wall clock that is a year ahead for a minute does not move it, however often; nor does one that is behind")
    func jumps() throws {
        let (day, year) = (Self.day, 365 * Self.day)
        try expect([
            Step(wall: 0, clock: 0, settled: nil), Step(wall: year, clock: 3600, settled: nil),
            Step(wall: year + 60, clock: 3660, settled: nil), Step(wall: 3720, clock: 3720, settled: nil),
            Step(wall: 2 * year, clock: 7200, settled: nil), Step(wall: 7260, clock: 7260, settled: nil),
            Step(wall: -year, clock: 7300, settled: nil), Step(wall: 7360, clock: 7360, settled: nil),
            Step(wall: day + 7200, clock: day + 7200, settled: nil),
            Step(wall: 3 * day + 7400, clock: 3 * day + 7400, settled: 7360),
        ])
    }

    @Test("After a new start of the system, whose clock begins again, a day must pass once more")
    func restart() throws {
        let day = Self.day
        try expect([
            Step(wall: 0, clock: 900_000, settled: nil), Step(wall: day + 60, clock: 30, settled: nil),
            Step(wall: 2 * day + 60, clock: day + 30, settled: nil),
            Step(wall: 3 * day + 60, clock: 2 * day + 30, settled: 2 * day + 60),
        ])
    }
}
