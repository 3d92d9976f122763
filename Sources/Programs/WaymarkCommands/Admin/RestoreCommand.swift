import CanonicalJSON

/// `waymark release restore`: an old release as a new one.
enum RestoreCommand {
    static let command = Command.admin(
        "release restore", also: ["restore"],
        "publish the content of an old release as a new one; it also replaces the draft",
        operands: "VERSION", count: 1...1,
        options: [
            .app, ReleaseCommands.message, ReleaseCommands.channel, ReleaseCommands.base,
            .flag("--force", "overwrite the draft's unpublished edits; recorded in the audit"),
            .flag("--ignore-findings", "publish it also if findings block; recorded in the audit"), .yes,
        ]
    ) { call async throws(CommandError) in
        try call.confirm("this replaces the draft by release \(call.arguments.operands[0])", unattended: .proceeds)
        let ifMatch = try await call.precondition(of: try call.appPath("/draft"))
        let answer = try await send(call, ifMatch)
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
        _ call: AdminCall, _ ifMatch: String
    ) async throws(CommandError) -> ServerAnswer {
        let version = AdminCall.escaped(call.arguments.operands[0])
        let query = [
            call.arguments.has("--force") ? "discardEdits=1" : nil,
            call.arguments.has("--ignore-findings") ? "ignoreFindings=1" : nil,
        ].compactMap { $0 }.joined(separator: "&")
        let order = try ReleaseCommands.order(call).canonicalBytes
        return try await call.ask(
            "POST", try call.appPath("/releases/\(version)/restore") + (query.isEmpty ? "" : "?" + query), json: order,
            ifMatch: ifMatch)
    }
}
