import CanonicalJSON

/// A difference of two releases as text: the rules with their texts, then each address with its context, old result and new result.
struct DifferenceText {
    /// One line for each list of rules and for each text of a rule, two for each address.
    let lines: [String]
    /// The lines about addresses only.
    let addressLines: [String]

    /// Rules that one line names.
    private static let namesMax = 8

    init(_ difference: JSONValue) {
        var lines: [String] = []
        for word in ["added", "changed", "removed", "moved"] {
            let ids = (difference[word]?.arrayValue ?? []).compactMap(\.stringValue)
            if !ids.isEmpty { lines.append("\(word): \(ids.joined(separator: ", "))") }
        }
        if difference["settings"]?.boolValue == true { lines.append("settings: changed") }
        for change in difference["changes"]?.arrayValue ?? [] { lines += Self.members(change) }
        let unshown = difference["changesLeftOut"]?.integerValue ?? 0
        if unshown > 0 { lines.append("the text of \(unshown) more rules is not shown") }
        let all = difference["addresses"]?.arrayValue ?? []
        // An older server has no meanings.
        let addresses = difference["meanings"]?.arrayValue.map { all.filter(Self.isStored) + $0 } ?? all
        addressLines = addresses.flatMap(Self.lines)
        lines += addressLines
        let leftOut = difference["addressesLeftOut"]?.integerValue ?? 0
        if leftOut > 0 { lines.append("\(leftOut) more addresses lead elsewhere and are not listed") }
        if difference["incomplete"]?.boolValue == true {
            let ids = (difference["notProved"]?.arrayValue ?? []).compactMap(\.stringValue)
            let more = ids.count > Self.namesMax ? " and \(ids.count - Self.namesMax) more" : ""
            lines.append(
                "not proved: further addresses may lead elsewhere"
                    + (ids.isEmpty ? "" : " through \(ids.prefix(Self.namesMax).joined(separator: ", "))\(more)"))
        }
        if lines.isEmpty {
            lines.append("no difference")
        } else if addresses.isEmpty {
            let count = difference["witnesses"]?.integerValue ?? 0
            lines.append(
                difference["incomplete"]?.boolValue == true
                    ? "none of \(count) addresses that were looked up leads elsewhere" : "no address leads elsewhere")
        }
        self.lines = lines
    }

    private static func isStored(_ address: JSONValue) -> Bool { address["stored"]?.boolValue == true }

    /// The members of a rule that differ, with the text before (-) and after (+).
    private static func members(_ change: JSONValue) -> [String] {
        let (before, after) = (change["before"]?.objectValue ?? [:], change["after"]?.objectValue ?? [:])
        var lines = ["\(change.word("rule")): \(change.word("change"))"]
        for name in Set(before.keys).union(after.keys).subtracting(["id"]).sorted() where before[name] != after[name] {
            if let old = before[name] { lines.append("  - \(name): \(old.text)") }
            if let new = after[name] { lines.append("  + \(name): \(new.text)") }
        }
        return lines
    }

    private static func lines(_ address: JSONValue) -> [String] {
        let witness = address["witness"]
        var head = witness?["address"]?.stringValue ?? ""
        if let context = witness?["context"], context.objectValue?.isEmpty == false { head += "  " + context.text }
        if let at = witness?["at"]?.stringValue { head += "  at " + at }
        let others = (address["situations"]?.integerValue ?? 1) - 1
        if others > 0 { head += "  (and \(others) more like it)" }
        if isStored(address) { head += "  (stored test address)" }
        return [head, "    \(place(address["from"])) → \(place(address["to"]))"]
    }

    private static func place(_ resolution: JSONValue?) -> String {
        let outcome = resolution?["outcome"]?.stringValue ?? "?"
        let rule = resolution?["trail"]?.arrayValue?.last?["rule"]?.stringValue.map { " by \($0)" } ?? ""
        let text = resolution?["parameters"].flatMap { $0.objectValue?.isEmpty == false ? " " + $0.text : nil } ?? ""
        switch outcome {
        case "screen": return "screen \(resolution?["screen"]?.stringValue ?? "")\(text)\(rule)"
        case "address": return "\(resolution?["address"]?.stringValue ?? "")\(rule)"
        case "blocked": return "blocked (\(resolution?["reason"]?.stringValue ?? ""))\(rule)"
        case "failed": return "failed (\(resolution?["failure"]?["code"]?.stringValue ?? ""))\(rule)"
        default: return outcome
        }
    }
}
