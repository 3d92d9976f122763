#if os(Linux)
import CanonicalJSON
import OfflineStore

/// `waymark database compact`: rewrites a database file without its free pages.
enum CompactCommand {
    static let command = Command(
        name: "database compact", aliases: ["compact"],
        summary: "make the file of a database that no server has open as short as its content",
        options: [
            .value("--database", "FILE", "the SQLite file", required: true, environment: "WAYMARK_DATABASE"),
            .flag("--json", "print the lengths before and after as JSON"),
        ],
        discussion: """
            Needs free space of twice the file on its disk. If it is interrupted, the file is unchanged. A server gives \
            free pages of the file back itself from then on; in files of version 0.1.0 it cannot.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let database = try arguments.required("--database")
            do throws(OfflineError) {
                let (before, after) = try OfflineDatabase.compact(database)
                terminal.say(
                    arguments.has("--json")
                        ? JSONValue.object(["before": .integer(Int64(before)), "after": .integer(Int64(after))]).text
                        : "\(database) had \(before) bytes and has \(after) now")
                return .done
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
        })
}
#endif
