import CanonicalJSON
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
            _ = call.show(answer) { lines($0) }
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

    private func lines(_ resolution: JSONValue) -> [String] {
        var lines = [resolution.word("original"), "  → \(destination(resolution))"]
        let parameters = resolution["parameters"]?.objectValue ?? [:]
        lines += parameters.sorted { $0.key < $1.key }.map {
            "      \($0.key) = \($0.value.stringValue ?? $0.value.text)"
        }
        let rules = (resolution["trail"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
        let by = rules.isEmpty ? "" : "by \(rules.joined(separator: ", then ")); "
        lines.append("    \(by)\(isDraft ? "the draft" : "release \(resolution.word("version")), from the server")")
        for (number, hop) in (resolution["explanation"]?.arrayValue ?? []).enumerated() {
            lines.append("    \(number + 1). \(hop.word("address"))")
            let candidates = hop["candidates"]?.arrayValue ?? []
            lines += candidates.map { "       \(candidate($0))" }
            if candidates.isEmpty { lines.append("       no rule's pattern matches") }
            if let nearest = hop["nearestMiss"] { lines.append("       nearest: \(candidate(nearest))") }
        }
        return lines
    }

    private func candidate(_ candidate: JSONValue) -> String {
        let name = "\(candidate.word("rule")) (alternative \(candidate.word("alternative")))"
        guard candidate["verdict"] != "won" else { return "\(name): won" }
        return "\(name): \(candidate.word("component")): \(candidate.word("detail"))"
    }

    private func destination(_ resolution: JSONValue) -> String {
        switch resolution["outcome"]?.stringValue {
        case "screen":
            let transition = resolution["transition"]?.stringValue.map { " (\($0))" } ?? ""
            return "screen \(resolution.word("screen"))\(transition)"
        case "address": return resolution.word("address")
        case "blocked": return "blocked: \(resolution.word("reason"))"
        case "failed":
            return
                "failed (\(resolution["failure"]?.word("code") ?? "-")): \(resolution["failure"]?.word("detail") ?? "-")"
        default: return "nothing: no rule matches this address"
        }
    }
}
