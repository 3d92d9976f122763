#if os(Linux)
import CanonicalJSON
import OfflineStore

/// `waymark audit verify`.
enum AuditCommands {
    static let verify = Command.admin(
        "audit verify", "verify that no row of the audit was changed, removed or inserted",
        options: [
            .value("--database", "DATABASE", "verify a file, a backup or the URI of PostgreSQL, without a server"),
            .value(
                "--expect", "HASH", "a row with this hash must be there; SEQUENCE:HASH also says which row",
                repeats: true),
            .flag("--rows-only", "do not read the changes that are stored beside their rows"),
        ],
        discussion: """
            Recomputes the hash chain from all rows in this process. A program that can write the file can rewrite the \
            whole chain, so compare it with a hash that is stored elsewhere: --expect takes a hash that an earlier run \
            printed, or SEQUENCE:HASH from a line `audit checkpoint` of the server log. If that row is there, nothing \
            up to it was changed. A server is also asked for its newest row and for the changes that are stored beside their \
            rows; the output says what was proved and what was not (with --json on standard error). Exits with 1 if the chain is broken, or an expected row is not there.
            """
    ) { call async throws(CommandError) in
        if let path = call.arguments.text("--database") { return try verify(file: path, call) }
        var proof = try proof(call)
        var isFirst = true
        let progress = Progress(call.terminal, "reading the audit")
        defer { progress.end() }
        let resource = "/v1/audit?limit=1000"
        // The server makes the next page while this process verifies one.
        var ahead: Task<Result<ServerAnswer, CommandError>, Never>?
        try await call.pages(resource) { path async throws(CommandError) in
            let page = if let ahead { try await ahead.value.get() } else { try await call.demand("GET", path) }
            ahead = page.json["next"]?.stringValue.map { next in
                let path = AdminCall.page(resource, after: next)
                return Task {
                    do throws(CommandError) { return .success(try await call.demand("GET", path)) } catch {
                        return .failure(error)
                    }
                }
            }
            if isFirst { proof.expect(head: page.auditHead) }
            isFirst = false
            for row in page.json["audit"]?.arrayValue ?? [] { proof.add(row) }
            let left = page.json["audit"]?.arrayValue?.last?["sequence"]?.integerValue ?? 0
            progress.update(done: proof.rows, of: proof.rows + max(0, Int(left) - 1))
            return proof.failure == nil ? page.json["next"]?.stringValue : nil
        }
        if proof.finished() == nil, !call.arguments.has("--rows-only") { try await verifyChanges(&proof, call) }
        progress.end()
        return show(proof, call)
    }

    /// Reads and verifies the changes that are stored beside their rows.
    private static func verifyChanges(_ proof: inout AuditProof, _ call: AdminCall) async throws(CommandError) {
        for sequence in proof.rowsWithChanges {
            var changes: [JSONValue]? = []
            try await call.pages("/v1/audit/\(sequence)?limit=1000") { path async throws(CommandError) in
                let answer = try await call.ask("GET", path)
                if answer.problemCode == "store-corrupt" {
                    changes = nil
                    return nil
                }
                guard answer.isSuccess else { throw call.refusal(answer) }
                changes? += answer.json["changes"]?.arrayValue ?? []
                return answer.json["next"]?.stringValue
            }
            proof.verify(changes: changes, of: sequence)
            guard proof.failure == nil else { return }
        }
    }

    private static func show(_ proof: AuditProof, _ call: AdminCall) -> ExitCode {
        let failure = proof.finished()
        let (proved, open) = failure == nil ? proof.sentences : ([], [])
        let cut = failure == nil ? proof.cutThrough : nil
        let summary: JSONValue = [
            "rows": .integer(Int64(proof.rows)), "intact": .bool(failure == nil), "hash": .string(proof.newestHash),
            "detail": failure.map(JSONValue.string) ?? .null,
        ]
        let sentences = proved.map { "proved: \($0)" } + open.map { "not proved: \($0)" }
        _ = call.show(adding(cut, to: summary)) { _ in
            if let failure { return ["broken: \(failure)"] }
            let intact = "\(proof.rows) rows, intact; the last has the hash \(proof.newestHash)"
            return [intact] + text(of: cut) + sentences
        }
        // The JSON has the members of 0.1.0, which scripts compare.
        if call.arguments.has("--json") { sentences.forEach(call.terminal.printError) }
        return failure == nil ? .done : .negative
    }

    /// The summary of a verification with the last removed row, if there is one.
    private static func adding(_ cut: Int?, to summary: JSONValue) -> JSONValue {
        guard let cut, case .object(var members) = summary else { return summary }
        members["cutThrough"] = .integer(Int64(cut))
        return .object(members)
    }

    private static func text(of cut: Int?) -> [String] {
        cut.map { ["rows 1 to \($0) were removed by audit cut; the rest begins at that checkpoint"] } ?? []
    }

    private static func proof(_ call: AdminCall) throws(CommandError) -> AuditProof {
        do throws(OfflineError) { return try AuditProof(expecting: call.arguments.all("--expect")) } catch {
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
        let cut = found.complaints.isEmpty ? found.auditCutThrough : nil
        _ = call.show(adding(cut, to: summary)) { _ in
            guard found.complaints.isEmpty else { return found.complaints }
            let last = found.auditHash.map { $0.isEmpty ? "" : "; the last has the hash \($0)" } ?? ""
            return ["\(found.auditRows ?? 0) rows, intact; the file is whole\(last)"] + text(of: cut)
        }
        return found.complaints.isEmpty ? .done : .negative
    }
}
#endif
