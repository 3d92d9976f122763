package import RouteModel
import SQLKit
package import StoreRecords
import SystemIO

/// What a store can be read from.
package protocol StoreReading: Sendable {
    /// Runs `body` on one snapshot of the database.
    func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value
}

/// The store of the product: apps, drafts, releases, channels, tokens and the audit.
///
/// A conforming type provides sessions on a database; every operation is one function of an extension of this protocol
/// that uses a session. A session's SQL and transactions are the only part that a second database would replace.
///
/// A write is one transaction that also inserts its audit row; it returns when it is on disk. If it throws, nothing was
/// changed. Times are parameters: a store reads no clock. Calls block the thread: use them on worker threads.
package protocol RuleStore: StoreReading {
    /// Runs `body` in one transaction, which is rolled back if it throws; returns after the commit is on disk.
    ///
    /// - Parameters:
    ///   - rule: The rule of a draft that is edited, if the write changes nothing else of drafts.
    ///   - body: The work; it may run again if a group of writes is rolled back.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `busy` if too many writes wait already.
    func write<Value>(
        editing rule: EditedRule?, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value

    /// Runs a long write: `ahead`, for which writes of other nodes need not wait, and `body` in the same transaction.
    ///
    /// - Parameters:
    ///   - ahead: The long part; it touches only rows that no other write touches meanwhile.
    ///   - body: The rest.
    /// - Returns: What `body` returns.
    /// - Throws: As ``write(editing:_:)``.
    func writeLong<Value>(
        _ ahead: @escaping (StoreSession) throws -> Void, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value

    /// Copies the database to a new file while reads and writes continue.
    func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> BackupCopy

    /// Gives some free space of the database's files back to the file system, in one transaction.
    ///
    /// - Returns: Whether there is more to give back.
    /// - Throws: The failure of the write.
    func releaseFreePages() throws(StoreError) -> Bool

    /// The store's data in the memory of this process.
    var memory: StoreMemory { get }

    /// Counters since the store was opened.
    var statistics: StoreStatistics { get }

    /// Finishes waiting writes, then closes the files and releases the lock; later calls throw `closed`.
    func close()
}

extension RuleStore {
    /// Runs `body` in one transaction, as ``write(editing:_:)`` does.
    package func write<Value>(_ body: @escaping (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try write(editing: nil, body)
    }

    /// Runs both parts as one write.
    package func writeLong<Value>(
        _ ahead: @escaping (StoreSession) throws -> Void, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        try write { session in
            try ahead(session)
            return try body(session)
        }
    }

    /// Runs a write of a draft, again when another transaction no longer replaces the draft.
    ///
    /// - Throws: `busy` after ``StatementLimits/replacedDraftWait``; what the write throws.
    func waitingForDraft<Value>(
        of app: String, _ write: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let end = ContinuousClock.now + StatementLimits.replacedDraftWait
        while true {
            do throws(StoreError) { return try write() } catch {
                guard error == .replacing(app), ContinuousClock.now < end else { throw error }
                // A read asks: a write that fails would keep the row that orders the writes of all nodes.
                while try isReplaced(app), ContinuousClock.now < end {
                    Threads.sleep(milliseconds: StatementLimits.replacedDraftMilliseconds)
                }
            }
        }
    }

    private func isReplaced(_ app: String) throws(StoreError) -> Bool {
        try read { session in
            let query = "SELECT \(session.dialect.sharesLock(of: "a.id")) FROM apps a WHERE a.name = ?1"
            return try session.first(query, [.text(app)]) { row in row.flag(0) } == false
        }
    }
}

extension StoreError {
    /// Another transaction replaces the whole draft and is not yet committed.
    static func replacing(_ app: String) -> StoreError {
        StoreError(.busy, "The draft of \(app) is being replaced.", hint: "Try again in a moment.")
    }
}

/// A rule of a draft that a write edits: what such writes ask is read for a whole group at once.
package struct EditedRule: Sendable, Hashable {
    let app: String
    let rule: String
}

/// The author and the instant of a write: the first columns of every audit row.
package struct Stamp: Sendable {
    /// The author.
    let by: Principal
    /// The instant.
    package let at: Instant

    /// Makes a stamp.
    package init(by: Principal, at: Instant) {
        self.by = by
        self.at = at
    }
}

// MARK: The store itself

extension RuleStore {
    /// The epoch and the last row of the audit, as the database has them now.
    package func position() throws(StoreError) -> StorePosition {
        let head = try read { session in
            session.forgetHead()
            return try session.head()
        }
        return StorePosition(epoch: head.epoch, sequence: head.sequence)
    }

    /// Verifies with a write that writes reach the disk; for readiness.
    package func checkWritable(at: Instant) throws(StoreError) {
        try write { session in
            _ = try session.run("UPDATE facts SET probed_at = ?1 WHERE id = 1", [.instant(at)])
        }
    }

    /// Raises the epoch by an operator's order.
    ///
    /// For a database that no server has open: a running one keeps the former epoch in its heads.
    ///
    /// - Parameters:
    ///   - floor: an epoch that clients have seen; the new one is higher. Less than ``ModelLimits/epochMax``.
    ///   - by: the author.
    ///   - at: the present instant.
    /// - Returns: the new epoch.
    /// - Throws: `invalid` for a larger floor; the failure of the write.
    package func raiseEpoch(above floor: Int, by: Principal, at: Instant) throws(StoreError) -> Int {
        guard floor < ModelLimits.epochMax else {
            throw StoreError(
                .invalid, "The epoch \(floor) is too large.",
                hint: "Epochs are seconds since 1970; take the one that a client's head shows.")
        }
        return try write { session in
            try session.raiseEpoch(atLeastAfter: floor, reason: "raised by hand", Stamp(by: by, at: at))
        }
    }

    /// Runs a write, and stores its answer under an idempotency key in the same transaction if there is a `recording`.
    func write<Value: Sendable>(
        _ stamp: Stamp, recording: Recording<Value>?, editing rule: EditedRule? = nil,
        _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        try write(editing: rule) { session in
            let value = try body(session)
            try recording?.store(value, in: session, stamp)
            return value
        }
    }
}

// MARK: Idempotency

extension RuleStore {
    /// Claims a key for a request that is about to run.
    ///
    /// `keyRunning` if a request with the key is running, `keyReused` if the key was used with another body.
    package func claim(_ key: IdempotencyKey, at: Instant) throws(StoreError) -> IdempotencyClaim {
        try memory.claims.begin(key)
        do throws(StoreError) {
            guard let stored = try storedAnswer(to: key, at: at) else { return .fresh }
            memory.claims.end(key)
            return .replay(stored)
        } catch {
            memory.claims.end(key)
            throw error
        }
    }

    /// The answer that is stored under a key, by this process or another one; nil for none, `keyReused` as ``claim(_:at:)``.
    package func storedAnswer(to key: IdempotencyKey, at: Instant) throws(StoreError) -> StoredAnswer? {
        guard let stored = try read({ session in try key.answer(in: session, at: at) }) else { return nil }
        guard stored.bodyDigest == key.bodyDigest else { throw .keyReused }
        return stored.answer
    }

    /// Ends a claim that was `fresh`, whether the request succeeded or not.
    package func endClaim(_ key: IdempotencyKey) { memory.claims.end(key) }
}
