import StoreRecords
import SystemIO

/// Whether the database server can be reached, as the thread that learns of changes has found.
///
/// Reads and writes of a server that is away fail at once, instead of after the time that a connection needs to fail.
final class DatabasePresence: Sendable {
    private struct State {
        var isOpened = false
        var isAway = false
    }

    private let state = Monitor(State())

    /// Whether the store was opened: its tables exist in this program's layout.
    var isOpened: Bool { state.withLock { $0.isOpened } }

    /// Records that the store was opened.
    func noteOpened() { state.withLock { $0.isOpened = true } }

    /// Sets whether the server cannot be reached.
    func set(isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// Throws `away` if the server cannot be reached.
    func verify() throws(StoreError) {
        guard state.withLock({ $0.isAway }) else { return }
        throw StoreError(
            .away, "The database server cannot be reached.",
            hint: "Nothing was changed, and clients are served meanwhile. The log of Waymark has the reason.")
    }
}
