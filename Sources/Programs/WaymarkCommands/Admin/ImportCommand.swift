import CanonicalJSON
import RouteDocuments
import RouteImport
import RouteModel

/// `waymark draft import`: a table of another system as rules of the draft.
enum ImportCommand {
    static let command = Command.admin(
        "draft import", also: ["import"], "bring a table of another system into an app's draft", operands: "FILE|-",
        count: 1...1,
        options: [
            .app, .value("--from", "FORMAT", "csv, \(ImportFormat.nameList)", required: true),
            .value(
                "--columns", "NAMES", "csv: what the columns are, such as match,to,note; by default the header says it"),
            .value("--order", "HOW", "keep: keep the table's order, by priorities; specificity: no priorities"),
            .value("--match", "HOW", "exact (default), or prefix: further segments are ignored, as in MGJRouter"),
            .flag("--allow-destinations", "add the targets of the table's redirects to the settings"),
            .flag("--replace", "remove the draft's rules that the table does not have"),
            .flag("--dry-run", "show what would be stored, and change nothing"), .force, .yes,
        ],
        discussion: """
            Adds the table's rules to the draft, and replaces rules of the same id; other rules stay unless --replace is \
            given. A csv table has a header, and the columns \(columnNames). Prints a line for everything that was changed or left out. Exits with 1 if an entry was left out.
            """
    ) { call async throws(CommandError) in
        let name = try call.arguments.required("--from")
        let file = try SourceFile(call.arguments.operands[0])
        let columns = call.arguments.text("--columns")
        guard columns == nil || name == "csv" else { throw CommandError(.usage, "--columns is for --from csv") }
        let csv = name == "csv" ? ImportFormat.csv(columns: columns?.split(separator: ",").map { String($0) }) : nil
        guard csv != nil || ImportFormat.named(name) != nil else {
            throw CommandError(
                .usage, "there is no format \(name)", hint: "--from takes csv, \(ImportFormat.nameList)")
        }
        try one(of: ImportFormat.Order.allCases.map(\.rawValue), "--order", call)
        try one(of: CNRouterTable.Matching.allCases.map(\.rawValue), "--match", call)
        switch (csv ?? ImportFormat.named(name))?.mediaType {
        case .json: _ = try file.json()
        case .plainText: _ = try file.text()
        case nil: break
        }
        return try await ImportRun(call, file, csv).run()
    }

    private static func one(of words: [String], _ option: String, _ call: AdminCall) throws(CommandError) {
        guard let word = call.arguments.text(option), !words.contains(word) else { return }
        throw CommandError(.usage, "\(option) takes no “\(word)”", hint: "write " + words.joined(separator: " or "))
    }

    private static let columnNames = ImportFormat.csvColumns.joined(separator: ", ")
}

/// One run of `import`: what the table alone would be, what the draft is, and the requests that combine them.
private struct ImportRun {
    let call: AdminCall
    let file: SourceFile
    /// The format, if this program reads it and not the server.
    let local: ImportFormat?
    let isDryRun: Bool

    init(_ call: AdminCall, _ file: SourceFile, _ local: ImportFormat?) {
        self.call = call
        self.file = file
        self.local = local
        isDryRun = call.arguments.has("--dry-run")
    }

    func run() async throws(CommandError) -> ExitCode {
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let ifMatch = call.arguments.has("--force") ? "*" : draft.etag
        let plan: JSONValue
        if let local {
            plan = try converted(local, draft.json)
        } else {
            plan = try await convert(["dryRun=1"], ifMatch)
        }
        let faults = (plan["findings"]?.arrayValue ?? []).filter { $0["severity"]?.stringValue == "error" }
        guard plan["rules"] != 0 || faults.isEmpty else {
            throw CommandError(
                .negative, "\(file.name) has no rule that can be imported; nothing was changed",
                hint: faults.prefix(AdminLimits.versionsShownMax).map { ProblemText.line($0) }.joined(separator: "\n  ")
            )
        }
        let merge = ImportMerge(plan["draft"] ?? .null, into: draft.json, replacing: call.arguments.has("--replace"))
        if !call.arguments.has("--json") {
            Self.table(of: plan["draft"], isShown: isDryRun).forEach(call.terminal.say)
            merge.lines.forEach(call.terminal.say)
        }
        if !isDryRun, !merge.changed.isEmpty || !merge.removed.isEmpty {
            try call.confirm(
                "this changes \(merge.changed.count) rules of the draft and removes \(merge.removed.count)",
                unattended: .proceeds)
        }
        let answer = try await store(merge, plan, ifMatch)
        let found = answer["findings"]?.arrayValue ?? []
        let count = plan["rules"]?.integerValue ?? 0
        let code = call.show(answer) {
            ProblemText.findings(in: $0) + ["\(isDryRun ? "would import" : "imported") \(Int(count).counted("rule"))"]
        }
        return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : code
    }

    /// What the table becomes, in the form of the server's answer to a dry run.
    private func converted(_ format: ImportFormat, _ draft: JSONValue) throws(CommandError) -> JSONValue {
        var settings = draft["settings"] ?? .object([:])
        let options = ImportFormat.Options(
            order: call.arguments.text("--order").flatMap(ImportFormat.Order.init),
            origin: settings["origins"]?[0]?.stringValue)
        let table: ImportedTable
        do throws(JSONError) { table = try format.importing(file.bytes, options) } catch {
            throw CommandError(.negative, "\(file.name): \(error.detail)", hint: error.hint)
        }
        if call.arguments.has("--allow-destinations") {
            settings = Self.adding(table.destinations, to: "destinations", of: settings)
            settings = Self.adding(table.schemes, to: "schemes", of: settings)
        }
        let rules = table.rules.map { JSONValue(canonical: $0.canonicalBytes) }
        return [
            "rules": .integer(Int64(rules.count)), "findings": .array(table.findings.map(\.json)),
            "draft": ["settings": settings, "rules": .array(rules)],
        ]
    }

    private static func adding(_ texts: [String], to name: String, of settings: JSONValue) -> JSONValue {
        guard case .object(var members) = settings, !texts.isEmpty else { return settings }
        let listed = members[name]?.arrayValue ?? []
        members[name] = .array(listed + texts.map(JSONValue.string).filter { !listed.contains($0) })
        return .object(members)
    }

    /// Asks the server for what the table becomes, or to store it.
    private func convert(_ more: [String], _ ifMatch: String?) async throws(CommandError) -> JSONValue {
        var query = ["format=" + AdminCall.escaped(try call.arguments.required("--from"))]
        if let matching = call.arguments.text("--match") { query.append("match=" + AdminCall.escaped(matching)) }
        if let order = call.arguments.text("--order") { query.append("order=" + AdminCall.escaped(order)) }
        if call.arguments.has("--allow-destinations") { query.append("destinations=add") }
        return try await call.demand(
            "PUT", try call.appPath("/draft?") + (query + more).joined(separator: "&"), json: file.bytes,
            ifMatch: ifMatch
        ).json
    }

    /// Stores the combined draft, or checks it in a dry run; returns the answer with the changes and all findings.
    private func store(
        _ merge: ImportMerge, _ plan: JSONValue, _ ifMatch: String?
    ) async throws(CommandError) -> JSONValue {
        guard merge.keptCount > 0 || local != nil else {
            let answer = isDryRun ? plan : try await convert([], ifMatch)
            return .object((answer.objectValue ?? [:]).merging(merge.json) { _, new in new })
        }
        // The findings of the server's check are about the table alone.
        let own = (plan["findings"]?.arrayValue ?? []).filter {
            $0["code"]?.stringValue?.hasPrefix("import-") == true
        }
        let body = merge.draft.canonicalBytes
        let check = try await call.ask("PUT", try call.appPath("/draft?dryRun=1"), json: body, ifMatch: ifMatch)
        guard check.isSuccess else {
            var error = call.refusal(check)
            if check.text.contains("destination-not-allowed"), !call.arguments.has("--allow-destinations") {
                error.hint = (error.hint ?? "") + "\n  --allow-destinations adds the table's targets to the settings"
            }
            throw error
        }
        var members = check.json.objectValue ?? [:]
        if isDryRun {
            members["draft"] = merge.draft
        } else {
            let stored = try await call.demand("PUT", try call.appPath("/draft"), json: body, ifMatch: ifMatch)
            members["revision"] = stored.json["revision"]
        }
        members["findings"] = .array(own + (check.json["findings"]?.arrayValue ?? []))
        let leftOut = [plan, check.json].compactMap { $0["findingsLeftOut"]?.integerValue }.reduce(0, +)
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
