import CanonicalJSON
import RouteModel

/// `waymark release restore`: an old release as a new one.
enum RestoreCommand {
    static let command = Command.admin(
        "release restore", also: ["restore"],
        "publish the content of an old release as a new one; it also replaces the draft",
        operands: "VERSION", count: 1...1,
        options: [
            .app, ReleaseCommands.message, ReleaseCommands.channel,
            .flag("--force", "overwrite the draft's unpublished edits; recorded in the audit"),
            .flag("--ignore-findings", "publish it also if findings block; recorded in the audit"), .yes,
        ]
    ) { call async throws(CommandError) in
        try call.confirm("this replaces the draft by release \(call.arguments.operands[0])", unattended: .proceeds)
        let ifMatch = try await call.precondition(of: try call.appPath("/draft"))
        var answer = try await send(call, "", ifMatch)
        if try await isMeant(answer, call) { answer = try await send(call, "?force=1", ifMatch) }
        guard answer.isSuccess else {
            var error = call.refusal(answer)
            switch answer.problemCode {
            case "unpublished-edits": error.hint = "publish or discard them, or add --force to overwrite them"
            case "findings-block":
                error.hint = (error.hint.map { $0 + "\n  " } ?? "") + "add --ignore-findings to publish it nevertheless"
            default: break
            }
            throw error
        }
        return call.show(answer) { [ReleaseCommands.published($0, call)] }
    }

    private static func send(
        _ call: AdminCall, _ query: String, _ ifMatch: String
    ) async throws(CommandError) -> ServerAnswer {
        let version = AdminCall.escaped(call.arguments.operands[0])
        let order = try ReleaseCommands.order(call).canonicalBytes
        return try await call.ask(
            "POST", try call.appPath("/releases/\(version)/restore\(query)"), json: order, ifMatch: ifMatch)
    }

    /// Whether the options mean what `force=1` does, which overwrites edits and ignores findings at once.
    ///
    /// The server refuses unpublished edits before it checks. So if it refuses findings, there are no such edits; and if
    /// it refuses edits, the release's findings are asked for first.
    private static func isMeant(_ refused: ServerAnswer, _ call: AdminCall) async throws(CommandError) -> Bool {
        let (overwrites, ignores) = (call.arguments.has("--force"), call.arguments.has("--ignore-findings"))
        switch refused.problemCode {
        case "findings-block": return ignores
        case "unpublished-edits" where overwrites && ignores: return true
        case "unpublished-edits" where overwrites:
            let version = AdminCall.escaped(call.arguments.operands[0])
            let body = try await call.demand("GET", try call.appPath("/releases/\(version)/rules")).body
            // Decoded, because a body of format 1 has other units than a draft.
            guard let draft = try? ReleaseBody.decode(body).draft else {
                throw CommandError(.negative, "release \(version) cannot be read by this version")
            }
            let check = try await call.demand(
                "PUT", try call.appPath("/draft?dryRun=1"), json: draft.canonicalBytes(), ifMatch: "*")
            let found = (check.json["findings"]?.arrayValue ?? []).filter { $0["severity"]?.stringValue == "error" }
            guard found.isEmpty else {
                throw CommandError(
                    .negative, "findings block this release; nothing was changed",
                    hint: (found.map { ProblemText.line($0) } + ["add --ignore-findings to publish it nevertheless"])
                        .joined(separator: "\n  "))
            }
            return true
        default: return false
        }
    }
}
