import SystemIO
import TestSupport
import Testing

@testable import SQLKit

@Suite(
    "Cancellation beside COMMIT", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct CancellerTests {
    /// How far a cancellation is that a test holds.
    private enum Progress {
        case waiting, running, released
    }

    @Test("A cancellation that hangs holds COMMIT for its limit only, and close not at all; nothing is committed")
    func hangingCancellation() throws {
        let schema = try Schema()
        var other = try schema.connect()
        defer { other.close() }
        try other.runScript("CREATE TABLE t (n bigint)")
        var connection = try schema.connect { $0.commitWait = .milliseconds(200) }
        defer { connection.close() }
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO t VALUES (1)")
        let progress = Monitor(Progress.waiting)
        let canceller = connection.canceller
        let thread = TestThread {
            let isSent = unsafe canceller.cancelling { _ in
                progress.withLock { $0 = .running }
                progress.wakeAll()
                return progress.wait(atMost: .seconds(60)) { $0 == .released ? true : nil } ?? false
            }
            #expect(isSent)
        }
        let isRunning = progress.wait(atMost: .seconds(60)) { $0 == .running ? true : nil }
        #expect(isRunning == true)
        #expect(!canceller.cancel(), "one cancellation runs already")
        let failure = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(failure?.kind == .timedOut)
        let isUsable = connection.isUsable
        #expect(!isUsable)
        connection.close()
        progress.withLock { $0 = .released }
        progress.wakeAll()
        #expect(thread.join())
        #expect(!canceller.cancel(), "the connection is closed")
        #expect(try other.first("SELECT count(*) FROM t") { row in row.integer(0) } == 0)
    }

    @Test("After a COMMIT a statement can be cancelled again")
    func nextStatement() throws {
        let schema = try Schema()
        var connection = try schema.connect()
        defer { connection.close() }
        try connection.begin(.readCommitted)
        try connection.commit()
        let isRefused = unsafe !connection.canceller.cancelling { _ in true }
        #expect(!isRefused)
    }
}
