import CanonicalJSON

/// `waymark release publish`: shows what the publish changes, asks on a terminal, and publishes exactly that.
enum PublishCommand {
    static let command = Command.admin(
        "release publish", also: ["publish"], "check the draft, make a numbered release of it, and serve it",
        options: [
            .app, ReleaseCommands.message, ReleaseCommands.channel, ReleaseCommands.base,
            .value("--only", "ID", "release only the change of this rule; the draft keeps the others", repeats: true),
            .value("--notes", "TEXT", "notes for people; clients do not get them"),
            .flag("--allow-shrink", "publish although no rule is left, or more than half of the served rules go"),
            .flag("--create-channel", "make the channel; needs --public or --private"),
        ] + ChannelCommands.visibility + [
            .flag("--yes", "publish without asking"), .force,
        ],
        discussion: """
            Prints first what the publish changes and who edited it; on a terminal it then asks. What was shown is what is \
            published: if the draft is changed or the channel moved meanwhile, nothing is published. If a finding blocks, it publishes nothing \
            and exits with 1. A channel that does not exist is made only with --create-channel; a publish never changes \
            whether clients need a token for a channel.
            """
    ) { call async throws(CommandError) in
        let order = try ReleaseCommands.order(call)
        let summary = try await call.demand(
            "GET", try call.appPath("/draft/summary?channel=" + AdminCall.escaped(channel(call)) + only(call)))
        if !call.arguments.has("--json") {
            for line in try await lines(summary.json, call) { call.terminal.printError(line) }
        }
        // Where the channel serves rules, the server refuses to remove all of them.
        let isEmpty = summary.json["rules"] == 0 && summary.json["current"]?.integerValue == nil
        guard !isEmpty || call.arguments.has("--allow-shrink") else {
            throw CommandError(
                .negative, "the draft has no rules, and clients would get none",
                hint: "add rules, or add --allow-shrink if this is intended")
        }
        // What was shown compares with what the channel serves, so another move ends it as another edit does.
        var members = order.objectValue ?? [:]
        if members["base"] == nil, !call.arguments.has("--force") { members["base"] = summary.json["sequence"] }
        try call.confirm("this publishes to \(channel(call))", unattended: .proceeds)
        let answer = try await call.demand(
            "POST", try call.appPath("/releases"), json: JSONValue.object(members).canonicalBytes,
            ifMatch: call.arguments.has("--force") ? "*" : summary.etag)
        return call.show(answer) { release in
            [ReleaseCommands.published(release, call)] + ProblemText.findings(in: release)
        }
    }

    private static func channel(_ call: AdminCall) -> String { call.arguments.text("--channel") ?? "production" }

    /// The rules that alone are released, as a further parameter of the summary.
    private static func only(_ call: AdminCall) -> String {
        let ids = call.arguments.all("--only")
        return ids.isEmpty ? "" : "&only=" + ids.map(AdminCall.escaped).joined(separator: ",")
    }

    /// What the publish changes; with the addresses that lead elsewhere at a terminal.
    private static func lines(_ summary: JSONValue, _ call: AdminCall) async throws(CommandError) -> [String] {
        var lines = PublishSummary(summary, only: call.arguments.all("--only")).lines
        if let wanted = try ChannelCommands.isPublic(call), let now = summary["public"]?.boolValue, wanted != now {
            lines.append(
                "  the channel stays \(now ? "public" : "private"): only `waymark channel change` changes what it is")
        }
        guard call.terminal.isInteractive, !call.arguments.has("--yes"), summary["exists"] == true else { return lines }
        let path = try call.appPath("/draft/diff?texts=1&against=" + AdminCall.escaped(channel(call)))
        let difference = try await call.ask("GET", path)
        guard difference.isSuccess else { return lines }
        let (text, addresses) = (DifferenceText(difference.json), difference.json["addresses"]?.arrayValue ?? [])
        let left = Int(difference.json["addressesLeftOut"]?.integerValue ?? 0)
        lines.append("  \(Count.of(addresses.count + left, "address", "addresses")) of the draft lead elsewhere")
        return lines + text.addressLines.prefix(2 * AdminLimits.addressesShownMax).map { "    " + $0 }
    }
}

/// The summary of a publish as text.
struct PublishSummary {
    /// The release and the channel, the rules that change, their editors, and the findings.
    let lines: [String]

    init(_ summary: JSONValue, only: [String] = []) {
        let serves = summary["current"]?.integerValue.map { "serves release \($0)" } ?? "serves nothing yet"
        let visibility = summary["public"]?.boolValue.map { $0 ? ", public," : ", private," } ?? ""
        var lines = ["release \(summary.word("next")) for \(summary.word("channel"))\(visibility) which \(serves)"]
        for kind in ["added", "changed", "removed", "moved"] {
            let count = Int(summary[kind]?["count"]?.integerValue ?? 0)
            guard count > 0 else { continue }
            let ids = (summary[kind]?["rules"]?.arrayValue ?? []).compactMap(\.stringValue)
            let shown = ids.prefix(AdminLimits.idsShownMax).joined(separator: ", ")
            let more = count > AdminLimits.idsShownMax ? ", …" : ""
            lines.append("  \(Count.of(count, "rule", "rules")) \(kind): \(shown)\(more)")
        }
        if summary["settings"]?.boolValue == true { lines.append("  settings changed") }
        if lines.count == 1 { lines.append("  nothing changes") }
        if !only.isEmpty { lines.append("  only \(only.joined(separator: ", ")); the draft keeps the other changes") }
        let authors = (summary["authors"]?.arrayValue ?? []).compactMap(\.stringValue)
        if !authors.isEmpty { lines.append("  edited by \(authors.joined(separator: ", "))") }
        let (errors, warnings) = (
            Int(summary["errors"]?.integerValue ?? 0), Int(summary["warnings"]?.integerValue ?? 0)
        )
        if errors + warnings > 0 {
            lines.append(
                "  \(Count.of(errors, "error", "errors")), \(Count.of(warnings, "warning", "warnings")): "
                    + "waymark draft check shows them")
        }
        self.lines = lines
    }
}

/// A number with its noun.
enum Count {
    /// `1 rule`, `2 rules`.
    static func of(_ count: Int, _ singular: String, _ plural: String) -> String {
        "\(count) \(count == 1 ? singular : plural)"
    }
}
