#if os(Linux)
import CanonicalJSON
import OfflineStore

/// `waymark store`: copies a store from one database into another, and migrates one on a database server.
enum StoreCommands {
    static let copy = Command(
        name: "store copy",
        summary: "copy a store that no server has open into another database, such as from a file to PostgreSQL",
        options: [
            .value("--from", "DATABASE", "the SQLite file, or the URI of PostgreSQL", required: true),
            .value("--to", "DATABASE", "a new file, or the URI of an empty schema", required: true),
            .flag("--json", "print the number of rows as JSON"),
        ],
        discussion: """
            Copies every row, then compares both databases by digests and verifies the audit. A server refuses the copy \
            before that is done; after an interruption run the command again. The first start with the copy raises the \
            epoch, so that clients follow. The source stays as it is, but for its epoch; a backup \
            is only read, and compared with its SHA-256.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let (source, target) = (try arguments.required("--from"), try arguments.required("--to"))
            do throws(OfflineError) {
                let progress = Progress(terminal, "copying")
                defer { progress.end() }
                let count = try OfflineCopy.run(from: source, to: target) { table, rows, all in
                    progress.update(done: all.done, of: all.total)
                    guard rows.done == rows.total, !terminal.isInteractive else { return }
                    let left = progress.left(done: all.done, of: all.total)
                    let share = all.done * 100 / max(1, all.total)
                    terminal.printError("\(table): \(rows.done) rows, \(share) % of all\(left)")
                }
                terminal.say(
                    arguments.has("--json")
                        ? JSONValue.object(["rows": .integer(Int64(count))]).text
                        : "copied and compared \(count) rows")
                return .done
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
        })

    static let migrate = Command(
        name: "store migrate",
        summary: "make the tables on a database server, or bring them to this version, as their owner",
        options: [
            .value("--database", "DATABASE", "the URI of PostgreSQL", required: true, environment: "WAYMARK_DATABASE"),
            .flag("--json", "print what was done as JSON"),
        ],
        discussion: """
            A server does this at its start if its role may. Where servers have a role that may only read and write \
            rows, run this command as the owner of the tables before the first start, and before servers of a new \
            version start. Servers of the version before go on meanwhile.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let database = try arguments.required("--database")
            do throws(OfflineError) {
                let done = try OfflineDatabase.migrate(database)
                let lines = (done + ["the tables are those of this version"]).joined(separator: "\n")
                let json = JSONValue.object(["done": .array(done.map { .string($0) })])
                terminal.say(arguments.has("--json") ? json.text : lines)
                return .done
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
        })
}
#endif
