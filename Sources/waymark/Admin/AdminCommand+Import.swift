import CanonicalJSON
import RouteImport
import SystemIO

extension AdminCommand {
    static let imports = command(
        "import", "replace an app's draft by a table of another system", operands: "FILE|-", count: 1...1,
        options: [
            app, .value("--from", "FORMAT", ImportFormat.words, required: true),
            .value("--order", "HOW", "keep: the table's order by priorities; specificity: without"),
            .value("--match", "HOW", "exact (default), or prefix as MGJRouter itself matched"),
            .flag("--allow-destinations", "let the table's redirect targets into the settings"),
            .flag("--dry-run", "say what would be stored, and change nothing"), force,
        ],
        discussion:
            "Prints a line for everything that was changed or left out. Exits with 1 where an entry was left out."
    ) { call async throws(CommandError) in
        let table = try call.file(call.arguments.operands[0])
        var query = ["format=" + AdminCall.escaped(try call.arguments.required("--from"))]
        if let matching = call.arguments.text("--match") { query.append("match=" + AdminCall.escaped(matching)) }
        if let order = call.arguments.text("--order") { query.append("order=" + AdminCall.escaped(order)) }
        if call.arguments.has("--allow-destinations") { query.append("destinations=add") }
        if call.arguments.has("--dry-run") { query.append("dryRun=1") }
        let path = try call.appPath("/draft")
        let ifMatch = try await call.precondition(of: path)
        let answer = try await call.demand(
            "PUT", path + "?" + query.joined(separator: "&"), json: table, ifMatch: ifMatch)
        let found = answer.json["findings"]?.arrayValue ?? []
        let code = call.show(answer) { draft in
            let rules = draft["rules"]?.integerValue ?? 0
            let verb = call.arguments.has("--dry-run") ? "would import" : "imported"
            return findings(in: draft) + plan(in: draft["draft"]) + ["\(verb) \(rules) rules"]
        }
        return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : code
    }

    /// What a dry run would store: a line for each rule.
    private static func plan(in draft: JSONValue?) -> [String] {
        guard let rules = draft?["rules"]?.arrayValue, !rules.isEmpty else { return [] }
        var table = TextTable("PRIORITY", "RULE", "ADDRESSES", "LEADS TO", "WHEN")
        for rule in rules {
            let addresses = (rule["match"]?.arrayValue ?? []).map { $0.stringValue ?? text($0) }
            table.add(
                "\(rule["priority"]?.integerValue ?? 0)", rule["id"]?.stringValue ?? "",
                addresses.joined(separator: " "), text(rule["to"]), text(rule["when"]))
        }
        return table.lines
    }

    private static func text(_ value: JSONValue?) -> String {
        value.map { String(decoding: $0.canonicalBytes, as: UTF8.self) } ?? ""
    }

    static let backup = command(
        "backup", "save a consistent copy of the database while writes go on", operands: "FILE", count: 1...1
    ) { call async throws(CommandError) in
        let path = call.arguments.operands[0]
        guard !Files.exists(path) else {
            throw CommandError(.usage, "\(path) exists", hint: "give a new name; a backup overwrites nothing")
        }
        let answer = try await ServerConnection(call.arguments).send(
            "POST", "/v1/backup", body: [], ifMatch: nil, contentBytesMax: AdminLimits.backupBytesMax)
        guard answer.isSuccess else { throw call.refusal(answer) }
        do throws(Errno) {
            try Files.create(path, answer.body, mode: 0o600)
        } catch {
            throw CommandError(.usage, "cannot write \(path): \(error)")
        }
        call.terminal.say("saved \(answer.body.count) bytes to \(path)")
        return .done
    }
}
