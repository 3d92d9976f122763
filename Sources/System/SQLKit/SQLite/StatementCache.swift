/// The prepared statements of a connection, by their text.
///
/// One thread at a time uses it: the thread that uses the connection.
final class StatementCache {
    /// A cached statement and the columns of its current row; `isBusy` while it runs.
    final class Slot: SQLRowSource {
        var statement: Statement
        var isBusy = false
        /// Whether a number of the current row is none that a program writes.
        var isMisread = false
        /// Whether the cache has it.
        fileprivate(set) var isCached = false

        init(_ statement: consuming Statement) { self.statement = statement }

        func isNull(_ column: Int) -> Bool { statement.isNull(column) }
        func integer(_ column: Int) -> Int {
            let number = statement.integer(column)
            guard SQLiteLimits.numbers.contains(number) else {
                isMisread = true
                return 0
            }
            return number
        }
        func text(_ column: Int) -> String { statement.text(column) }
        func append(_ column: Int, to buffer: inout [UInt8]) { statement.append(column, to: &buffer) }
    }

    /// A statement's text, which is hashed by its length: a hash of all its bytes takes as long as some statements, and few
    /// of a connection's statements have the same length.
    private struct Text: Hashable {
        let sql: String

        init(_ sql: String) { self.sql = sql }

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    private let countMax: Int
    private var slots: [Text: Slot] = [:]

    init(countMax: Int) { self.countMax = countMax }

    /// The statement with that text, marked as busy; nil if there is none, or if it runs already.
    func acquire(_ sql: String) -> Slot? {
        guard let slot = slots[Text(sql)], !slot.isBusy else { return nil }
        slot.isBusy = true
        return slot
    }

    /// Caches a statement that has run, or closes it if its text is cached already or the cache is full.
    func release(_ slot: Slot) {
        slot.statement.reset()
        (slot.isBusy, slot.isMisread) = (false, false)
        guard !slot.isCached else { return }
        let text = Text(slot.statement.sql)
        guard slots[text] == nil else { return slot.statement.close() }
        if slots.count >= countMax { closeIdle() }
        guard slots.count < countMax else { return slot.statement.close() }
        slots[text] = slot
        slot.isCached = true
    }

    /// Closes all statements that are not busy.
    func closeIdle() {
        for (text, slot) in slots where !slot.isBusy {
            slot.statement.close()
            slot.isCached = false
            slots[text] = nil
        }
    }
}
