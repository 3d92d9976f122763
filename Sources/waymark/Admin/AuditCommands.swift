import CanonicalJSON
import RouteServer

/// `waymark audit verify`.
enum AuditCommands {
    static let verify = Command.admin(
        "audit verify", "verify that no row of the audit was changed, removed or inserted",
        options: [
            .value("--database", "FILE", "verify a database file or a backup, without a server"),
            .value(
                "--expect", "HASH", "a row with this hash must be there; SEQUENCE:HASH also says which row",
                repeats: true),
        ],
        discussion: """
            Recomputes the hash chain from all rows in this process. A program that can write the file can rewrite the \
            whole chain, so compare it with a hash that is stored elsewhere: --expect takes a hash that an earlier run \
            printed, or SEQUENCE:HASH from a line `audit checkpoint` of the server log. If that row is there, nothing \
            up to it was changed. Exits with 1 if the chain is broken, or an expected row is not there.
            """
    ) { call async throws(CommandError) in
        if let path = call.arguments.text("--database") { return try verify(file: path, call) }
        var proof = try proof(call)
        var cursor: String?
        let progress = Progress(call.terminal, "reading the audit")
        defer { progress.end() }
        for _ in 0..<AdminLimits.auditPagesMax {
            let after = cursor.map { "&after=" + AdminCall.escaped($0) } ?? ""
            let page = try await call.demand("GET", "/v1/audit?limit=1000\(after)")
            for row in page.json["audit"]?.arrayValue ?? [] { proof.add(row) }
            let left = page.json["audit"]?.arrayValue?.last?["sequence"]?.integerValue ?? 0
            progress.update(done: proof.rows, of: proof.rows + max(0, Int(left) - 1))
            cursor = page.json["next"]?.stringValue
            if cursor == nil || proof.failure != nil { break }
        }
        progress.end()
        let failure = proof.finished()
        let summary: JSONValue = [
            "rows": .integer(Int64(proof.rows)), "intact": .bool(failure == nil), "hash": .string(proof.newestHash),
            "detail": failure.map(JSONValue.string) ?? .null,
        ]
        _ = call.show(summary) { _ in
            [failure.map { "broken: \($0)" } ?? "\(proof.rows) rows, intact; the last has the hash \(proof.newestHash)"]
        }
        return failure == nil ? .done : .negative
    }

    private static func proof(_ call: AdminCall) throws(CommandError) -> AuditProof {
        do throws(ServerStartError) { return try AuditProof(expecting: call.arguments.all("--expect")) } catch {
            throw CommandError(.usage, error.detail, hint: error.hint)
        }
    }

    private static func verify(file path: String, _ call: AdminCall) throws(CommandError) -> ExitCode {
        _ = try proof(call)
        let found = try BackupCommands.inspect(path, expecting: call.arguments.all("--expect"))
        let summary: JSONValue = [
            "rows": found.auditRows.map { .integer(Int64($0)) } ?? .null, "intact": .bool(found.complaints.isEmpty),
            "hash": found.auditHash.map(JSONValue.string) ?? .null,
            "detail": found.complaints.first.map(JSONValue.string) ?? .null,
        ]
        _ = call.show(summary) { _ in
            guard found.complaints.isEmpty else { return found.complaints }
            let last = found.auditHash.map { $0.isEmpty ? "" : "; the last has the hash \($0)" } ?? ""
            return ["\(found.auditRows ?? 0) rows, intact; the file is whole\(last)"]
        }
        return found.complaints.isEmpty ? .done : .negative
    }
}
