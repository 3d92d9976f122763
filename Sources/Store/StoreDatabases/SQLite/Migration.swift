import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// One named change of the database's layout.
///
/// New migrations are added at the end; a released one is never changed.
struct Migration: Sendable {
    /// Its name, stored in the file.
    let name: String
    /// Its statements, run in one transaction with the insertion of its name.
    let script: String
    /// What is done after the statements, in the same transaction; nil for nothing.
    var work: (@Sendable (StoreSession, Stamp) throws(StoreError) -> Void)?

    /// The application id in SQLite's header: "WMRK".
    static let applicationID = 0x574D_524B

    /// Runs the migrations that a file has not had, each in a transaction.
    ///
    /// A file with an older layout is copied before, see ``MigrationBackup``.
    ///
    /// - Parameters:
    ///   - session: the writing connection.
    ///   - known: all migrations of this program, in order.
    ///   - stamp: the author of the changes, and the present instant, which is stored beside each migration.
    /// - Throws: `foreign` for another program's file, `newer` for a file with migrations that this program does not know.
    static func migrate(_ session: StoreSession, to known: [Migration], _ stamp: Stamp) throws(StoreError) {
        let applied = try verifyOwnership(session, of: known)
        for (ordinal, step) in known.enumerated().dropFirst(applied) {
            try session.transaction { session in
                try session.withConnection { connection throws(DatabaseError) in
                    try connection.runScript(step.script)
                }
                try step.work?(session, stamp)
                try session.run(
                    "INSERT INTO migrations (ordinal, name, applied_at) VALUES (?1, ?2, ?3)",
                    [.integer(ordinal + 1), .text(step.name), .instant(stamp.at)])
            }
        }
    }

    /// Refuses another program's file before it is opened for writing: SQLite would make files beside it.
    static func verifyOwnership(ofFile path: String) throws(StoreError) {
        guard PrivateFile.byteCount(path) > 0, let session = try? StoreInspection.open(path, .immutable) else { return }
        defer { session.close() }
        do throws(StoreError) { _ = try appliedNames(session) } catch {
            if error.code == .foreign { throw error }
        }
    }

    /// Verifies, without writing, that a file is new, or Waymark's and not newer; returns the number of its migrations.
    @discardableResult
    static func verifyOwnership(_ session: StoreSession, of known: [Migration]) throws(StoreError) -> Int {
        let applied = try appliedNames(session)
        if applied.last == CopyMark.migration, known.last?.name != CopyMark.migration { throw CopyMark.refusal }
        guard applied.count <= known.count, applied.elementsEqual(known.prefix(applied.count).map(\.name)) else {
            throw StoreError(
                .newer, "The database was written by a newer Waymark: it has the migrations \(applied).",
                hint: "Start the version that wrote it, or a later one; older versions do not change it.")
        }
        return applied.count
    }

    /// The names of a file's migrations; none for a new file.
    private static func appliedNames(_ session: StoreSession) throws(StoreError) -> [String] {
        let tables = try session.withConnection { connection throws(DatabaseError) in try connection.tableNames() }
        let mark = try session.withConnection { connection throws(DatabaseError) in
            try connection.pragma("application_id")
        }
        if tables.isEmpty && mark == "0" { return [] }
        guard mark == String(applicationID), tables.contains("migrations") else {
            throw StoreError(
                .foreign, "The file is another program's database.",
                hint: "Name another file; Waymark makes a new one if there is none.")
        }
        return try session.all("SELECT name FROM migrations ORDER BY ordinal") { row in row.text(0) }
    }
}
