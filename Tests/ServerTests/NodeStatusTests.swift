import HTTPExchange
import RouteModel
import StoreRecords
import Synchronization
import TestSupport
import Testing

@testable import RouteServer

@Suite("What a node has applied, and since when it hears nothing", .scheduled)
struct NodeStatusTests {
    private final class Clock: Sendable {
        private let time = Mutex<Int64>(0)
        var milliseconds: Int64 { time.withLock { $0 } }
        func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
    }

    private let clock = Clock()
    private let status: NodeStatus
    private static let start = StorePosition(epoch: 100, sequence: 5)

    init() {
        let clock = clock
        status = NodeStatus(
            name: "a", version: "1.0.0", startedAt: Instant(milliseconds: 0), applied: Self.start, staleSeconds: 10,
            waitersMax: 1, milliseconds: { clock.milliseconds })
    }

    private func hear(_ position: StorePosition, clock: Int64 = 0) {
        status.noteHeard(
            HeardState(
                group: 1, head: StoreHead(epoch: position.epoch, sequence: position.sequence, hash: []),
                clock: Instant(milliseconds: clock)),
            at: Instant(milliseconds: 0))
    }

    @Test("A position that memory has is not waited for, a later one is refused after the wait, another epoch is later")
    func positions() throws {
        let later = StorePosition(epoch: 100, sequence: 6)
        for position in [Self.start, StorePosition(epoch: 99, sequence: 900)] {
            try status.wait(for: position) {
                Issue.record("the store is read for what memory has")
                return nil
            }
        }
        for newest in [later, Self.start, nil] {
            let refused = #expect(throws: Problem.self) { try status.wait(for: later) { newest } }
            #expect(refused?.status == 503 && refused?.code == "behind")
        }
        hear(later)
        status.noteApplied(later)
        try status.wait(for: later) { nil }
    }

    @Test("While as many requests wait as may, another one is refused, and one that need not wait is not")
    func waiters() throws {
        let later = StorePosition(epoch: 100, sequence: 6)
        let refused = Mutex<[String?]>([])
        try status.wait(for: later) {
            let problem = #expect(throws: Problem.self) {
                try status.wait(for: later) {
                    Issue.record("it waits")
                    return nil
                }
            }
            refused.withLock { $0.append(problem?.code) }
            #expect(throws: Never.self) { try status.wait(for: Self.start) { nil } }
            status.noteApplied(later)
            return later
        }
        #expect(refused.withLock { $0 } == ["behind"] && status.current.waiters == 0)
    }

    @Test("A waiting reader goes on as soon as the position is applied")
    func wakes() throws {
        let later = StorePosition(epoch: 101, sequence: 0)
        let thread = TestThread { [status] in status.noteApplied(later) }
        try status.wait(for: later) { later }
        thread.join()
    }

    @Test("A node is behind from the moment at which it was equal last, and equal again when it has applied all")
    func behind() {
        #expect(status.behindMilliseconds == 0)
        clock.advance(1000)
        hear(Self.start)
        #expect(status.behindMilliseconds == 0)
        clock.advance(2000)
        let later = StorePosition(epoch: 100, sequence: 6)
        hear(later)
        #expect(status.behindMilliseconds == 2000)
        status.noteApplied(later)
        #expect(status.behindMilliseconds == 0)
    }

    @Test("Tokens are too old after the limit without the database, not before, and not while it is heard")
    func stale() throws {
        clock.advance(60_000)
        #expect(!status.isStale)
        hear(Self.start)
        #expect(status.noteAway("no answer"))
        #expect(!status.noteAway("no answer"), "it is told once")
        clock.advance(10_000)
        #expect(!status.isStale && status.absence?.seconds == 10)
        try status.verifyAccess()
        clock.advance(1)
        #expect(status.isStale)
        let refused = #expect(throws: Problem.self) { try status.verifyAccess() }
        #expect(refused?.status == 503 && refused?.code == "access-stale")
        hear(Self.start)
        #expect(!status.isStale && status.absence == nil)
        try status.verifyAccess()
    }

    @Test("The clock of the database is compared with that of the node")
    func skew() {
        hear(Self.start, clock: 2500)
        #expect(status.current.skewMilliseconds == 2500)
    }
}
