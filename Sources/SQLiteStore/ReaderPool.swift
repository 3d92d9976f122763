import Monitors
import ReleaseStore
import SQLiteKit
import StoreRecords

/// Read-only sessions, opened when needed; one thread at a time uses a session.
///
/// In WAL mode readers do not wait for the writer, and the writer does not wait for readers
/// (https://www.sqlite.org/wal.html).
final class ReaderPool: Sendable {
    private struct State {
        var idle: [StoreSession] = []
        var openCount = 0
        var isClosed = false
    }

    private enum Turn {
        case reuse(StoreSession)
        case open
        case closed
    }

    private let path: String
    private let state = Monitor(State())

    init(path: String) { self.path = path }

    /// Runs `body` on one snapshot of the database.
    func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let session = try acquire()
        do throws(StoreError) {
            let value = try session.snapshot(body)
            release(session)
            return value
        } catch {
            if error.isOfTheFile { discard(session) } else { release(session) }
            throw error
        }
    }

    /// Waits until all reads have ended, then closes the sessions.
    func close() {
        state.withLock { $0.isClosed = true }
        let idle = state.wait { state in state.idle.count == state.openCount ? state.idle : nil }
        for session in idle { session.close() }
        state.withLock { state in
            state.idle = []
            state.openCount = 0
        }
    }

    /// Whether the store is being closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Opens a read-only session that is not part of the pool.
    func openSession() throws(StoreError) -> StoreSession {
        do {
            let connection = try Connection(
                path, .readOnly, lockWaitMilliseconds: FileLimits.lockWaitMilliseconds,
                statementsMax: FileLimits.statementsMax)
            return StoreSession(connection)
        } catch { throw StoreError(error) }
    }

    private func acquire() throws(StoreError) -> StoreSession {
        let turn = state.wait(atMost: FileLimits.readerWait) { state -> Turn? in
            if state.isClosed { return .closed }
            if let session = state.idle.popLast() { return .reuse(session) }
            guard state.openCount < FileLimits.readersMax else { return nil }
            state.openCount += 1
            return .open
        }
        switch turn {
        case .reuse(let session): return session
        case .closed: throw .closed
        case nil: throw .busy("reads")
        case .open:
            do { return try openSession() } catch {
                state.withLock { $0.openCount -= 1 }
                state.wakeAll()
                throw error
            }
        }
    }

    /// Closes a session whose cached pages may come from a failing disk: the next read opens the file again.
    private func discard(_ session: StoreSession) {
        session.close()
        state.withLock { $0.openCount -= 1 }
        state.wakeAll()
    }

    private func release(_ session: StoreSession) {
        state.withLock { $0.idle.append(session) }
        state.wakeAll()
    }
}
