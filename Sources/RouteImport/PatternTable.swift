import CanonicalJSON
import RouteModel
import RoutePattern
import TargetTemplate

/// One pattern of a foreign table, said in Waymark's pattern language.
struct ConvertedPattern: Sendable, Hashable {
    /// The patterns that together mean it, at least one.
    var texts: [String]
    /// What the table's author should know about the change, one sentence each.
    var remarks: [String] = []
}

/// A table that is a JSON object from patterns to what they open: `{PATTERN: {"class": NAME}}` or
/// `{PATTERN: {"redirectUrl": URL}}`; a non-empty `redirectUrl` wins.
struct PatternTable {
    private let document: JSONDocument
    private let hasPriorities: Bool
    private let convert: (String) -> ConvertedPattern
    private var table = ImportedTable()

    /// Reads a table whose patterns are in a dialect.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - hasPriorities: Whether an entry may have a `priority`, as JLRoutes has them.
    ///   - convert: What a pattern of the dialect means.
    /// - Returns: The rules in the order of the table.
    /// - Throws: `JSONError` where the bytes are no JSON.
    static func importing(
        _ bytes: [UInt8], hasPriorities: Bool = false, convert: @escaping (String) -> ConvertedPattern
    ) throws(JSONError) -> ImportedTable {
        let document = try JSONDocument(parsing: bytes)
        var reading = PatternTable(document: document, hasPriorities: hasPriorities, convert: convert)
        reading.read()
        return reading.table
    }

    private mutating func read() {
        guard document.root.kind == .object else {
            return table.report(
                .syntax, .error, place(document.root), "the table must be an object from patterns to what they open",
                #"write {"scheme://host/path": {"class": "Screen"}}"#)
        }
        for member in document.root.members { readEntry(member.name, member.value) }
    }

    private mutating func readEntry(_ source: String, _ entry: JSONNode) {
        guard entry.kind == .object else {
            return table.report(
                .importDropped, .error, place(entry), "“\(source)” opens nothing: its value is no object",
                #"write {"class": "Screen"} or {"redirectUrl": "https://…"}"#)
        }
        let known = hasPriorities ? ["class", "redirectUrl", "priority"] : ["class", "redirectUrl"]
        for member in entry.members where !known.contains(member.name) {
            table.remark(
                "“\(member.name)” of “\(source)” is left out", at: place(member.value),
                "an entry has \(known.joined(separator: ", "))")
        }
        guard let destination = destination(source, entry) else { return }
        let converted = convert(source)
        var patterns: [Pattern] = []
        for text in converted.texts {
            guard let pattern = table.pattern(text, of: source, at: place(entry)) else { return }
            patterns.append(pattern)
        }
        for remark in converted.remarks {
            table.remark(
                "“\(source)” becomes \(converted.texts.joined(separator: ", ")): \(remark)", at: place(entry),
                "see that it still says what you mean")
        }
        table.append(patterns, to: destination, priority: priority(source, entry))
    }

    private mutating func priority(_ source: String, _ entry: JSONNode) -> Int {
        guard hasPriorities, let node = entry["priority"] else { return 0 }
        let range = -ModelLimits.priorityMax...ModelLimits.priorityMax
        if let number = node.integerValue, range.contains(Int(clamping: number)) { return Int(clamping: number) }
        table.remark(
            "the priority of “\(source)” is left out: it must be a whole number from \(range.lowerBound) to \(range.upperBound)",
            at: place(node), "give it a priority in that range")
        return 0
    }

    private mutating func destination(_ source: String, _ entry: JSONNode) -> Destination? {
        let target = entry["redirectUrl"].flatMap { text($0, "redirectUrl") } ?? ""
        let screen = entry["class"].flatMap { text($0, "class") } ?? ""
        guard target.isEmpty else {
            if !screen.isEmpty {
                table.remark(
                    "the class \(screen) of “\(source)” is left out: its redirectUrl wins", at: place(entry),
                    "nothing is lost unless a page relied on the class alone")
            }
            return table.redirect(TargetText.literal(target), query: .keep, of: source, at: place(entry))
        }
        guard screen.isEmpty else { return .screen(ScreenTarget(name: screen)) }
        table.drop(
            source, at: place(entry), "it has neither a class nor a redirectUrl",
            "give it one, or block the address on purpose with a rule")
        return nil
    }

    private mutating func text(_ node: JSONNode, _ name: String) -> String? {
        if let text = node.stringValue { return text }
        if !node.isNull {
            table.remark("\(name) is no text and is left out", at: place(node), "write it in quotes")
        }
        return nil
    }

    private func place(_ node: JSONNode) -> SourcePlace { .node(node, in: document) }
}
