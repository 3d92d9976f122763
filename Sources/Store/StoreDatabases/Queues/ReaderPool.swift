package import ReleaseStore
package import StoreRecords
import SystemIO

/// Read-only sessions, opened when needed; one thread at a time uses a session.
package final class ReaderPool: Sendable {
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

    private let open: @Sendable () throws(StoreError) -> StoreSession
    private let state = Monitor(State())

    /// Makes a pool without sessions; `open` makes a read-only session.
    package init(open: @escaping @Sendable () throws(StoreError) -> StoreSession) { self.open = open }

    /// Runs `body` on one snapshot of the database.
    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let session = try acquire()
        do throws(StoreError) {
            let value = try session.snapshot(body)
            if session.isUsedOnce { discard(session) } else { release(session) }
            return value
        } catch {
            if error.isOfTheDatabase || session.isUsedOnce { discard(session) } else { release(session) }
            throw error
        }
    }

    /// Waits until all reads have ended, then closes the sessions.
    package func close() {
        state.withLock { $0.isClosed = true }
        let idle = state.wait { state in state.idle.count == state.openCount ? state.idle : nil }
        for session in idle { session.close() }
        state.withLock { state in
            state.idle = []
            state.openCount = 0
        }
    }

    /// Whether the store is being closed.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    private func acquire() throws(StoreError) -> StoreSession {
        let turn = state.wait(atMost: QueueLimits.readerWait) { state -> Turn? in
            if state.isClosed { return .closed }
            if let session = state.idle.popLast() { return .reuse(session) }
            guard state.openCount < QueueLimits.readersMax else { return nil }
            state.openCount += 1
            return .open
        }
        switch turn {
        case .reuse(let session): return session
        case .closed: throw .closed
        case nil: throw .busy("reads")
        case .open:
            do { return try open() } catch {
                state.withLock { $0.openCount -= 1 }
                state.wakeAll()
                throw error
            }
        }
    }

    /// Closes a session whose cached pages may come from a failing disk, or whose connection was lost: the next read opens
    /// another.
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
