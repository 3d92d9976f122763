import CanonicalJSON
import RouteServer

/// `waymark audit verify`.
enum AuditCommands {
    static let verify = Command.admin(
        "audit verify", "verify that no row of the audit was changed, removed or inserted",
        options: [.value("--database", "FILE", "verify a database file or a backup, without a server")],
        discussion: """
            Recomputes the hash chain from all rows in this process. Store the hash that it prints: if a later run finds \
            the same hash for that row, nothing before it was changed. Exits with 1 if the chain is broken.
            """
    ) { call async throws(CommandError) in
        if let path = call.arguments.text("--database") { return try verify(file: path, call) }
        var proof = AuditProof()
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

    private static func verify(file path: String, _ call: AdminCall) throws(CommandError) -> ExitCode {
        let found = try BackupCommands.inspect(path)
        let summary: JSONValue = [
            "rows": found.auditRows.map { .integer(Int64($0)) } ?? .null, "intact": .bool(found.complaints.isEmpty),
            "detail": found.complaints.first.map(JSONValue.string) ?? .null,
        ]
        _ = call.show(summary) { _ in
            found.complaints.isEmpty ? ["\(found.auditRows ?? 0) rows, intact; the file is whole"] : found.complaints
        }
        return found.complaints.isEmpty ? .done : .negative
    }
}
