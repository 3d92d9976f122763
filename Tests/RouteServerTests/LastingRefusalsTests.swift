import Synchronization
import TestSupport
import Testing

@testable import RouteServer

@Suite("Refusals whose reason lasts, in the log", .scheduled)
struct LastingRefusalsTests {
    private final class Clock: Sendable {
        private let time = Mutex<Int64>(5)
        var milliseconds: Int64 { time.withLock { $0 } }
        func advance(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
    }

    @Test("The first has a line, the others of a minute one together; after a minute without one it begins again")
    func counts() {
        let clock = Clock()
        let refusals = LastingRefusals { clock.milliseconds }
        #expect(refusals.isFirst("store-away") && refusals.isFirst("access-stale"))
        for _ in 0..<1_749 { #expect(!refusals.isFirst("store-away")) }
        clock.advance(59_999)
        #expect(refusals.takeDue().isEmpty)
        clock.advance(1)
        #expect(refusals.takeDue() == [.init(problem: "store-away", refusals: 1_749)])
        #expect(refusals.takeDue().isEmpty && refusals.isFirst("access-stale"), "that state was over")
        #expect(!refusals.isFirst("store-away"))
        clock.advance(60_000)
        #expect(refusals.takeDue() == [.init(problem: "store-away", refusals: 1)])
        clock.advance(60_000)
        #expect(refusals.takeDue().isEmpty)
        #expect(refusals.isFirst("store-away"))
    }

    @Test("Other refusals, and answers without one, have a line each")
    func others() {
        let refusals = LastingRefusals { 0 }
        for problem in ["exists", "busy", "store-busy", nil] {
            #expect(refusals.isFirst(problem) && refusals.isFirst(problem))
        }
    }
}
