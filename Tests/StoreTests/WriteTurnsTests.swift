import StoreRecords
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import ReleaseStore

@Suite("The order of writers to one app", .scheduled)
struct WriteTurnsTests {
    @Test("a writer that needs to be alone waits for earlier writers, and later writers wait for it")
    func order() throws {
        let turns = WriteTurns()
        let log = Mutex<[String]>([])
        let note = { @Sendable (word: String) in log.withLock { $0.append(word) } }
        let (isWriting, mayEnd) = (BlockingQueue<Void>(countMax: 1), BlockingQueue<Void>(countMax: 1))
        let writer = try Threads.start {
            turns.take(.beside, of: "a") {
                _ = isWriting.push(())
                _ = mayEnd.pop()
                note("writer")
            }
        }
        _ = isWriting.pop()
        let publisher = try Threads.start { turns.take(.alone, of: "a") { note("publisher") } }
        #expect(eventually { turns.waitingCount("a") == 1 })
        let later = try Threads.start { turns.take(.beside, of: "a") { note("later") } }
        #expect(eventually { turns.waitingCount("a") == 2 })
        // Writers of another app do not wait.
        turns.take(.beside, of: "b") { note("other app") }
        _ = mayEnd.push(())
        for thread in [writer, publisher, later] { thread.join() }
        #expect(log.withLock { $0 } == ["other app", "writer", "publisher", "later"])
        #expect(turns.waitingCount("a") == 0)
    }

    @Test("a turn ends when its work throws")
    func throwing() throws {
        let turns = WriteTurns()
        for turn in [WriteTurns.Turn.alone, .beside, .alone] {
            #expect(throws: StoreError.self) {
                try turns.take(turn, of: "a") { throw StoreError(.busy, "no", hint: "") }
            }
        }
        turns.take(.alone, of: "a") {}
    }
}
