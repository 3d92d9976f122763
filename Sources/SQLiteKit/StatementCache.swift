/// The statements a connection keeps prepared, by their text.
///
/// Belongs to one connection and is used by whoever uses that connection, so by one thread at a time.
final class StatementCache {
    /// One kept statement; `isBusy` while it runs.
    final class Slot {
        var statement: Statement
        var isBusy = false

        init(_ statement: consuming Statement) { self.statement = statement }
    }

    private let countMax: Int
    private var slots: [String: Slot] = [:]

    init(countMax: Int) { self.countMax = countMax }

    /// The statement for that text, marked busy; nil when it is not there or is running already.
    func take(_ sql: String) -> Slot? {
        guard let slot = slots[sql], !slot.isBusy else { return nil }
        slot.isBusy = true
        return slot
    }

    /// Keeps a statement that has just run, or closes it when there is one like it or no room.
    func give(_ slot: Slot) {
        slot.statement.reset()
        slot.isBusy = false
        if let kept = slots[slot.statement.sql] {
            if kept !== slot { slot.statement.close() }
            return
        }
        if slots.count >= countMax { closeIdle() }
        if slots.count < countMax { slots[slot.statement.sql] = slot } else { slot.statement.close() }
    }

    /// Closes all statements that do not run.
    func closeIdle() {
        for (sql, slot) in slots where !slot.isBusy {
            slot.statement.close()
            slots[sql] = nil
        }
    }
}
