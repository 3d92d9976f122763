import CanonicalJSON
import RouteModel

/// `waymark expect …`: the stored test addresses.
enum ExpectationCommands {
    static let all: [Command] = [
        .admin("expect list", "list the stored test addresses", options: [.app]) { call async throws(CommandError) in
            let answer = try await call.demand("GET", try call.appPath("/expectations"))
            return call.show(answer) { record in
                var table = TextTable("ADDRESS", "CONTEXT", "AT", "EXPECT")
                for item in record["expectations"]?.arrayValue ?? [] {
                    table.add(item.word("url"), item.word("context"), item.word("at"), item.word("expect"))
                }
                return table.rows.isEmpty ? ["there are none"] : table.lines
            }
        },
        .admin(
            "expect put", "replace the stored test addresses by a file", operands: "FILE|-", count: 1...1,
            options: [.app, .force, .yes]
        ) { call async throws(CommandError) in
            let bytes = try call.file(call.arguments.operands[0])
            let list = try call.json(bytes, named: call.arguments.operands[0])
            return try await replace(call) { before throws(CommandError) in
                if !before.isEmpty {
                    try call.confirm("this replaces \(before.count) test addresses", unattended: .proceeds)
                }
                return list["expectations"]?.arrayValue ?? list.arrayValue ?? []
            }
        },
        .admin(
            "expect add", "store one more test address", operands: "ADDRESS", count: 1...1,
            options: [
                .app, .value("--context", "k=v", "facts about the client, such as platform=ios", repeats: true),
                .value("--at", "INSTANT", "the time at which rules apply"),
                .value("--screen", "NAME", "it opens this screen"),
                .value("--address", "URL", "it leads to this address"), .flag("--unmatched", "no rule matches it"),
                .flag("--blocked", "a rule blocks it"), .force,
            ], discussion: "Give one of --screen, --address, --unmatched and --blocked."
        ) { call async throws(CommandError) in
            let item = try expectation(call)
            return try await replace(call) { before in before + [item] }
        },
        .admin(
            "expect remove", "remove a stored test address", operands: "ADDRESS", count: 1...1, options: [.app, .force]
        ) { call async throws(CommandError) in
            let address = call.arguments.operands[0]
            return try await replace(call) { before throws(CommandError) in
                let rest = before.filter { $0["url"]?.stringValue != address }
                guard rest.count < before.count else {
                    throw CommandError(.negative, "\(address) is not among the \(before.count) test addresses")
                }
                return rest
            }
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
        return call.show(try await call.demand("PUT", path, json: body, ifMatch: ifMatch)) { _ in
            ["\(list.count) test addresses are stored"]
        }
    }

    private static func expectation(_ call: AdminCall) throws(CommandError) -> JSONValue {
        let arguments = call.arguments
        var expected: [JSONValue] = []
        if let screen = arguments.text("--screen") { expected.append(["screen": .string(screen)]) }
        if let address = arguments.text("--address") { expected.append(["address": .string(address)]) }
        if arguments.has("--unmatched") { expected.append(["unmatched": true]) }
        if arguments.has("--blocked") { expected.append(["blocked": true]) }
        guard expected.count == 1 else {
            throw CommandError(.usage, "give one of --screen, --address, --unmatched and --blocked")
        }
        var item: [String: JSONValue] = ["url": .string(arguments.operands[0]), "expect": expected[0]]
        if let at = arguments.text("--at") { item["at"] = .string(at) }
        let pairs = arguments.all("--context")
        if !pairs.isEmpty {
            do throws(ModelError) { item["context"] = try Context(pairs: pairs).json } catch {
                throw CommandError(.usage, "--context: \(error.detail)", hint: error.hint)
            }
        }
        return .object(item)
    }
}
