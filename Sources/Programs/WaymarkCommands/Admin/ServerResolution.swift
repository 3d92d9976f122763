import CanonicalJSON
import RouteDocuments
import RouteModel

/// Addresses that the server resolves: by the draft, or by the release of a channel that needs a token.
struct ServerResolution: Sendable {
    let call: AdminCall
    /// Whether the draft is asked, and not the channel.
    let isDraft: Bool
    let isExplaining: Bool

    /// Resolves the addresses one after another; `.negative` if one is blocked, unknown or cannot be followed.
    func run(_ addresses: [String], context: Context, at instant: Instant?) async throws(CommandError) -> ExitCode {
        var code = ExitCode.done
        for address in addresses {
            var order: [String: JSONValue] = ["url": .string(address), "context": context.json]
            if let instant { order["at"] = .string(instant.description) }
            let answer = try await call.demand("POST", try path(), json: JSONValue.object(order).canonicalBytes)
            if !["screen", "address"].contains(answer.json["outcome"]?.stringValue) { code = .negative }
            _ = call.show(answer) { resolution in
                let release = "release \(resolution.word("version")), from the server"
                return ResolutionText(resolution, by: isDraft ? "the draft" : release).lines
            }
        }
        return code
    }

    private func path() throws(CommandError) -> String {
        let explain = isExplaining ? ["explain=1"] : []
        guard !isDraft else { return try path("/draft/resolve", explain) }
        let channel = call.arguments.text("--channel").map { ["channel=" + AdminCall.escaped($0)] } ?? []
        return try path("/resolve", explain + channel)
    }

    private func path(_ rest: String, _ query: [String]) throws(CommandError) -> String {
        try call.appPath(rest) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
