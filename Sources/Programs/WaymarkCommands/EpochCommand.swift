#if os(Linux)
import CanonicalJSON
import OfflineStore

/// `waymark epoch raise`: raises the epoch in the database itself, so that clients follow its heads.
enum EpochCommand {
    static let raise = Command(
        name: "epoch raise", summary: "let clients follow a database again",
        options: [
            .value(
                "--database", "DATABASE", "the SQLite file, which no server has open, or the URI of PostgreSQL",
                required: true, environment: "WAYMARK_DATABASE"),
            .value("--above", "EPOCH", "an epoch that clients have seen; the new one is higher"),
            .flag("--accept-head", "open it although its -head file is missing, damaged or too old"),
            .flag("--json", "print the new epoch as JSON"),
        ],
        discussion: """
            Clients ignore heads whose epoch is lower than one that they have seen. Every start of a server sets the \
            epoch to the clock in seconds since 1970, or to the last one plus 1 if that is more; usually, a \
            restart is enough. This command is for clients that have seen a higher epoch from another server or a wrong \
            clock: --above takes `epoch` of the head that such a client has. The audit has a row `store.epoch`.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let database = try arguments.required("--database")
            let floor = try arguments.integer("--above", in: 0...OfflineDatabase.epochMax)
            do throws(OfflineError) {
                let epoch = try OfflineDatabase.raiseEpoch(
                    of: database, above: floor, acceptsHead: arguments.has("--accept-head"))
                terminal.say(
                    arguments.has("--json")
                        ? JSONValue.object(["epoch": .integer(Int64(epoch))]).text
                        : "the epoch of \(database) is now \(epoch)")
                return .done
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
        })
}
#endif
