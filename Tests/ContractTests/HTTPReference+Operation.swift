import CanonicalJSON
import RouteImport

@testable import AccessControl
@testable import HTTPExchange
@testable import ServerLog
@testable import ServerMetrics

extension HTTPReference {
    /// The shell command of a step.
    static func command(_ step: ContractSession.Step) -> String {
        let endpoint = endpoint(step.id)
        var words = ["curl"]
        if endpoint.method != .get, step.body(in: Contract.table) == nil || endpoint.method != .post {
            words.append("-X \(endpoint.method.rawValue)")
        }
        if endpoint.isControl { words.append(#"-H "$auth""#) }
        if step.body(in: Contract.table) != nil { words.append(#"-H "$json""#) }
        if endpoint.precondition != nil { words.append("-H 'If-Match: *'") }
        var path = "$server\(step.path)"
        var before = ""
        switch step.id {
        case "body":
            before = "body=$(curl $server/v1/apps/market/head | sed 's/.*\"body\":\"\\([^\"]*\\)\".*/\\1/')\n"
            path = "$server$body"
        case "index":
            before =
                "index=$(curl $server/v1/apps/market/head"
                + " | sed 's/.*\"index\":{\"digest\":\"\\([0-9a-f]*\\)\".*/\\1/')\n"
            words.append("-o demo/market.index")
            path = "$server/v1/apps/market/indexes/$index"
        case "engineFile":
            before = "file=$(curl $server/v1/engine | sed 's/.*\"path\":\"\\([^\"]*\\)\".*/\\1/')\n"
            words.append("-o demo/engine-file")
            path = "$server$file"
        case "rotateToken", "deleteToken":
            before = "id=$(echo \"$made\" | sed 's/.*\"id\":\"\\([0-9a-f]*\\)\".*/\\1/')\n"
            path = step.path.replacing("{token}", with: "$id").replacing("/v1/", with: "$server/v1/")
        case "signIn":
            before = "code=$(echo \"$link\" | sed 's/.*#\\([^\"]*\\)\".*/\\1/')\n"
            words += ["-c demo/cookies"]
        case "readSession": words.append("-b demo/cookies")
        case "signOut": words.append("-b demo/cookies -H 'Sec-Fetch-Site: same-origin'")
        case "deleteSession":
            before = "id=$(curl -H \"$auth\" $server/v1/sessions | sed 's/.*\"id\":\"\\([0-9a-f]*\\)\".*/\\1/')\n"
            path = "$server/v1/sessions/$id"
        case "backup": words.append("-o demo/backup-by-http.db")
        case "events", "changes": words.append("-N --max-time 2")
        default: break
        }
        words.append(path.contains("?") ? "\"\(path)\"" : path)
        if step.id == "signIn" {
            words.append(#"-d "{\"code\": \"$code\"}""#)
        } else if let body = step.body(in: Contract.table) {
            words.append("-d '\(body)'")
        }
        var command = before + words.joined(separator: " ")
        // A stream ends only when the client closes it: curl exits with 28 after --max-time.
        if ContractSession.streams.contains(step.id) { command += " || [ $? -eq 28 ]" }
        if step.id == "createSignInLink" { command = "link=$(\(command))\necho \"$link\"" }
        if step.id == "createToken" { command = "made=$(\(command))\necho \"$made\"" }
        return command
    }

    /// The table of query parameters; path parameters and `If-Match` mean the same in every operation.
    static func parameters(_ operation: JSONValue) -> [String] {
        let own = (operation["parameters"]?.arrayValue ?? []).filter { $0["in"] == "query" }
        guard !own.isEmpty else { return [] }
        var lines = ["| query | what it does | what it may be |", "|---|---|---|"]
        for parameter in own {
            let name = parameter["name"]?.stringValue ?? ""
            let needed = parameter["required"] == true ? " (needed)" : ""
            let meaning = parameter["description"]?.stringValue ?? ""
            lines.append("| `\(name)`\(needed) | \(meaning) | \(bounds(parameter["schema"] ?? .null)) |")
        }
        return lines + [""]
    }

    /// The values that a parameter's schema allows.
    private static func bounds(_ schema: JSONValue) -> String {
        if let words = schema["enum"]?.arrayValue {
            return words.compactMap(\.stringValue).map { $0.isEmpty ? "nothing" : "`\($0)`" }.joined(separator: ", ")
        }
        if let least = schema["minimum"]?.integerValue, let most = schema["maximum"]?.integerValue {
            return "\(least) to \(most)"
        }
        if let least = schema["minLength"]?.integerValue, let most = schema["maxLength"]?.integerValue {
            return "\(least) to \(most) letters"
        }
        if schema["format"] == "date-time" { return "an instant (RFC 3339)" }
        return schema["pattern"] == nil ? "a text" : "a name"
    }

    private static let everywhere: Set = [
        RequestID.field, "Idempotency-Replayed", "Waymark-Node", "Waymark-Position",
    ]

    /// The status, header fields and example of the success.
    static func success(_ endpoint: Endpoint, _ operation: JSONValue) -> [String] {
        let response = operation["responses"]?["\(endpoint.success.status)"] ?? .null
        var own = response["headers"]?.objectValue ?? [:]
        // The introduction describes the fields that all answers have.
        for name in own.keys where name.hasPrefix("Access-Control-") || everywhere.contains(name) { own[name] = nil }
        if own["Cache-Control"]?["schema"]?["enum"] == ["no-store"] { own["Cache-Control"] = nil }
        let fields = own.sorted { $0.key < $1.key }.map { name, header in
            let words = header["schema"]?["enum"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let values = words.map { "`\($0)`" }.joined(separator: " or ")
            let meaning = header["description"]?.stringValue ?? ""
            return "`\(name)`: " + (values.isEmpty ? meaning : "\(values) (\(meaning))")
        }
        var lines = [
            "Answers \(endpoint.success.status)" + (fields.isEmpty ? "." : " with \(fields.joined(separator: "; ")).")
        ]
        if endpoint.id == "replaceRule" { lines[0] += " 201 where the rule is new." }
        if operation["responses"]?["304"] != nil { lines[0] += " 304 where `If-None-Match` names what is current." }
        if endpoint.id == "ready" { lines[0] += " 503 with the same members where no traffic should come." }
        lines.append("")
        guard let example = ContractAnswers.successes[endpoint.id] else { return lines }
        switch endpoint.id {
        case "events", "changes":
            let event = ["event", "id", "data"].map { "\($0): \(example[$0]?.stringValue ?? "")" }
            return lines + ["```"] + event + ["```", ""]
        case "metrics", "exportAudit": return lines + ["```", (example.stringValue ?? "") + "```", ""]
        default: return lines + ["```json", PrettyJSON.text(example) + "```", ""]
        }
    }

    /// The refusals of an operation, in one sentence.
    static func refusals(_ operation: JSONValue) -> String {
        let statuses = (operation["responses"]?.objectValue ?? [:]).keys.filter { $0.hasPrefix("4") }.sorted()
        let named = statuses.map { status -> String in
            let codes = ProblemCatalogue.all.filter { $0.statuses.contains(Int(status) ?? 0) }.map(\.code)
            let first = codes.first { $0 != "malformed-request" } ?? ""
            return ["409", "422"].contains(status) ? status : "\(status) `\(first)`"
        }
        return named.isEmpty ? "It has no refusals." : "May refuse with \(named.joined(separator: ", "))."
    }
}
