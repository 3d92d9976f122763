import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// A file with what a node needs to serve clients: a copy of parts of a store that is elsewhere.
///
/// It has the tables of a store, so that the same operations read it, and one more; no version opens it as a store. What
/// is lost with it can be copied again: commits do not wait for the disk, a crash leaves an earlier state that is whole,
/// and a file that cannot be opened is made anew. `@unchecked Sendable`: as of ``StoreFiles``.
final class StateFile: WriteTarget, @unchecked Sendable {
    let session: StoreSession
    /// There is no file of heads: the state is not the truth.
    let headFailureCount = 0
    private(set) var head: StoreHead?
    private var lock: FileLock

    /// The layouts of 0.2.0 and before have no step behind that of the state; a file of 0.2.0 gets the others.
    private static let migrations =
        Array(Migration.all.prefix(layoutBefore)) + [
            Migration(
                name: "state of a node",
                script: """
                    CREATE TABLE node_state (
                        id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL, sequence INTEGER NOT NULL
                    );
                    INSERT INTO node_state (id, epoch, sequence) VALUES (1, 0, 0);
                    INSERT INTO facts (id, epoch, created_at) VALUES (1, 0, 0);
                    """)
        ] + Migration.all.dropFirst(layoutBefore)

    /// The number of a store's migrations in 0.2.0.
    private static let layoutBefore = 16

    /// Opens the file, or makes it; throws `locked` if another process has it, and the failures of the disk.
    init(path: String, at: Instant) throws(StoreError) {
        do { try PrivateFile.make(path, mustBeNew: false) } catch { throw .system(error.errno, "open \(path)") }
        lock = try StoreFiles.takeLock(path)
        do throws(StoreError) {
            session = try Self.opened(path, at)
        } catch {
            lock.close()
            throw error
        }
    }

    private static func opened(_ path: String, _ at: Instant) throws(StoreError) -> StoreSession {
        do throws(StoreError) { return try prepared(path, at) } catch {
            guard [.newer, .foreign, .corrupt].contains(error.code) else { throw error }
            for name in [path, path + "-wal", path + "-shm"] { try? PrivateFile.remove(name) }
            do { try PrivateFile.make(path, mustBeNew: false) } catch { throw .system(error.errno, "open \(path)") }
            return try prepared(path, at)
        }
    }

    private static func prepared(_ path: String, _ at: Instant) throws(StoreError) -> StoreSession {
        let session = try StoreFiles.openSession(path)
        do throws(StoreError) {
            try session.withConnection { connection throws(DatabaseError) in
                try connection.setPragma("trusted_schema", "OFF")
                try connection.setPragma("temp_store", "MEMORY")
                try connection.setPragma("journal_mode", "WAL")
                try connection.setPragma("synchronous", "NORMAL")
                // The rows that others refer to are not all copied.
                try connection.setPragma("foreign_keys", "OFF")
                try connection.setPragma("journal_size_limit", FileLimits.journalBytesKept)
            }
            try Migration.migrate(session, to: migrations, Stamp(by: .machine("waymark"), at: at))
            // A file of 0.2.0 has no hash, and no migration can stand between those of later stores.
            let columns = try session.all("SELECT name FROM pragma_table_info('node_state')") { row in row.text(0) }
            if !columns.contains("hash") { try session.run("ALTER TABLE node_state ADD COLUMN hash BLOB") }
        } catch {
            session.close()
            throw error
        }
        return session
    }

    func begin() throws(StoreError) { try session.begin() }

    func committed(_ head: StoreHead) { self.head = head }

    func recover(after error: StoreError) {
        if error.isOfTheDatabase { session.discardCachedPages() }
    }

    func close() {
        session.close()
        lock.close()
    }
}
