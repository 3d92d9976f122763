import CanonicalJSON

/// A problem document (RFC 9457) as text.
struct ProblemText: Sendable {
    /// Title and detail, in one line.
    let summary: String
    /// One entry for each located error: what is wrong, where, and what to do.
    let details: [String]
    /// The command that lists the names there are, if a name is unknown; else nil.
    let list: String?

    /// Parts of a detail about an unknown name, and the commands that list the known ones.
    private static let lists = [
        ("there is no app ", "app list"), ("there is no rule ", "rules list"),
        ("there is no channel ", "channel list"), ("has no channel ", "channel list"),
        ("there is no release ", "release list"),
    ]

    init(_ answer: ServerAnswer, locating: (JSONValue) -> JSONValue = { $0 }) {
        let problem = answer.json
        let title = problem["title"]?.stringValue ?? "status \(answer.status)"
        let detail = (problem["detail"]?.stringValue).map(CommandWords.inOptions)
        summary = detail.map { $0 == title ? title : "\(title): \($0)" } ?? title
        let known = answer.status == 404 ? Self.lists.first { detail?.lowercased().contains($0.0) == true }?.1 : nil
        list = known.map { "`waymark \($0)` shows which there are" }
        details = (problem["errors"]?.arrayValue ?? []).map { Self.line(locating($0)) }
    }

    /// One error or finding: `error loop (a, b): …`, then place, witness and hint, each on a line of its own.
    static func line(_ error: JSONValue) -> String {
        var text = [error["severity"]?.stringValue, error["code"]?.stringValue].compactMap { $0 }.joined(separator: " ")
        let rules = (error["rules"]?.arrayValue ?? []).compactMap(\.stringValue)
        if !rules.isEmpty { text += " (" + rules.joined(separator: ", ") + ")" }
        if let detail = error["detail"]?.stringValue { text += ": " + detail }
        var place: [String] = []
        if let pointer = error["pointer"]?.stringValue, !pointer.isEmpty { place.append(pointer) }
        if let line = error["line"]?.integerValue, let column = error["column"]?.integerValue {
            place.append("line \(line), column \(column)")
        }
        if !place.isEmpty { text += "\n    at " + place.joined(separator: ", ") }
        if let witness = error["witness"] { text += "\n    seen with " + witness.text }
        if let hint = error["hint"]?.stringValue, !hint.isEmpty { text += "\n    " + hint }
        return text
    }

    /// The findings of an answer as lines, and how many more the server did not list.
    static func findings(in answer: JSONValue) -> [String] {
        let leftOut = answer["findingsLeftOut"]?.integerValue ?? 0
        return (answer["findings"]?.arrayValue ?? []).map(line)
            + (leftOut > 0 ? ["\(leftOut) more findings are not listed"] : [])
    }
}
