import CanonicalJSON
import RouteDocuments
import RouteModel

/// `waymark expect …`: the stored test addresses.
enum ExpectationCommands {
    static let all: [Command] = [
        .admin("expect list", "list the stored test addresses", options: [.app]) { call async throws(CommandError) in
            let list = try list(call)
            let answer = try await call.demand("GET", list.path)
            try call.remember(list, list.content(answer.json), etag: answer.etag)
            return call.show(answer) { record in
                var table = TextTable("ADDRESS", "CONTEXT", "AT", "EXPECT")
                for item in record["expectations"]?.arrayValue ?? [] {
                    table.add(item.word("url"), item.word("context"), item.word("at"), item.word("expect"))
                }
                return table.rows.isEmpty ? ["there are none"] : table.lines
            }
        },
        .admin(
            "expect replace", also: ["expect put"], "replace the stored test addresses by a file", operands: "FILE|-",
            count: 1...1,
            options: [.app, .force, .yes],
            discussion: """
                The file has a list, or {"expectations": list}. Refuses (3) if others changed the list after `expect list` \
                printed it to you.
                """
        ) { call async throws(CommandError) in try await put(call) },
        .admin(
            "expect add", "store one more test address", operands: "ADDRESS", count: 1...1,
            options: [
                .app, .value("--context", "k=v", "facts about the client, such as platform=ios", repeats: true),
                .value("--at", "INSTANT", "the time at which rules apply"),
                .value("--screen", "NAME", "it opens this screen"),
                .value("--parameter", "k=v", "with --screen, a parameter that the screen gets", repeats: true),
                .value("--address", "URL", "it leads to this address"), .flag("--unmatched", "no rule matches it"),
                .flag("--blocked", "a rule blocks it"),
                .value("--surface", "WHO", "who gets it first: app (default), os or web"),
                .value("--status", "N", "with --surface web and --address, 301 or 302"),
                .value("--answer", "KIND", "with --surface web, the kind of answer, such as open or store"),
                .value("--systems", "LIST", "with --surface os, those that open the app, such as ios,android, or none"),
                .force,
            ], discussion: "Give one of --screen, --address, --answer, --systems, --unmatched and --blocked."
        ) { call async throws(CommandError) in
            let item = try expectation(call)
            return try await replace(call) { before in before + [item] }
        },
        .admin(
            "expect delete", also: ["expect remove"], "remove a stored test address", operands: "ADDRESS", count: 1...1,
            options: [
                .app, .value("--context", "k=v", "only the one with this context", repeats: true),
                .flag("--all", "with every context"), .force,
            ]
        ) { call async throws(CommandError) in
            try await replace(call) { before throws(CommandError) in try removing(call, from: before) }
        },
        .admin(
            "expect run", "run the stored test addresses against the draft", options: [.app],
            discussion: "Exits with 1 if one does not lead where it should."
        ) { call async throws(CommandError) in
            let answer = try await call.demand("POST", try call.appPath("/draft/check"), json: Array("{}".utf8))
            let stored = try await call.demand("GET", try call.appPath("/expectations"))
            let failed = (answer.json["findings"]?.arrayValue ?? []).filter { $0["code"] == "expectation-failed" }
            let count = stored.json["expectations"]?.arrayValue?.count ?? 0
            let summary: JSONValue = ["expectations": .integer(Int64(count)), "failed": .array(failed)]
            _ = call.show(summary) { _ in
                failed.map(ProblemText.line) + [
                    "\(count - failed.count) of \(count) test addresses lead where they should"
                ]
            }
            return failed.isEmpty ? .done : .negative
        },
    ]

    /// The list of the command's app.
    private static func list(_ call: AdminCall) throws(CommandError) -> Overwritable {
        Overwritable(
            path: try call.appPath("/expectations"), name: "the list of test addresses", reader: "expect list",
            member: "expectations")
    }

    private static func put(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let list = try list(call)
        let file = try SourceFile(call.arguments.operands[0])
        let items = try file.value(of: DraftDecoder.expectations(file.bytes), call).map(\.json)
        let now = try await call.demand("GET", list.path)
        let count = list.content(now.json).arrayValue?.count ?? 0
        if count > 0 { try call.confirm("this replaces \(count) test addresses", unattended: .proceeds) }
        let body = JSONValue.object(["expectations": .array(items)]).canonicalBytes
        let answer = try await call.overwrite(
            list, now: now, wanted: .array(items), body: body,
            file: try file.json()["revision"]?.integerValue.map { "\"e\($0)\"" })
        return call.show(answer) { _ in ["\(items.count.counted("test address is", "test addresses are")) stored"] }
    }

    /// Replaces the list by the closure's result; without `--force` the server refuses it if the list was changed
    /// meanwhile.
    private static func replace(
        _ call: AdminCall, _ change: ([JSONValue]) throws(CommandError) -> [JSONValue]
    ) async throws(CommandError) -> ExitCode {
        let path = try call.appPath("/expectations")
        let current = try await call.demand("GET", path)
        let list = try change(current.json["expectations"]?.arrayValue ?? [])
        let body = JSONValue.object(["expectations": .array(list)]).canonicalBytes
        let ifMatch = call.arguments.has("--force") ? "*" : current.etag
        let answer = try await call.demand("PUT", path, json: body, ifMatch: ifMatch)
        // The elements that others added stay in the list, so it counts as read only if it was read before.
        if try call.remembered(try Self.list(call))?.content == current.json["expectations"] {
            try call.remember(try Self.list(call), answer.json["expectations"], etag: answer.etag)
        }
        return call.show(answer) { _ in ["\(list.count.counted("test address is", "test addresses are")) stored"] }
    }

    /// The list without the address that the command names.
    private static func removing(_ call: AdminCall, from before: [JSONValue]) throws(CommandError) -> [JSONValue] {
        let address = call.arguments.operands[0]
        let pairs = call.arguments.all("--context")
        var found = before.filter { $0["url"]?.stringValue == address }
        if !pairs.isEmpty {
            let context = try context(pairs)
            found = found.filter { ($0["context"] ?? [:]) == context }
        }
        guard !found.isEmpty else {
            let known = before.compactMap { $0["url"]?.stringValue }
            throw CommandError(
                .negative,
                "\(address) is not among the \(before.count) test addresses"
                    + (pairs.isEmpty ? "" : " with this context"),
                hint: NearestName.of(address, among: known).map { "did you mean \($0)?" })
        }
        guard found.count == 1 || call.arguments.has("--all") else {
            let contexts = found.map { ($0["context"] ?? [:]).text }.joined(separator: ", ")
            throw CommandError(
                .usage, "\(address) is stored with \(found.count) contexts: \(contexts)",
                hint: "name one with --context k=v, or remove all of them with --all")
        }
        return before.filter { !found.contains($0) }
    }

    private static func context(_ pairs: [String]) throws(CommandError) -> JSONValue {
        do throws(ModelError) { return try Context(pairs: pairs).json } catch {
            throw CommandError(.usage, "--context: \(error.detail)", hint: error.hint)
        }
    }

    private static func expectation(_ call: AdminCall) throws(CommandError) -> JSONValue {
        let arguments = call.arguments
        var expected: [JSONValue] = []
        if let screen = arguments.text("--screen") { expected.append(.object(try screenMembers(screen, call))) }
        if let address = arguments.text("--address") {
            var members: [String: JSONValue] = ["address": .string(address)]
            members["status"] = try arguments.integer("--status", in: 301...302).map { .integer(Int64($0)) }
            expected.append(.object(members))
        }
        if let kind = arguments.text("--answer") { expected.append(["answer": .string(kind)]) }
        if let list = arguments.text("--systems") {
            let systems = list == "none" ? [] : list.split(separator: ",").map { String($0) }
            expected.append(["systems": .array(systems.map(JSONValue.string))])
        }
        if arguments.has("--unmatched") { expected.append(["unmatched": true]) }
        if arguments.has("--blocked") { expected.append(["blocked": true]) }
        guard expected.count == 1 else {
            throw CommandError(
                .usage, "give one of --screen, --address, --answer, --systems, --unmatched and --blocked")
        }
        var item: [String: JSONValue] = ["url": .string(arguments.operands[0]), "expect": expected[0]]
        if let at = arguments.text("--at") { item["at"] = .string(at) }
        if let surface = arguments.text("--surface") { item["surface"] = .string(surface) }
        let pairs = arguments.all("--context")
        if !pairs.isEmpty { item["context"] = try context(pairs) }
        return .object(item)
    }

    private static func screenMembers(_ screen: String, _ call: AdminCall) throws(CommandError) -> [String: JSONValue] {
        var parameters: [String: JSONValue] = [:]
        for pair in call.arguments.all("--parameter") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandError(.usage, "--parameter takes k=v, not “\(pair)”")
            }
            parameters[parts[0]] = .string(parts[1])
        }
        return parameters.isEmpty
            ? ["screen": .string(screen)] : ["screen": .string(screen), "parameters": .object(parameters)]
    }
}
