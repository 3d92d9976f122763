import SQLSessions

/// The prepared statements of a connection, by their text.
///
/// One thread at a time uses it: the thread that uses the connection.
final class StatementCache {
    /// A cached statement and the columns of its current row; `isBusy` while it runs.
    final class Slot: SQLRowSource {
        var statement: Statement
        var isBusy = false

        init(_ statement: consuming Statement) { self.statement = statement }

        func isNull(_ column: Int) -> Bool { statement.isNull(column) }
        func integer(_ column: Int) -> Int { statement.integer(column) }
        func text(_ column: Int) -> String { statement.text(column) }
        func append(_ column: Int, to buffer: inout [UInt8]) { statement.append(column, to: &buffer) }
    }

    private let countMax: Int
    private var slots: [String: Slot] = [:]

    init(countMax: Int) { self.countMax = countMax }

    /// The statement with that text, marked as busy; nil if there is none, or if it runs already.
    func acquire(_ sql: String) -> Slot? {
        guard let slot = slots[sql], !slot.isBusy else { return nil }
        slot.isBusy = true
        return slot
    }

    /// Caches a statement that has run, or closes it if its text is cached already or the cache is full.
    func release(_ slot: Slot) {
        slot.statement.reset()
        slot.isBusy = false
        if let cached = slots[slot.statement.sql] {
            if cached !== slot { slot.statement.close() }
            return
        }
        if slots.count >= countMax { closeIdle() }
        if slots.count < countMax { slots[slot.statement.sql] = slot } else { slot.statement.close() }
    }

    /// Closes all statements that are not busy.
    func closeIdle() {
        for (sql, slot) in slots where !slot.isBusy {
            slot.statement.close()
            slots[sql] = nil
        }
    }
}
