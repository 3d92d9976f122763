import Foundation
import SQLiteKit
import Testing

@Suite("Monitors")
struct MonitorTests {
    private func start(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let ended = DispatchSemaphore(value: 0)
        Thread {
            body()
            ended.signal()
        }.start()
        return ended
    }

    @Test("no addition of any thread is lost")
    func additions() throws {
        let monitor = Monitor(0)
        let threads = (0..<8).map { _ in
            start { for _ in 0..<1000 { monitor.withLock { $0 += 1 } } }
        }
        for thread in threads { thread.wait() }
        #expect(monitor.withLock { $0 } == 8000)
    }

    @Test("who waits is woken by the value it waits for")
    func waiting() throws {
        let monitor = Monitor(0)
        let thread = start {
            for _ in 0..<100 {
                monitor.withLock { $0 += 1 }
                monitor.wakeAll()
            }
        }
        #expect(monitor.wait { $0 == 100 ? $0 : nil } == 100)
        thread.wait()
    }

    @Test("a wait with a limit ends at the limit")
    func limit() {
        let monitor = Monitor(0)
        let clock = ContinuousClock()
        let began = clock.now
        #expect(monitor.wait(atMost: .milliseconds(50)) { $0 == 1 ? $0 : nil } == nil)
        #expect(began.duration(to: clock.now) >= .milliseconds(45))
        #expect(monitor.wait(atMost: .seconds(10)) { $0 == 0 ? "there" : nil } == "there")
    }
}
