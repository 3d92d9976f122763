import RouteModel
import SQLiteKit

/// One named step of the schema.
///
/// Steps are only ever added at the end: a released step is never changed.
struct Migration: Sendable {
    /// Its name, kept in the file.
    let name: String
    /// Its statements, run in one transaction with the note that they were run.
    let script: String

    /// Marks a file as ours in SQLite's header: "WMRK".
    static let applicationID = 0x574D_524B

    /// Runs the migrations that a file has not had, each in a transaction.
    ///
    /// A file with an older layout is copied before, see ``MigrationBackup``.
    ///
    /// - Parameters:
    ///   - session: the writing connection.
    ///   - known: all migrations of this program, in order.
    ///   - at: the present instant, stored beside each migration.
    /// - Throws: `foreign` for another program's file, `newer` for a file with migrations that this program does not know.
    static func migrate(_ session: Session, to known: [Migration], at: Instant) throws(StoreError) {
        let applied = try verifyOwnership(session, of: known)
        for (ordinal, step) in known.enumerated().dropFirst(applied) {
            try session.withConnection { connection throws(DatabaseError) in
                try connection.transaction(.immediate) { inside throws(DatabaseError) in
                    try inside.runScript(step.script)
                    try inside.run(
                        "INSERT INTO migrations (ordinal, name, applied_at) VALUES (?1, ?2, ?3)",
                        [.integer(ordinal + 1), .text(step.name), .instant(at)])
                }
            }
        }
    }

    /// Proves, by reading alone, that a file is new or ours and not newer; returns how many steps it has had.
    @discardableResult
    static func verifyOwnership(_ session: Session, of known: [Migration]) throws(StoreError) -> Int {
        let applied = try appliedNames(session)
        guard applied.count <= known.count, applied.elementsEqual(known.prefix(applied.count).map(\.name)) else {
            throw StoreError(
                .newer, "The database was written by a newer Waymark: it has the steps \(applied).",
                hint: "Start the version that wrote it, or a later one; older ones never touch it.")
        }
        return applied.count
    }

    /// Names of the steps a file has had; none for a new file.
    private static func appliedNames(_ session: Session) throws(StoreError) -> [String] {
        let tables = try session.withConnection { connection throws(DatabaseError) in try connection.tableNames() }
        let mark = try session.withConnection { connection throws(DatabaseError) in
            try connection.pragma("application_id")
        }
        if tables.isEmpty && mark == "0" { return [] }
        guard mark == String(applicationID), tables.contains("migrations") else {
            throw StoreError(
                .foreign, "The file is a database of something else.",
                hint: "Name another file; Waymark makes a new one where there is none.")
        }
        return try session.all("SELECT name FROM migrations ORDER BY ordinal") { row in row.text(0) }
    }
}
