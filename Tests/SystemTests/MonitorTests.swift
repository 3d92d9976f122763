import SystemIO
import TestSupport
import Testing

@Suite("Monitors", .scheduled)
struct MonitorTests {
    @Test("No addition of a thread is lost")
    func additions() throws {
        let monitor = Monitor(0)
        let threads = (0..<8).map { _ in
            TestThread { for _ in 0..<1000 { monitor.withLock { $0 += 1 } } }
        }
        for thread in threads { thread.join() }
        #expect(monitor.withLock { $0 } == 8000)
    }

    @Test("A waiting thread is woken when its condition holds")
    func waiting() throws {
        let monitor = Monitor(0)
        let thread = TestThread {
            for _ in 0..<100 {
                monitor.withLock { $0 += 1 }
                monitor.wakeAll()
            }
        }
        #expect(monitor.wait { $0 == 100 ? $0 : nil } == 100)
        thread.join()
    }

    @Test("A wait with a limit ends at the limit")
    func limit() {
        let monitor = Monitor(0)
        let clock = ContinuousClock()
        let began = clock.now
        #expect(monitor.wait(atMost: .milliseconds(50)) { $0 == 1 ? $0 : nil } == nil)
        #expect(began.duration(to: clock.now) >= .milliseconds(45))
        #expect(monitor.wait(atMost: .seconds(10)) { $0 == 0 ? "there" : nil } == "there")
    }
}
