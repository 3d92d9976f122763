#if os(Linux)
import CanonicalJSON
import OfflineStore

/// `waymark database check`: compares what a database has with the digests that it stores of it.
enum DatabaseCheckCommand {
    static let command = Command(
        name: "database check", summary: "check a database, whether a server has it open or not; changes nothing",
        options: [
            .value(
                "--database", "DATABASE", "the SQLite file, or the URI of PostgreSQL", required: true,
                environment: "WAYMARK_DATABASE"),
            .flag("--json", "print the result as JSON"),
        ],
        discussion: """
            Reads all of it: the structure of a file, the stored digests of bodies, gzip forms, compiled indexes and drafts of \
            releases, and the hash chain of its audit. Prints one line for each damage, and exits with 1 if there is any. \
            A server makes damaged gzip forms and indexes again when it starts.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let database = try arguments.required("--database")
            let found = try BackupCommands.inspect(database)
            let call = AdminCall(arguments: arguments, terminal: terminal)
            let json: JSONValue = [
                "intact": .bool(found.complaints.isEmpty), "damage": .array(found.complaints.map(JSONValue.string)),
            ]
            _ = call.show(json) { _ in found.complaints.isEmpty ? [BackupCommands.text(found)] : found.complaints }
            return found.complaints.isEmpty ? .done : .negative
        })
}
#endif
