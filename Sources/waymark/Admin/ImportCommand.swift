import CanonicalJSON
import RouteImport

/// `waymark import`: a table of another system as rules of the draft.
enum ImportCommand {
    static let command = Command.admin(
        "import", "bring a table of another system into an app's draft", operands: "FILE|-", count: 1...1,
        options: [
            .app, .value("--from", "FORMAT", ImportFormat.nameList, required: true),
            .value("--order", "HOW", "keep: keep the table's order, by priorities; specificity: no priorities"),
            .value("--match", "HOW", "exact (default), or prefix: further segments are ignored, as in MGJRouter"),
            .flag("--allow-destinations", "add the targets of the table's redirects to the settings"),
            .flag("--replace", "remove the draft's rules that the table does not have"),
            .flag("--dry-run", "show what would be stored, and change nothing"), .force, .yes,
        ],
        discussion: """
            Adds the table's rules to the draft, and replaces rules of the same id; other rules stay unless --replace is \
            given. Prints a line for everything that was changed or left out. Exits with 1 if an entry was left out.
            """
    ) { call async throws(CommandError) in
        let format = try call.arguments.required("--from")
        let file = try SourceFile(call.arguments.operands[0])
        switch ImportFormat.named(format)?.mediaType {
        case .json: _ = try file.json()
        case .plainText: _ = try file.text()
        case nil: break
        }
        return try await ImportRun(call, file).run()
    }
}

/// One run of `import`: what the table alone would be, what the draft is, and the requests that combine them.
private struct ImportRun {
    let call: AdminCall
    let file: SourceFile
    let isDryRun: Bool

    init(_ call: AdminCall, _ file: SourceFile) {
        self.call = call
        self.file = file
        isDryRun = call.arguments.has("--dry-run")
    }

    func run() async throws(CommandError) -> ExitCode {
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let ifMatch = call.arguments.has("--force") ? "*" : draft.etag
        let plan = try await convert(["dryRun=1"], ifMatch)
        let merge = ImportMerge(
            plan.json["draft"] ?? .null, into: draft.json, replacing: call.arguments.has("--replace"))
        if !call.arguments.has("--json") {
            Self.table(of: plan.json["draft"], isShown: isDryRun).forEach(call.terminal.say)
            merge.lines.forEach(call.terminal.say)
        }
        if !isDryRun, !merge.changed.isEmpty || !merge.removed.isEmpty {
            try call.confirm(
                "this changes \(merge.changed.count) rules of the draft and removes \(merge.removed.count)",
                unattended: .proceeds)
        }
        let answer = try await store(merge, plan, ifMatch)
        let found = answer["findings"]?.arrayValue ?? []
        let count = plan.json["rules"]?.integerValue ?? 0
        let code = call.show(answer) {
            ProblemText.findings(in: $0) + ["\(isDryRun ? "would import" : "imported") \(count) rules"]
        }
        return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : code
    }

    /// Asks the server for what the table becomes.
    private func convert(_ more: [String], _ ifMatch: String?) async throws(CommandError) -> ServerAnswer {
        var query = ["format=" + AdminCall.escaped(try call.arguments.required("--from"))]
        if let matching = call.arguments.text("--match") { query.append("match=" + AdminCall.escaped(matching)) }
        if let order = call.arguments.text("--order") { query.append("order=" + AdminCall.escaped(order)) }
        if call.arguments.has("--allow-destinations") { query.append("destinations=add") }
        return try await call.demand(
            "PUT", try call.appPath("/draft?") + (query + more).joined(separator: "&"), json: file.bytes,
            ifMatch: ifMatch)
    }

    /// Stores the combined draft, or checks it in a dry run; returns the answer with the changes and all findings.
    private func store(
        _ merge: ImportMerge, _ plan: ServerAnswer, _ ifMatch: String?
    ) async throws(CommandError) -> JSONValue {
        guard merge.keptCount > 0 else {
            let answer = isDryRun ? plan : try await convert([], ifMatch)
            return .object((answer.json.objectValue ?? [:]).merging(merge.json) { _, new in new })
        }
        // The findings of the server's check are about the table alone.
        let own = (plan.json["findings"]?.arrayValue ?? []).filter {
            $0["code"]?.stringValue?.hasPrefix("import-") == true
        }
        let body = merge.draft.canonicalBytes
        let check = try await call.demand(
            "PUT", try call.appPath("/draft?dryRun=1"), json: body, ifMatch: ifMatch)
        var members = check.json.objectValue ?? [:]
        if isDryRun {
            members["draft"] = merge.draft
        } else {
            let stored = try await call.demand("PUT", try call.appPath("/draft"), json: body, ifMatch: ifMatch)
            members["revision"] = stored.json["revision"]
        }
        members["findings"] = .array(own + (check.json["findings"]?.arrayValue ?? []))
        let leftOut = [plan, check].compactMap { $0.json["findingsLeftOut"]?.integerValue }.reduce(0, +)
        if leftOut > 0 { members["findingsLeftOut"] = .integer(leftOut) }
        return .object(members.merging(merge.json) { _, new in new })
    }

    /// A table of the rules that a dry run would store.
    private static func table(of draft: JSONValue?, isShown: Bool) -> [String] {
        guard isShown, let rules = draft?["rules"]?.arrayValue, !rules.isEmpty else { return [] }
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
