import Synchronization
import TestSupport
import Testing

@testable import SystemIO

@Suite("A fair semaphore", .scheduled)
struct FairSemaphoreTests {
    @Test("lets waiting threads through in order of arrival")
    func order() throws {
        let semaphore = FairSemaphore(count: 1)
        let order = Mutex<[Int]>([])
        let (isHeld, mayEnd) = (ThreadSignal(), ThreadSignal())
        var threads = [
            try Threads.start {
                semaphore.withPermit {
                    isHeld.send()
                    mayEnd.wait()
                }
            }
        ]
        isHeld.wait()
        for number in 0..<8 {
            threads.append(try Threads.start { semaphore.withPermit { order.withLock { $0.append(number) } } })
            #expect(eventually { semaphore.waitingCount > number })
        }
        mayEnd.send()
        for thread in threads { thread.join() }
        #expect(order.withLock { $0 } == Array(0..<8))
        #expect(semaphore.waitingCount == 0)
    }

    @Test("allows at most its count of threads at the same time, and every thread continues")
    func count() throws {
        let semaphore = FairSemaphore(count: 3)
        let state = Mutex((running: 0, most: 0, done: 0))
        let threads = try (0..<8).map { _ in
            try Threads.start {
                for _ in 0..<200 {
                    semaphore.withPermit {
                        state.withLock {
                            $0.running += 1
                            $0.most = max($0.most, $0.running)
                        }
                        state.withLock {
                            $0.running -= 1
                            $0.done += 1
                        }
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        let end = state.withLock { $0 }
        #expect(end.done == 1600 && end.running == 0 && end.most <= 3)
    }

    @Test("gives the permit back when the work throws")
    func throwing() throws {
        struct Failure: Error {}
        let semaphore = FairSemaphore(count: 1)
        for _ in 0..<3 {
            #expect(throws: Failure.self) { try semaphore.withPermit { () throws(Failure) in throw Failure() } }
        }
    }
}
