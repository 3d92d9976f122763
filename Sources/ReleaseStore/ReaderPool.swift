import SQLiteKit

/// Read-only connections, opened when needed and lent to one thread at a time.
///
/// In WAL mode readers never wait for the writer, nor it for them (https://www.sqlite.org/wal.html).
final class ReaderPool: Sendable {
    private struct State {
        var idle: [Session] = []
        var openCount = 0
        var isClosed = false
    }

    private enum Turn {
        case reuse(Session)
        case open
        case closed
    }

    private let path: String
    private let state = Monitor(State())

    init(path: String) { self.path = path }

    /// Runs `body` on one snapshot of the database.
    func read<Value>(_ body: (Session) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try readOnce { session throws(StoreError) in try session.snapshot(body) }
    }

    /// Runs `body`, which makes a single query: that is a snapshot by itself.
    func readOnce<Value>(_ body: (Session) throws(StoreError) -> Value) throws(StoreError) -> Value {
        let session = try take()
        do {
            let value = try body(session)
            give(session)
            return value
        } catch {
            if error.isOfTheFile { discard(session) } else { give(session) }
            throw error
        }
    }

    /// Waits for all that read, then closes the connections.
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

    /// Opens a read-only connection that is not part of the pool.
    func openSession() throws(StoreError) -> Session {
        do {
            let connection = try Connection(
                path, .readOnly, lockWaitMilliseconds: StoreLimits.lockWaitMilliseconds,
                statementsMax: StoreLimits.statementsMax)
            return Session(connection)
        } catch { throw StoreError(error) }
    }

    private func take() throws(StoreError) -> Session {
        let turn = state.wait(atMost: StoreLimits.readerWait) { state -> Turn? in
            if state.isClosed { return .closed }
            if let session = state.idle.popLast() { return .reuse(session) }
            guard state.openCount < StoreLimits.readersMax else { return nil }
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

    /// Closes a connection whose page cache may hold what a failing disk gave: the next read opens the file anew.
    private func discard(_ session: Session) {
        session.close()
        state.withLock { $0.openCount -= 1 }
        state.wakeAll()
    }

    private func give(_ session: Session) {
        state.withLock { $0.idle.append(session) }
        state.wakeAll()
    }
}
