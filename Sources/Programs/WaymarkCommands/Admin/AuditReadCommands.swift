import CanonicalJSON
import RouteModel

/// `waymark audit list`, `waymark audit show` and `waymark audit export`.
enum AuditReadCommands {
    static let all: [Command] = [
        list,
        .admin(
            "audit show", "show one row of the audit, and rule by rule what it changed", operands: "NUMBER",
            count: 1...1,
            discussion: "Prints each changed rule with its text before (-) and after (+)."
        ) { call async throws(CommandError) in try await show(call) },
        .admin(
            "audit export", "print the audit as JSON lines, oldest row first",
            options: filters + [
                .value("--after", "NUMBER", "begin behind this row; 0 by default"),
                .flag("--changes", "print a line for each changed rule behind its row"),
            ],
            discussion: """
                The number of the last row that was printed continues an export: add it as --after and append the \
                output to the same file.
                """
        ) { call async throws(CommandError) in try await export(call) },
    ]

    private static let filters: [CommandOption] = [
        .value("--app", "APP", "only this app"),
        .value("--actor", "TOKEN", "only changes by this token: its id or its name"),
        .value("--action", "ACTION", "only this kind of change, such as rule.replace"),
        .value("--rule", "ID", "only changes of a rule with this id, in --app or in all apps"),
        .value("--from", "TIME", "only changes at this time or later, such as 2030-06-01 or 2030-06-01T08:00:00Z"),
        .value("--to", "TIME", "only changes before this time"),
        .value("--by", "TOKEN", "the same as --actor"), .value("--since", "TIME", "the same as --from"),
    ]
    private static let synonyms = ["--by": "--actor", "--since": "--from"]

    /// The filters as parameters of a request.
    private static func query(_ call: AdminCall) throws(CommandError) -> [String] {
        var query: [String] = []
        for option in filters {
            guard var text = call.arguments.text(option.name) else { continue }
            let name = synonyms[option.name] ?? option.name
            if ["--from", "--to"].contains(name) { text = try TimeText.instant(text, of: option.name).description }
            query.append(name.dropFirst(2) + "=" + AdminCall.escaped(text))
        }
        return query
    }

    private static func path(_ resource: String, _ query: [String]) -> String {
        query.isEmpty ? resource : resource + "?" + query.joined(separator: "&")
    }

    // MARK: List

    private static var list: Command {
        .admin(
            "audit list", also: ["audit"], "list who did what, when and from where",
            options: filters + [.value("--limit", "N", "at most N rows")]
        ) { call async throws(CommandError) in
            let table = TextTable("SEQ", "AT", "WHO", "FROM", "ACTION", "APP")
            guard let limit = try call.arguments.integer("--limit", in: 1...1000) else {
                return try await call.list(path("/v1/audit", try query(call)), member: "audit", table) {
                    add($1, to: &$0)
                }
            }
            let (rows, next) = try await newest(limit, call)
            return call.show(["audit": .array(rows), "next": next]) { _ in
                var table = table
                for row in rows { add(row, to: &table) }
                return table.lines
            }
        }
    }

    /// The newest rows; a page may be shorter than its limit, so that they may take several.
    private static func newest(
        _ limit: Int, _ call: AdminCall
    ) async throws(CommandError) -> (rows: [JSONValue], next: JSONValue) {
        var rows: [JSONValue] = []
        var next = JSONValue.null
        try await call.pages(path("/v1/audit", try query(call))) { path async throws(CommandError) in
            let joint = path.contains("?") ? "&" : "?"
            let page = try await call.demand("GET", "\(path)\(joint)limit=\(limit - rows.count)").json
            rows += page["audit"]?.arrayValue ?? []
            next = page["next"] ?? .null
            return rows.count >= limit ? nil : next.stringValue
        }
        return (rows, next)
    }

    private static func add(_ row: JSONValue, to table: inout TextTable) {
        table.add(
            row.word("sequence"), row.time("at"), row.word("by"), row.word("from"), row.word("action"), row.word("app"))
    }

    // MARK: Show

    private static func show(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let path = "/v1/audit/" + AdminCall.escaped(call.arguments.operands[0]) + "?limit=1000"
        var first: JSONValue?
        var changes: [JSONValue] = []
        try await call.pages(path) { path async throws(CommandError) in
            let page = try await call.demand("GET", path).json
            first = first ?? page
            changes += page["changes"]?.arrayValue ?? []
            return page["next"]?.stringValue
        }
        var members = first?.objectValue ?? [:]
        members["changes"] = .array(changes)
        members["next"] = .null
        return call.show(.object(members)) { detail in text(detail) }
    }

    private static func text(_ detail: JSONValue) -> [String] {
        let row = detail["row"] ?? .null
        var lines = [
            "\(row.word("sequence"))  \(row.word("at"))  \(row.word("action"))  \(row.word("app"))",
            "by \(row.word("by")) (\(row.word("token"))) from \(row.word("from"))", "hash \(row.word("hash"))",
        ]
        let changes = detail["changes"]?.arrayValue ?? []
        if detail["complete"] == false { lines.append("its changes were too long for 0.1.0 and are not in the audit") }
        if changes.isEmpty { lines += sides(row) }
        for change in changes {
            let subject = change["rule"]?.stringValue.map { "rule \($0)" } ?? subject(change)
            lines.append("\(subject): \(change.word("change"))")
            if change["change"] != "moved" { lines += sides(change) }
        }
        return lines
    }

    /// What was changed, if it is no rule.
    private static func subject(_ change: JSONValue) -> String {
        ["expectations", "screens"].first { change[$0] == true } ?? "settings"
    }

    private static func sides(_ json: JSONValue) -> [String] {
        [("-", json["before"]), ("+", json["after"])].compactMap { sign, side in side.map { "  \(sign) \($0.text)" } }
    }

    // MARK: Export

    private static func export(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let changes = call.arguments.has("--changes") ? ["changes=1"] : []
        let rows = path("/v1/audit/export", try query(call) + changes + ["limit=1000"])
        try await call.pages(rows, after: call.arguments.text("--after") ?? "0") { path async throws(CommandError) in
            let answer = try await call.demand("GET", path)
            call.terminal.write(answer.text)
            return answer.next
        }
        return .done
    }
}
