import Foundation
import ReleaseStore
import SQLKit
import StoreDatabases
import StoreRecords
import SystemIO
import TestSupport
import Testing

@Suite("The queue of writes", .scheduled)
struct WriteQueueTests {
    let target = ScriptedTarget()
    let queue: WriteQueue

    init() { queue = WriteQueue(target) }

    /// Does writes that wait together, in the order of their names, behind a first one; returns each one's failure.
    private func group(_ names: [String]) -> [StoreError.Code?] {
        let (isFirst, mayEnd) = (Signal(), Signal())
        let first = TestThread { [queue] in
            _ = try? queue.perform { session in
                isFirst.send()
                mayEnd.wait()
                _ = try session.run("first")
            }
        }
        #expect(isFirst.wait())
        let outcomes = Monitor([StoreError.Code?](repeating: nil, count: names.count))
        var threads: [TestThread] = []
        for (index, name) in names.enumerated() {
            threads.append(
                TestThread { [queue] in
                    do throws(StoreError) {
                        _ = try queue.perform { session in try session.run(name) }
                    } catch { outcomes.withLock { $0[index] = error.code } }
                })
            #expect(eventually { queue.statistics.writesWaiting == index + 1 })
        }
        mayEnd.send()
        #expect(first.join() && threads.allSatisfy { $0.join() })
        return outcomes.withLock { $0 }
    }

    @Test("A write alone has no savepoint; those that wait meanwhile are one transaction, in order")
    func grouping() {
        #expect(group(["a", "b"]) == [nil, nil])
        #expect(
            target.connection.steps == [
                "begin", "first", "commit",
                "begin", "savepoint", "a", "release", "savepoint", "b", "release", "commit",
            ])
        let statistics = queue.statistics
        #expect(statistics.writesCommitted == 3 && statistics.groups == 2 && statistics.groupWritesMax == 2)
        #expect(target.head == StoreHead(epoch: 0, sequence: 0, hash: [UInt8](repeating: 0, count: 32)))
    }

    @Test("Writes that wait are done by the queue's own thread, and a caller returns with its own group")
    func ownThread() {
        let gates = ["a", "b", "c"].map { (name: $0, isDone: Signal(), mayEnd: Signal()) }
        let places = Monitor([String: ThisThread]())
        let callers = Monitor([ThisThread]())
        var threads: [TestThread] = []
        for gate in gates {
            threads.append(
                TestThread { [queue] in
                    callers.withLock { $0.append(ThisThread()) }
                    _ = try? queue.perform { _ in
                        places.withLock { $0[gate.name] = ThisThread() }
                        gate.isDone.send()
                        gate.mayEnd.wait()
                    }
                })
            // Each waits for the one before, so that each is a group.
            if gate.name == "a" { #expect(gate.isDone.wait()) }
            if gate.name == "b" { #expect(eventually { queue.statistics.writesWaiting == 1 }) }
            if gate.name == "b" {
                gates[0].mayEnd.send()
                #expect(gate.isDone.wait())
                #expect(threads[0].join(), "its own write is on disk, and others do not keep it")
            }
        }
        #expect(eventually { queue.statistics.writesWaiting == 1 })
        gates[1].mayEnd.send()
        gates[2].mayEnd.send()
        #expect(threads[1].join() && threads[2].join())
        let (found, all) = (places.withLock { $0 }, callers.withLock { $0 })
        #expect(found["a"] != nil && found["a"] == all.first)
        #expect(found["b"] != nil && found["b"] == found["c"])
        #expect(!all.contains { $0 == found["b"] })
        queue.close()
        #expect(target.connection.steps.last == "close")
    }

    @Test("A write that fails is rolled back alone")
    func ownFailure() {
        target.connection.fail("a", .busy)
        #expect(group(["a", "b"]) == [.busy, nil])
        #expect(
            target.connection.steps.suffix(7) == ["savepoint", "a", "undo", "savepoint", "b", "release", "commit"])
        #expect(target.recoveries.isEmpty && queue.statistics.writesBroken == 0)
    }

    @Test("A lost transaction fails the writes that it had; the rest get another one")
    func lostTransaction() {
        target.connection.fail("b", .full, losingTransaction: true)
        #expect(group(["a", "b", "c"]) == [.diskFull, .diskFull, nil])
        #expect(target.connection.steps.suffix(5) == ["b", "rollback", "begin", "c", "commit"])
        #expect(target.recoveries == [.diskFull] && queue.statistics.writesBroken == 2)
    }

    @Test("A commit whose outcome is unknown is told to each of its callers")
    func unknownOutcome() {
        target.connection.fail("commit", .outcomeUnknown, after: 1)
        #expect(group(["a", "b"]) == [.outcomeUnknown, .outcomeUnknown])
        #expect(target.recoveries == [.outcomeUnknown] && queue.statistics.writesCommitted == 1)
        target.connection.fail("begin", .cannotOpen)
        let failure = #expect(throws: StoreError.self) { try queue.perform { session in try session.run("d") } }
        #expect(failure?.code == .away && target.recoveries.last == .away)
    }

    @Test("A closed queue refuses writes and closes its target once")
    func closing() {
        queue.close()
        let failure = #expect(throws: StoreError.self) { try queue.perform { session in try session.run("a") } }
        #expect(failure?.code == .closed && target.connection.steps == ["close"])
    }
}

/// The thread that makes it.
///
/// The object is kept, because a later thread could have the address of one that has ended. Sendable because nothing of
/// the thread but its identity is used.
private struct ThisThread: Equatable, @unchecked Sendable {
    private let thread = Thread.current

    static func == (left: Self, right: Self) -> Bool { left.thread === right.thread }
}
