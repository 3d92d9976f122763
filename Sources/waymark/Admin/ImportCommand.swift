import CanonicalJSON
import RouteImport

/// `waymark import`: a table of another system as the draft.
enum ImportCommand {
    static let command = Command.admin(
        "import", "replace an app's draft by a table of another system", operands: "FILE|-", count: 1...1,
        options: [
            .app, .value("--from", "FORMAT", ImportFormat.nameList, required: true),
            .value("--order", "HOW", "keep: keep the table's order, by priorities; specificity: no priorities"),
            .value("--match", "HOW", "exact (default), or prefix: further segments are ignored, as in MGJRouter"),
            .flag("--allow-destinations", "add the targets of the table's redirects to the settings"),
            .flag("--dry-run", "show what would be stored, and change nothing"), .force, .yes,
        ],
        discussion:
            "Prints a line for everything that was changed or left out. Exits with 1 if an entry was left out."
    ) { call async throws(CommandError) in
        let table = try SourceFile(call.arguments.operands[0]).bytes
        var query = ["format=" + AdminCall.escaped(try call.arguments.required("--from"))]
        if let matching = call.arguments.text("--match") { query.append("match=" + AdminCall.escaped(matching)) }
        if let order = call.arguments.text("--order") { query.append("order=" + AdminCall.escaped(order)) }
        if call.arguments.has("--allow-destinations") { query.append("destinations=add") }
        if call.arguments.has("--dry-run") { query.append("dryRun=1") }
        let path = try call.appPath("/draft")
        let ifMatch = try await DraftCommands.replacementTag(call, isDryRun: call.arguments.has("--dry-run"))
        let answer = try await call.demand(
            "PUT", path + "?" + query.joined(separator: "&"), json: table, ifMatch: ifMatch)
        let found = answer.json["findings"]?.arrayValue ?? []
        let code = call.show(answer) { draft in
            let rules = draft["rules"]?.integerValue ?? 0
            let verb = call.arguments.has("--dry-run") ? "would import" : "imported"
            return ProblemText.findings(in: draft) + plan(in: draft["draft"]) + ["\(verb) \(rules) rules"]
        }
        return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : code
    }

    /// A table of the rules that a dry run would store.
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
}
