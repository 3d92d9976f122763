import CanonicalJSON

/// `waymark audit cut`.
enum AuditCutCommand {
    static let command = Command.admin(
        "audit cut", "remove the oldest rows of the audit",
        options: [
            .value("--before", "TIME", "rows before this time, such as 2030-06-01; at least a day ago", required: true),
            .yes,
        ],
        discussion: """
            Export the rows before (audit export --to TIME) and keep the file. A row audit.cut and a line of the server \
            log keep the hash of the last removed row, and audit verify accepts an audit that begins behind it. The \
            newest row stays.
            """
    ) { call async throws(CommandError) in
        let before = try call.arguments.required("--before")
        try call.confirm("this removes the rows of the audit before \(before)", unattended: .refuses)
        let order: JSONValue = ["before": .string(before.utf8.count == 10 ? before + "T00:00:00Z" : before)]
        return call.show(try await call.demand("POST", "/v1/audit/cut", json: order.canonicalBytes)) { answer in
            guard answer["rows"] != 0 else { return ["there was nothing to remove"] }
            let more = answer["more"] == true ? ["more are left: run it again"] : []
            return [
                "removed \(answer.word("rows")) rows, up to \(answer.word("through")) with the hash \(answer.word("hash"))"
            ] + more
        }
    }
}
