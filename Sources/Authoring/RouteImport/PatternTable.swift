import CanonicalJSON
import RouteModel
import RoutePattern
import TargetTemplate

/// One pattern of a foreign table, converted to Waymark's pattern language.
struct ConvertedPattern: Sendable, Hashable {
    /// The patterns that together match what the foreign pattern matches; at least one.
    var texts: [String]
    /// Differences that the table's author should know, one sentence each.
    var remarks: [String] = []
}

/// Reads a table that is a JSON object from patterns to their targets: `{PATTERN: {"class": NAME}}` or
/// `{PATTERN: {"redirectUrl": URL}}`; a non-empty `redirectUrl` wins.
struct PatternTable {
    private let document: JSONDocument
    private let hasPriorities: Bool
    private let convert: (String) -> ConvertedPattern
    private var table = ImportedTable()

    /// Reads a table whose patterns are written in a dialect.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - hasPriorities: Whether an entry may have a `priority`, as in JLRoutes.
    ///   - convert: Converts a pattern of the dialect.
    /// - Returns: The rules in the order of the table.
    /// - Throws: `JSONError` if the bytes are not JSON.
    static func importing(
        _ bytes: [UInt8], hasPriorities: Bool = false, convert: @escaping (String) -> ConvertedPattern
    ) throws(JSONError) -> ImportedTable {
        let document = try JSONDocument(parsing: bytes)
        var reading = PatternTable(document: document, hasPriorities: hasPriorities, convert: convert)
        reading.read()
        reading.table.locateFindings(in: document)
        return reading.table
    }

    private mutating func read() {
        guard document.root.kind == .object else {
            return table.report(
                .syntax, .node(document.root), "the table must be an object from patterns to their targets",
                #"write {"scheme://host/path": {"class": "Screen"}}"#)
        }
        for member in document.root.members {
            guard table.takesEntry(at: .node(member.value, member.name)) else { break }
            readEntry(member.name, member.value)
        }
    }

    private mutating func readEntry(_ source: String, _ entry: JSONNode) {
        let place = SourcePlace.node(entry, source)
        guard table.accepts(source, at: place) else { return }
        guard entry.kind == .object else {
            return table.report(
                .importDropped, place, "“\(source)” opens nothing: its value is not an object",
                #"write {"class": "Screen"} or {"redirectUrl": "https://…"}"#)
        }
        let known = hasPriorities ? ["class", "redirectUrl", "priority"] : ["class", "redirectUrl"]
        for member in entry.members where !known.contains(member.name) {
            table.remark(
                "“\(member.name.prefix(60))” of “\(source)” is left out",
                at: .node(member.value, source, member.name), "an entry has \(known.joined(separator: ", "))")
        }
        guard let destination = destination(source, entry, at: place) else { return }
        let converted = convert(source)
        var patterns: [Pattern] = []
        for text in converted.texts {
            guard let pattern = table.pattern(text, of: source, at: place) else { return }
            patterns.append(pattern)
        }
        if !converted.remarks.isEmpty {
            let texts = converted.texts.joined(separator: ", ")
            table.remark(
                "“\(source)” becomes \(texts): \(converted.remarks.joined(separator: "; "))", at: place,
                "check that the meaning is still correct")
        }
        table.append(patterns, to: destination, priority: priority(source, entry))
    }

    private mutating func priority(_ source: String, _ entry: JSONNode) -> Int {
        guard hasPriorities, let node = entry["priority"] else { return 0 }
        let range = -ModelLimits.priorityMax...ModelLimits.priorityMax
        if let number = node.integerValue, range.contains(Int(clamping: number)) { return Int(clamping: number) }
        table.remark(
            "the priority of “\(source)” is left out: it must be a whole number from \(range.lowerBound) to \(range.upperBound)",
            at: .node(node, source, "priority"), "give it a priority in that range")
        return 0
    }

    private mutating func destination(_ source: String, _ entry: JSONNode, at place: SourcePlace) -> Destination? {
        let target = text("redirectUrl", source, entry)
        let screen = text("class", source, entry)
        guard target.isEmpty else {
            guard table.accepts(target, at: place) else { return nil }
            if !screen.isEmpty {
                table.remark(
                    "the class \(screen.prefix(60)) of “\(source)” is left out: its redirectUrl wins", at: place,
                    "if a page uses the class alone, add a rule for it")
            }
            return table.redirect(TargetText.literal(target), query: .keep, of: source, at: place)
        }
        guard screen.isEmpty else { return .screen(ScreenTarget(name: screen)) }
        table.drop(
            source, at: place, "it has neither a class nor a redirectUrl",
            "add one, or block the address with a rule")
        return nil
    }

    /// The text of a member; empty if there is none, with a finding if it is something else.
    private mutating func text(_ name: String, _ source: String, _ entry: JSONNode) -> String {
        guard let node = entry[name], !node.isNull else { return "" }
        if let text = node.stringValue { return text }
        table.remark("\(name) is not a string and is left out", at: .node(node, source, name), "write it in quotes")
        return ""
    }
}
