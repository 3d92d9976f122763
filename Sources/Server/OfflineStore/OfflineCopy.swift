import ReleaseStore
import RouteModel
import StoreDatabases
import StoreRecords
import SystemIO

/// Copies of a whole store from one database into another, without a server.
package enum OfflineCopy {
    /// The rows that the target has, of those in the source.
    package typealias Share = (done: Int, total: Int)

    /// Copies a store; an interrupted copy goes on where it was.
    ///
    /// - Parameters:
    ///   - source: A path or a URI of PostgreSQL; it must have a store, which no server has open. A backup is only read.
    ///   - target: A path or a URI; without a store, or with an unfinished copy of the source.
    ///   - tell: Is called after each batch with the table, its rows, and those of all tables.
    /// - Returns: The number of rows.
    /// - Throws: The reason why the target is not a copy.
    package static func run(
        from source: String, to target: String, tell: (_ table: String, _ rows: Share, _ all: Share) -> Void
    ) throws(OfflineError) -> Int {
        let now = Instant(milliseconds: WallClock.milliseconds)
        do throws(StoreError) {
            let (from, to) = (try DatabasePlace(source), try DatabasePlace(target))
            guard try DatabaseCheck.hasStore(from, at: now) else {
                throw StoreError(.notFound, "There is no store in \(from).", hint: "Name the database of the server.")
            }
            // The target first, because opening a file raises the epoch of the source.
            let copy = try OpenedDatabase(copyAt: to, at: now)
            defer { copy.store.close() }
            // A backup stays as it is, byte for byte.
            let backup = try FileReading.backup(at: from)
            let original = backup == nil ? try OpenedDatabase(from, at: now, acceptsHead: false) { _ in } : nil
            defer {
                backup?.close()
                original?.store.close()
            }
            guard let source: any StoreReading = backup ?? original?.store else { return 0 }
            return try StoreCopy(from: source, to: copy.store).run {
                tell($0.table, ($0.rows, $0.total), ($0.allRows, $0.allTotal))
            }
        } catch {
            throw OfflineError(error)
        }
    }
}
