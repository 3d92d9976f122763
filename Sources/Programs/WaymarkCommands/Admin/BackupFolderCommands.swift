#if os(Linux)
import CanonicalJSON
import OfflineStore

/// `waymark backup list` and `waymark backup verify`, which need no server.
enum BackupFolderCommands {
    static let list = command(
        "backup list", "list the backups in a folder, or one: age, size, content, and whether it is intact",
        discussion: """
            Lists what servers made there themselves (the setting backupFolder), oldest first. Reads all of each file: \
            compares it with its FILE.sha256, and checks its structure, the stored digests of its releases and the hash \
            chain of its audit. To save a backup in a file named list, write ./list.
            """
    ) { _ in .done }

    static let verify = command(
        "backup verify", "check that every backup in a folder, or one, opens and is intact",
        discussion: """
            Finds every changed bit by FILE.sha256 beside the backup, and damaged releases by name without it, too. Exits \
            with 1 if one of them is damaged, or if the folder has none.
            """
    ) { found in found.isEmpty || found.contains { $0.complaint != nil } ? .negative : .done }

    private static func command(
        _ name: String, _ summary: String, discussion: String,
        _ exit: @escaping @Sendable ([OfflineBackups.Examined]) -> ExitCode
    ) -> Command {
        Command(
            name: name, summary: summary, operands: "PATH", operandCount: 1...1,
            options: [.flag("--json", "print the result as JSON")], discussion: discussion,
            action: .blocking { arguments, terminal throws(CommandError) in
                let path = arguments.operands[0]
                let found: [OfflineBackups.Examined]
                do throws(OfflineError) { found = try OfflineBackups.examine(path) } catch {
                    throw CommandError(.usage, error.detail, hint: error.hint)
                }
                let call = AdminCall(arguments: arguments, terminal: terminal)
                _ = call.show(["backups": .array(found.map(json))]) { _ in lines(found, at: path) }
                return exit(found)
            })
    }

    private static func json(_ backup: OfflineBackups.Examined) -> JSONValue {
        let found = backup.findings
        func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
        return [
            "path": .string(backup.path), "bytes": number(backup.bytes), "ageSeconds": number(backup.ageSeconds),
            "layout": number(found?.layout), "epoch": number(found?.epoch), "apps": number(found?.apps),
            "releases": number(found?.releases), "auditRows": number(found?.auditRows),
            "intact": .bool(backup.complaint == nil), "sha256": .bool(found?.hasDigest == true),
            "detail": backup.complaint.map(JSONValue.string) ?? .null,
        ]
    }

    private static func lines(_ found: [OfflineBackups.Examined], at path: String) -> [String] {
        guard !found.isEmpty else { return ["no server has made backups in \(path)"] }
        var table = TextTable("AGE", "BYTES", "LAYOUT", "APPS", "RELEASES", "STATE", "FILE")
        for backup in found {
            let content = backup.findings
            func text(_ value: Int?) -> String { value.map(String.init) ?? "-" }
            table.add(
                backup.ageSeconds.map(age) ?? "-", text(backup.bytes), text(content?.layout), text(content?.apps),
                text(content?.releases), backup.complaint ?? (content?.hasDigest == true ? "intact" : older),
                backup.path)
        }
        return table.lines
    }

    /// The state of an intact backup without the file of its digest.
    static let older = "made before this release; contents checked, rows not"

    /// A time in the largest unit of which it has at least two, such as `36 h`.
    static func age(_ seconds: Int) -> String {
        let units = [(86_400, "d"), (3600, "h"), (60, "min")]
        let unit = units.first { seconds >= 2 * $0.0 } ?? (1, "s")
        return "\(seconds / unit.0) \(unit.1)"
    }
}
#endif
