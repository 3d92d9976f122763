import Digests
package import RouteModel
package import SQLKit
package import StoreRecords

/// One connection to the database: runs SQL and transactions, and throws every failure as ``StoreError``.
///
/// The statements that several operations of the store share are extensions of this class. One thread at a time uses a
/// session: the write queue has one for writing, the reader pool provides the others.
package final class StoreSession {
    /// The connection; code for one kind of database finds its own type behind it.
    package let connection: any SQLConnecting
    /// The epoch and the last audit row in this connection's open transaction; nil until they are read.
    ///
    /// Only the writing session uses it, to save two queries per write. Every rollback resets it.
    var newest: StoreHead? { didSet { if newest == nil { (presentTokens, appIDs) = ([], [:]) } } }
    /// Tokens that exist, as of ``newest``: a write of another node, and every rollback, resets both.
    var presentTokens: Set<String> = []
    /// Numbers of apps that exist, as of ``newest`` or of the open snapshot.
    var appIDs: [String: Int] = [:]
    /// Whether a snapshot is open.
    private(set) var isSnapshot = false

    /// What edits of a group of writes ask.
    var editPlaces = EditPlaces()

    private var inserts = InsertTexts()

    /// Whether a pool closes it after one read, because the file may be written afterwards, or what it has read is damaged.
    package var isUsedOnce = false

    /// Takes a connection, which ``close()`` closes.
    package init(_ connection: any SQLConnecting) {
        self.connection = connection
    }

    /// Runs a statement whose answer is not wanted.
    ///
    /// In a transaction of a database server it is sent with the next statement that waits, so that many take one round
    /// trip; that one, or the commit, then throws its failure.
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
        do { try connection.post(sql, values) } catch { throw StoreError(error) }
    }

    /// Runs a statement to its end; returns how many rows it changed.
    @discardableResult
    package func change(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
        do { return try connection.run(sql, values) } catch { throw StoreError(error) }
    }

    /// Whether the writes of the group have to be done again, each alone: a failure may be that of an earlier one, or one of
    /// them could not be rolled back alone.
    package var hasLateFailure: Bool { connection.hasFailedPost }

    /// How often the session has waited for a database server.
    package var roundTripCount: Int { connection.roundTripCount }

    /// Inserts rows of one width, up to ``StatementLimits/insertRows`` with one statement.
    ///
    /// There are two texts for a table, because each is prepared. `queries` are for columns whose values are looked up, each
    /// with `?` for the row's parameter.
    func insert(
        into table: String, _ rows: some Collection<[SQLValue]>, queries: [Int: String] = [:], ending: String = ""
    ) throws(StoreError) {
        var rest = rows[...]
        while let width = rest.first?.count {
            let count = rest.count >= StatementLimits.insertRows ? StatementLimits.insertRows : 1
            let form = InsertTexts.Form(table: table, width: width, rows: count, queries: queries, ending: ending)
            try run(inserts.text(form), rest.prefix(count).flatMap { $0 })
            rest = rest.dropFirst(count)
        }
    }

    /// Runs an INSERT with a clause `RETURNING`; returns the integer that it returns for its last row.
    func insert(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> Int {
        var number: Int?
        // To the end, because SQLite ends the statement then.
        try forEach(sql, values) { row in number = row.integer(0) }
        guard let number else { throw StoreError.unreadable("an inserted row has no number") }
        return number
    }

    /// What the database's SQL has of its own.
    var dialect: any SQLDialect { connection.dialect }

    /// Makes a value from the first row of a query; nil when there is no row.
    package func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        var found: Value?
        try visit(sql, values) { row throws(StoreError) in
            found = try body(row)
            return false
        }
        return found
    }

    /// Makes a value from each row of a query.
    package func all<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var found: [Value] = []
        try forEach(sql, values) { row throws(StoreError) in found.append(try body(row)) }
        return found
    }

    /// Calls `body` with each row of a query.
    func forEach(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try visit(sql, values) { row throws(StoreError) in
            try body(row)
            return true
        }
    }

    /// Calls `body` with each row of a query that may have more rows than fit into memory, inside a transaction.
    func walk(_ sql: String, _ body: (borrowing SQLRow) -> Void) throws(StoreError) {
        do throws(SQLError) {
            try connection.walk(sql, []) { row in
                body(row)
                return true
            }
        } catch { throw StoreError(error) }
    }

    /// Calls `body` with each row of a query until it returns false or throws.
    private func visit(
        _ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var failure: StoreError?
        do throws(SQLError) {
            try connection.visit(sql, values) { row in
                do throws(StoreError) { return try body(row) } catch {
                    failure = error
                    return false
                }
            }
        } catch { throw StoreError(error) }
        if let failure { throw failure }
    }

    /// Whether the database has ended the transaction on its own, as SQLite does when a disk is full.
    package var hasLostTransaction: Bool { connection.isOutsideTransaction }

    /// Begins a transaction that may write.
    package func begin() throws(StoreError) {
        do { try connection.begin(.write) } catch { throw StoreError(error) }
    }

    /// Commits the open transaction; returns when it is on disk.
    package func commit() throws(StoreError) {
        do { try connection.commit() } catch { throw StoreError(error) }
    }

    /// Rolls back the open transaction, if there is one; if that fails, nothing can be committed either.
    package func rollback() {
        newest = nil
        forgetEdits()
        try? connection.rollback()
    }

    /// Reads at once what the edits of a group of writes will ask.
    package func foresee(_ rules: [EditedRule]) throws(StoreError) { try editPlaces.foresee(rules, in: self) }

    /// Makes the next edits ask the database.
    package func forgetEdits() { editPlaces = EditPlaces() }

    /// Begins a savepoint in the open transaction.
    package func beginSavepoint() throws(StoreError) {
        do { try connection.beginSavepoint() } catch { throw StoreError(error) }
    }

    /// Keeps what was done since the innermost savepoint, and ends the savepoint.
    package func releaseSavepoint() throws(StoreError) {
        do { try connection.releaseSavepoint() } catch { throw StoreError(error) }
    }

    /// Rolls back the innermost savepoint of the open transaction; if that is refused, ``hasLateFailure`` is true.
    package func rollbackSavepoint() throws(StoreError) {
        newest = nil
        forgetEdits()
        do { try connection.rollbackSavepoint() } catch { throw StoreError(error) }
    }

    /// Runs `body` on one snapshot of the database.
    package func snapshot<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        do { try connection.begin(.snapshot) } catch { throw StoreError(error) }
        isSnapshot = true
        defer {
            (isSnapshot, appIDs) = (false, [:])
            rollback()
        }
        do { return try body(self) } catch { throw StoreError(thrown: error) }
    }

    /// Runs `body` in one transaction, which is rolled back if it throws.
    package func transaction(_ body: (StoreSession) throws -> Void) throws(StoreError) {
        try begin()
        defer { rollback() }
        do { try body(self) } catch { throw StoreError(thrown: error) }
        try commit()
    }

    /// The value of a read; nil if what it reads is damaged.
    func undamaged<Value>(_ read: () throws(StoreError) -> Value) throws(StoreError) -> Value? {
        do throws(StoreError) { return try read() } catch {
            guard error.code == .corrupt else { throw error }
            return nil
        }
    }

    /// The byte strings of releases.
    var blobs: BlobTable { BlobTable(session: self) }

    /// Closes the connection.
    package func close() { connection.close() }
}

// MARK: Facts and head

extension StoreSession {
    /// The row of facts, and the number of migrations.
    package func facts() throws(StoreError) -> StoreFacts {
        let found = try first(
            "SELECT epoch, created_at, (SELECT max(ordinal) FROM migrations) FROM facts WHERE id = 1"
        ) { row in
            StoreFacts(epoch: row.integer(0), createdAt: row.instant(1), schemaVersion: row.integer(2))
        }
        guard let found else { throw Self.noFacts }
        return found
    }

    /// Makes the next ``head()`` read the database, because another process may have written.
    package func forgetHead() { newest = nil }

    /// The epoch and the last audit row.
    package func head() throws(StoreError) -> StoreHead {
        if let newest { return newest }
        let found = try first(
            """
            SELECT f.epoch, a.sequence, a.hash FROM facts f
            LEFT JOIN audit a ON a.sequence = (SELECT max(sequence) FROM audit) WHERE f.id = 1
            """
        ) { row in
            StoreHead(
                epoch: row.integer(0), sequence: row.integer(1),
                hash: row.optionalBytes(2) ?? AuditChain.start)
        }
        guard let found else { throw Self.noFacts }
        newest = found
        return found
    }

    /// The random name of the store, which its backups and copies keep; nil before the first opening with this layout.
    package func identity() throws(StoreError) -> String? {
        try first("SELECT identity FROM facts WHERE id = 1") { row in row.optionalText(0) } ?? nil
    }

    /// Gives a store that has no identity a new one.
    package func makeIdentity() throws(StoreError) {
        let identity = hex((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        try run("UPDATE facts SET identity = ?1 WHERE id = 1 AND identity IS NULL", [.text(identity)])
    }

    /// What the store lacks of a head that it had, as a sentence; nil if it lacks nothing.
    package func loss(since head: StoreHead) throws(StoreError) -> String? {
        let present = try self.head()
        if head.sequence > 0 {
            let query = "SELECT hash FROM audit WHERE sequence = ?1"
            let hash = try first(query, [.integer(head.sequence)]) { row in row.bytes(0) }
            // Older rows may have been cut.
            let oldest = try first("SELECT min(sequence) FROM audit") { row in row.optionalInteger(0) } ?? nil
            guard hash != nil || head.sequence < oldest ?? 0 else {
                return "it ends at audit row \(present.sequence), but \(head.sequence) was reached"
            }
            if let hash, !head.hash.isEmpty, hash != head.hash {
                return "its audit row \(head.sequence) is not the one that was written"
            }
        }
        return head.epoch > present.epoch
            ? "it is of epoch \(present.epoch), but \(head.epoch) was reached" : nil
    }

    /// Raises the epoch above its last value and above `floor`, and removes the mark of a copy; returns the new epoch.
    ///
    /// `reason` is for the audit; it is nil for a normal start, which has no audit row.
    package func raiseEpoch(atLeastAfter floor: Int, reason: String?, _ stamp: Stamp) throws(StoreError) -> Int {
        newest = nil
        let before = try facts().epoch
        let after = StoreHead.epoch(after: max(before, floor), stamp)
        try run("UPDATE facts SET epoch = ?1, is_copy = 0 WHERE id = 1", [.integer(after)])
        guard let reason else { return after }
        let text = AuditText.epoch(after, reason: reason)
        try audit(.storeEpoch, app: nil, before: AuditText.epoch(before), after: text, stamp)
        return after
    }

    /// Inserts the audit row of a backup, which is made before the copy.
    package func recordBackup(to path: String, _ stamp: Stamp) throws(StoreError) {
        try audit(.storeBackup, app: nil, before: nil, after: AuditText.backup(to: path), stamp)
    }

    /// Deletes the bytes that a publish staged or retention released before its process ended; for the opening of a store.
    ///
    /// - Parameter condition: SQL on their rows, where other processes may be staging bytes now.
    /// - Throws: The failure of a statement.
    package func deleteStagedBytes(where condition: String = "TRUE") throws(StoreError) {
        let staged = "SELECT id FROM blobs WHERE is_staged = 1 AND \(condition)"
        try blobs.delete(try all(staged) { row in row.integer(0) })
    }

    /// Makes the compiled indexes that releases of channels lack; for a migration, inside its transaction.
    package func makeIndexesOfChannels() throws(StoreError) { try IndexTable(session: self).makeForChannels() }

    /// The time up to which the clocks have agreed; 1970 before the first day.
    func settledTime() throws(StoreError) -> Instant {
        try first("SELECT coalesce(settled_at, 0) FROM facts WHERE id = 1") { row in row.instant(0) }
            ?? Instant(milliseconds: 0)
    }

    /// Compares all stored bytes of releases with their digests, or those of one release.
    ///
    /// Where bytes have no digest of their own, gzip forms and indexes are unpacked and compared.
    ///
    /// - Returns: What is damaged, by app and number.
    /// - Throws: A failure of the database that is no damage of one part.
    package func damagedReleases(_ app: String? = nil, _ version: Int? = nil) throws(StoreError) -> [ReleaseDamage] {
        try ContentTable(session: self).damaged(app, version)
    }

    /// Stores the digests of all bytes of releases; for a migration, inside its transaction.
    package func addDigests() throws(StoreError) { try ContentTable(session: self).addDigests() }

    private static var noFacts: StoreError { StoreError.unreadable("the row of facts is missing") }
}

extension StoreHead {
    /// The next epoch: the clock in seconds since 1970, and at least one more than the last.
    ///
    /// An epoch that only counts would be used twice: by a server that goes on, and by one that begins again with an
    /// older copy of the file. For two starts within one second, a store has to remember the last epoch.
    package static func epoch(after epoch: Int, _ stamp: Stamp) -> Int {
        max(epoch + 1, Int(stamp.at.milliseconds / 1000))
    }
}

// MARK: Instants

extension SQLValue {
    /// An instant, as milliseconds since 1970.
    package static func instant(_ instant: Instant) -> SQLValue { .integer(Int(instant.milliseconds)) }

    /// An instant, or NULL.
    static func optional(_ instant: Instant?) -> SQLValue { instant.map { .instant($0) } ?? .null }
}

extension SQLRow {
    func instant(_ column: Int) -> Instant { Instant(milliseconds: Int64(integer(column))) }

    /// The column as an instant; nil for NULL.
    func optionalInstant(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }
}

extension StoreSession {
    /// The condition that one of some columns contains a text, without ASCII case.
    ///
    /// - Parameters:
    ///   - text: the text; nil or an empty one is no condition.
    ///   - columns: columns of texts.
    ///   - number: the number of the statement's parameter that is the text.
    /// - Returns: the condition, which begins with AND, and the value of the parameter.
    func filter(_ text: String?, _ columns: [String], number: Int) -> (condition: String, values: [SQLValue]) {
        guard let text, !text.isEmpty else { return ("", []) }
        // Letters of ASCII alone, as lower() does for a column with the collation of bytes.
        let lowered = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        let places = columns.map { "\(dialect.position(of: "?\(number)", in: "lower(\($0))")) > 0" }
        return ("AND (\(places.joined(separator: " OR ")))", [.utf8(lowered)])
    }
}
