#if os(Linux)
import CanonicalJSON
import HTTPFetching
import OfflineStore
import SystemIO

/// `waymark backup create` and `waymark backup restore`.
enum BackupCommands {
    static let backup = Command.admin(
        "backup create", also: ["backup"],
        "save a consistent copy of the database; the server goes on writing", operands: "FILE", count: 1...1,
        discussion: """
            Verifies the copy before the file gets its name: that it is what the server sent, its structure, the stored \
            digests of its releases, and the hash chain of its audit. FILE.sha256 gets its SHA-256.
            """
    ) { call async throws(CommandError) in
        let path = call.arguments.operands[0]
        guard !Files.exists(path) else {
            throw CommandError(.usage, "\(path) exists already", hint: "give a new name; a backup overwrites no file")
        }
        let part = path + ".part"
        Files.remove(part)
        let progress = Progress(call.terminal, "saving \(path)")
        defer { progress.end() }
        let (count, sent) = try call.connection().download("POST", "/v1/backup", to: part) { done, total in
            progress.update(done: done, of: total)
        }
        progress.end()
        let digest: [UInt8]
        let found: OfflineDatabase.Findings
        do throws(OfflineError) {
            digest = try OfflineBackups.digest(of: part, sent: sent)
            found = try OfflineDatabase.inspect(part)
        } catch {
            Files.remove(part)
            throw ServerConnection.impostor(
                try call.connection().text, "POST", "/v1/backup", "200 and what is no whole database: \(error.detail)")
        }
        guard found.complaints.isEmpty else {
            throw CommandError(.refused, "the copy is damaged: \(found.complaints[0])", hint: "it is in \(part)")
        }
        do throws(OfflineError) { try OfflineBackups.keep(part, as: path, digest: digest) } catch {
            throw CommandError(.usage, error.detail, hint: error.hint)
        }
        return call.show(summary(found, ["file": .string(path), "bytes": .integer(Int64(count))])) { _ in
            ["saved \(count) bytes to \(path): \(text(found))"]
        }
    }

    static let restore = Command(
        name: "backup restore", aliases: ["restore-backup"],
        summary: "replace a database that no server has open by a backup",
        operands: "FILE", operandCount: 1...1,
        options: [
            .value("--database", "FILE", "the database", required: true, environment: "WAYMARK_DATABASE"), .yes,
            .flag("--json", "print the result as JSON"),
        ],
        discussion: """
            Verifies the backup first. An existing database is kept under another name, after a question or with --yes. \
            The epoch is raised, so that every client accepts the restored releases.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let call = AdminCall(arguments: arguments, terminal: terminal)
            let database = try arguments.required("--database")
            if Files.exists(database) {
                try call.confirm("\(database) exists already and will be replaced", unattended: .refuses)
            }
            do throws(OfflineError) {
                let done = try OfflineDatabase.restore(arguments.operands[0], to: database)
                let kept = done.kept.map(JSONValue.string) ?? .null
                return call.show(summary(done.findings, ["database": .string(database), "kept": kept])) { _ in
                    let old = done.kept.map { ["the old database is kept as \($0)"] } ?? []
                    return ["restored \(database): \(text(done.findings)), epoch \(done.findings.epoch)"] + old
                }
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
        })

    private static func summary(_ found: OfflineDatabase.Findings, _ more: [String: JSONValue]) -> JSONValue {
        let members: [String: JSONValue] = [
            "epoch": .integer(Int64(found.epoch)), "apps": .integer(Int64(found.apps)),
            "releases": .integer(Int64(found.releases)), "auditRows": .integer(Int64(found.auditRows ?? 0)),
        ]
        return .object(members.merging(more) { _, new in new })
    }

    /// The content of an intact database in a line.
    static func text(_ found: OfflineDatabase.Findings) -> String {
        "\(found.apps) apps, \(found.releases) releases, \(found.auditRows ?? 0) audit rows, intact"
    }

    /// Checks a database file: its structure and the hash chain of its audit.
    static func inspect(
        _ path: String, expecting expectations: [String] = []
    ) throws(CommandError) -> OfflineDatabase.Findings {
        do throws(OfflineError) { return try OfflineDatabase.inspect(path, expecting: expectations) } catch {
            throw CommandError(.negative, error.detail, hint: error.hint)
        }
    }
}
#endif
