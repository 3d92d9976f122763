package import CanonicalJSON
import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// A CNRouter or MGJRouter table: `{PATTERN: {"class": NAME}}` or `{PATTERN: {"redirectUrl": URL}}`.
///
/// A non-empty `redirectUrl` wins over `class`, as CNRouter has it. What it hands to the next page as user info is what
/// resolution carries along, so the redirect itself does not repeat the incoming query.
package enum CNRouterTable {
    /// How far the table's patterns reach.
    package enum Matching: String, Sendable, Hashable, CaseIterable {
        /// A pattern means the addresses it spells.
        case exact
        /// MGJRouter's own habit: further segments of the address are ignored.
        case prefix
    }

    /// Reads a table; nothing is left out without a finding.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - matching: What a pattern without `~` reaches.
    /// - Returns: The rules in the order of the table.
    /// - Throws: `JSONError` where the bytes are no JSON; a value that is no table is a finding.
    package static func importing(_ bytes: [UInt8], matching: Matching = .exact) throws(JSONError) -> ImportedTable {
        let document = try JSONDocument(parsing: bytes)
        var reading = CNRouterReading(document, matching)
        reading.read()
        return reading.table
    }
}

/// One reading of a table.
private struct CNRouterReading {
    private let document: JSONDocument
    private let matching: CNRouterPattern.Matching
    private var ids: Set<String> = []
    private(set) var table = ImportedTable()

    init(_ document: JSONDocument, _ matching: CNRouterTable.Matching) {
        self.document = document
        self.matching = matching == .exact ? .exact : .prefix
    }

    mutating func read() {
        guard document.root.kind == .object else {
            return report(
                .syntax, .error, document.root, "a CNRouter table is an object from patterns to what they open",
                #"write {"scheme://host/path": {"class": "Screen"}}"#)
        }
        for member in document.root.members { readEntry(member.name, member.value) }
    }

    private mutating func readEntry(_ source: String, _ entry: JSONNode) {
        guard entry.kind == .object else {
            return report(
                .importDropped, .error, entry, "“\(source)” opens nothing: its value is no object",
                #"write {"class": "Screen"} or {"redirectUrl": "https://…"}"#)
        }
        for member in entry.members where member.name != "class" && member.name != "redirectUrl" {
            report(
                .importChanged, .warning, member.value, "“\(member.name)” of “\(source)” is left out",
                "a CNRouter entry has class and redirectUrl")
        }
        guard let destination = destination(source, entry), let pattern = pattern(source, entry) else { return }
        let id = RuleNaming.id(forPattern: spelling(pattern), taken: ids)
        ids.insert(id)
        table.rules.append(Rule(id: id, patterns: [pattern], destination: destination))
    }

    private func spelling(_ pattern: Pattern) -> String {
        if case .text(let text) = pattern.stored { text } else { "" }
    }

    private mutating func pattern(_ source: String, _ entry: JSONNode) -> Pattern? {
        let converted = CNRouterPattern(source, matching: matching)
        do throws(PatternError) {
            let pattern = try Pattern(converted.text)
            for remark in converted.remarks {
                report(
                    .importChanged, .warning, entry, "“\(source)” becomes \(converted.text): \(remark)",
                    "see that it still says what you mean")
            }
            noteScheme(converted.text)
            return pattern
        } catch {
            report(.importDropped, .error, entry, "“\(source)” is left out: \(error.detail)", error.hint)
            return nil
        }
    }

    /// The app's own schemes are those that are not the web's.
    private mutating func noteScheme(_ pattern: String) {
        guard let end = pattern.firstIndex(of: ":") else { return }
        let scheme = pattern[..<end].lowercased()
        let isPlain = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard isPlain, !scheme.isEmpty, !SpecialScheme.isSpecial(scheme), !table.schemes.contains(scheme) else {
            return
        }
        table.schemes.append(scheme)
    }

    private mutating func destination(_ source: String, _ entry: JSONNode) -> Destination? {
        let target = entry["redirectUrl"].flatMap { text($0, "redirectUrl") } ?? ""
        let screen = entry["class"].flatMap { text($0, "class") } ?? ""
        guard target.isEmpty else {
            if !screen.isEmpty {
                report(
                    .importChanged, .warning, entry,
                    "the class \(screen) of “\(source)” is left out: its redirectUrl wins",
                    "nothing is lost unless a page relied on the class alone")
            }
            return redirect(target, source, entry)
        }
        guard screen.isEmpty else { return .screen(ScreenTarget(name: screen)) }
        report(
            .importDropped, .error, entry, "“\(source)” is left out: it has neither a class nor a redirectUrl",
            "give it one, or block the address on purpose with a rule")
        return nil
    }

    private mutating func text(_ node: JSONNode, _ name: String) -> String? {
        if let text = node.stringValue { return text }
        if !node.isNull {
            report(.importChanged, .warning, node, "\(name) is no text and is left out", "write it in quotes")
        }
        return nil
    }

    /// A target is literal: braces of its own are percent-encoded, so that nothing in it is read as a variable.
    private mutating func redirect(_ target: String, _ source: String, _ entry: JSONNode) -> Destination? {
        let literal = target.replacing("{", with: "%7B").replacing("}", with: "%7D")
        do throws(TemplateError) {
            let template = try RedirectTemplate(literal, query: .drop)
            let host = template.literalHost.map { "//\($0)" } ?? ""
            let needed = "\(template.literalScheme):\(host)"
            if !table.destinations.contains(needed) { table.destinations.append(needed) }
            return .redirect(template)
        } catch {
            report(
                .importDropped, .error, entry, "“\(source)” is left out: its redirectUrl \(target): \(error.detail)",
                error.hint)
            return nil
        }
    }

    private mutating func report(
        _ code: Finding.Code, _ severity: Finding.Severity, _ node: JSONNode, _ detail: String, _ hint: String
    ) {
        let position = document.position(at: node.offset)
        table.findings.append(
            Finding(
                code, severity: severity, pointer: node.pointer.description, line: position.line,
                column: position.column,
                detail: detail, hint: hint))
    }
}
