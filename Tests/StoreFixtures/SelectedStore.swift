import Foundation
package import ReleaseStore
package import SQLKit
import StoreDatabases
import StoreRecords
import TestSupport

/// The kind of store that the tests of operations use: `WAYMARK_STORE=postgres`, or SQLite.
package enum StoreKind: String, Sendable {
    /// One SQLite file.
    case sqlite
    /// A schema of a PostgreSQL database.
    case postgres

    /// The kind of this run; another word traps, so that a typing error does not test the wrong store.
    package static let selected: StoreKind = {
        let word = ProcessInfo.processInfo.environment["WAYMARK_STORE"] ?? "sqlite"
        guard let kind = StoreKind(rawValue: word) else { preconditionFailure("WAYMARK_STORE is not a store: \(word)") }
        return kind
    }()
}

/// Where a store of a test is: a file, or a schema of the cluster of this run.
package enum StorePlace: Sendable {
    /// The path of a database file.
    case file(String)
    /// The URI of a schema.
    case schema(String)

    /// Opens the store, as a start of the server does.
    package func open() throws -> any RuleStore {
        switch self {
        case .file(let path): try SQLiteRuleStore(path: path, at: .make())
        case .schema(let uri): try PostgresRuleStore(PostgresAddress(uri), Self.settings, use: .node)
        }
    }

    /// Runs statements without the store; `postgres` has those for PostgreSQL, if they differ in more than bytes.
    package func tamper(_ script: String, postgres: String? = nil) throws {
        switch self {
        case .file(let path): try StoreFixtures.tamper(path, script)
        case .schema(let uri):
            var connection = try PostgresConnection.open(PostgresAddress(uri), Self.settings)
            defer { connection.close() }
            try connection.runScript(Self.translated(postgres ?? script))
        }
    }

    /// Makes every statement of a kind fail, such as `INSERT ON audit`, until ``removeFault(before:)``.
    package func addFault(before step: String) throws {
        try tamper(
            "CREATE TRIGGER fault BEFORE \(step) BEGIN SELECT RAISE (ABORT, 'injected'); END",
            postgres: "CREATE TRIGGER fault BEFORE \(step) FOR EACH ROW EXECUTE FUNCTION audit_refuse()")
    }

    /// Ends what ``addFault(before:)`` began.
    package func removeFault(before step: String) throws {
        let table = step.split(separator: " ").last ?? ""
        try tamper("DROP TRIGGER fault", postgres: "DROP TRIGGER fault ON \(table)")
    }

    /// Removes triggers that keep a table of the audit from being changed: `audit_is_never_cut`.
    package func dropTriggers(_ names: [String]) throws {
        for name in names {
            let table = name.replacing(/_(is|are)_never_.*/, with: "")
            try tamper("DROP TRIGGER \(name)", postgres: "DROP TRIGGER \(name) ON \(table)")
        }
    }

    /// Makes staged bytes so old that an opening takes them for those of a process that has ended; a file needs no age.
    package func ageStagedBytes() throws {
        try tamper("", postgres: "UPDATE blobs SET made_at = made_at - interval '1 day'")
    }

    /// Writes bytes of a script, `zeroblob(32)` and `x'00'`, as PostgreSQL has them.
    private static func translated(_ script: String) -> String {
        script.replacing(/zeroblob\((length\(bytes\)|[0-9]+)\)/) { "decode(repeat('00', \($0.1)), 'hex')" }
            .replacing(/[xX]'([0-9a-f]*)'/) { "'\\x\($0.1)'::bytea" }
    }

    /// Makes a new schema in the cluster of this run; it is removed with the cluster.
    package static func newSchema() throws -> StorePlace {
        let cluster = try PostgresCluster.shared.get()
        let name = "s_" + UUID().uuidString.lowercased().replacing("-", with: "_")
        var connection = try PostgresConnection.open(PostgresAddress(cluster.uri()), settings)
        defer { connection.close() }
        try connection.runScript("CREATE SCHEMA \(name)")
        return .schema(cluster.uri(options: "options=-csearch_path%3D\(name)"))
    }

    /// Settings with longer limits than usual: the machine of the tests may be busy.
    package static var settings: PostgresSettings {
        var settings = PostgresSettings()
        settings.answerWait = .seconds(60)
        settings.commitWait = .seconds(60)
        settings.statementMilliseconds = 50_000
        settings.lockMilliseconds = 40_000
        return settings
    }
}

/// Runs the closure with a new store of the kind of this run, and its place; closes the store afterwards.
package func withSelectedStore<Result>(_ body: (any RuleStore, StorePlace) throws -> Result) throws -> Result {
    switch StoreKind.selected {
    case .sqlite:
        let folder = try TemporaryDirectory()
        return try withStore(at: .file(folder.file("waymark.db")), body)
    case .postgres: return try withStore(at: .newSchema(), body)
    }
}

private func withStore<Result>(
    at place: StorePlace, _ body: (any RuleStore, StorePlace) throws -> Result
) throws -> Result {
    let store = try place.open()
    defer { store.close() }
    return try body(store, place)
}
