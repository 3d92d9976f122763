import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SystemIO

@Suite("Work beside a thread", .scheduled)
struct BesideTests {
    @Test("it runs while the thread that started it goes on, and is done once")
    func runsBeside() {
        let (hasStarted, mayEnd) = (ThreadSignal(), ThreadSignal())
        let count = Mutex(0)
        let work = Threads.Beside {
            hasStarted.send()
            mayEnd.wait()
            return count.withLock { count in
                count += 1
                return count
            }
        }
        // It would wait for ever if the work began with the call of `value`.
        hasStarted.wait()
        mayEnd.send()
        #expect(work.value() == 1)
        #expect(work.value() == 1)
        #expect(count.withLock { $0 } == 1)
    }

    @Test("work that is not worth a thread is done by the thread that asks for its value, once")
    func isSmall() {
        let threads = Mutex<[pthread_t]>([])
        let work = Threads.Beside(if: false) { threads.withLock { $0.append(pthread_self()) } }
        #expect(threads.withLock { $0.isEmpty })
        work.value()
        work.value()
        #expect(threads.withLock { $0 } == [pthread_self()])
    }

    @Test("work whose value is not asked for runs to its end")
    func isLeft() {
        let hasEnded = ThreadSignal()
        _ = Threads.Beside { hasEnded.send() }
        hasEnded.wait()
    }
}
