import CanonicalJSON
package import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// The result of an import: rules, the settings that they need, and findings about lost parts.
package struct ImportedTable: Sendable, Equatable {
    /// The rules, in the order of the source.
    package var rules: [Rule] = []
    /// Entries that `settings.destinations` needs for the table's redirects, each once, in the order of the source.
    package private(set) var destinations: [String] = []
    /// The custom schemes of the table's patterns, each once, for `settings.schemes`.
    package private(set) var schemes: [String] = []
    /// One finding for each entry or part of an entry that was changed or left out; an error means the entry is
    /// missing.
    package private(set) var findings: [Finding] = []

    /// Makes the rules' ids.
    private var naming = RuleNaming()
    /// The alternatives of all patterns that were made, before origins are applied.
    private var alternativesMade = 0
    /// The entries that were counted.
    private var entryCount = 0
    /// The elements of `destinations` and of `schemes`, for a look-up in constant time.
    private var known: Set<String> = []
    /// Byte offsets of findings without line and column, by index in `findings`.
    private var offsets: [Int: Int] = [:]
    /// Findings that were not recorded because there are too many, and the code of the finding that counts them.
    private var leftOut = 0
    private var leftOutCode = Finding.Code.importChanged

    /// Makes an empty table.
    init() {}
}

/// The position of an entry, or of a part of it, in a foreign table.
enum SourcePlace: Sendable {
    /// A line from 1 and a column from 1 in Unicode scalars.
    case line(Int, column: Int)
    /// A JSON value and its byte offset; ``ImportedTable/locateFindings(in:)`` adds line and column.
    case json(JSONPointer, offset: Int)

    /// The place of a JSON value to which the tokens lead from the document's root.
    static func node(_ node: JSONNode, _ tokens: String...) -> SourcePlace {
        .json(JSONPointer(tokens), offset: node.offset)
    }
}

extension ImportedTable {
    /// Counts an entry; false, with one finding, behind the last one that a release could have: the reading ends there.
    mutating func takesEntry(at place: SourcePlace) -> Bool {
        entryCount += 1
        guard entryCount > ImportLimits.entriesMax else { return true }
        report(
            .importDropped, place,
            "the table has more than \(ImportLimits.entriesMax) entries: this one and all after it are left out",
            "divide the table between two apps")
        return false
    }

    /// Appends a rule; its id is made from its first pattern.
    mutating func append(
        _ patterns: [Pattern], when condition: Condition? = nil, to destination: Destination, priority: Int = 0
    ) {
        let spelling = if case .text(let text)? = patterns.first?.stored { text } else { "" }
        rules.append(
            Rule(
                id: naming.id(forPattern: spelling), patterns: patterns, condition: condition,
                destination: destination, priority: priority))
        for pattern in patterns { if case .text(let text) = pattern.stored { addScheme(of: text) } }
    }

    /// Appends a rule with its own id, and records the destination and the schemes that the settings must have for it.
    mutating func add(_ rule: Rule) {
        rules.append(rule)
        if case .redirect(let template) = rule.destination { need(template) }
        for pattern in rule.patterns { if case .text(let text) = pattern.stored { addScheme(of: text) } }
    }

    private mutating func need(_ template: RedirectTemplate) {
        let host = template.literalHost.map { "//\($0)" } ?? ""
        let needed = "\(template.literalScheme):\(host)"
        if known.insert(needed).inserted { destinations.append(needed) }
    }

    /// Makes a redirect and records the destination that the settings must allow for it; nil, with a finding, if the
    /// template is invalid.
    mutating func redirect(
        _ template: String, query: QueryPolicy, of source: String, at place: SourcePlace
    ) -> Destination? {
        do throws(TemplateError) {
            let template = try RedirectTemplate(template, query: query)
            need(template)
            return .redirect(template)
        } catch {
            drop(source, at: place, "its target \(template): \(error.detail)", error.hint)
            return nil
        }
    }

    /// Makes a pattern of its text; nil, with a finding, if the text is invalid.
    ///
    /// Of a table with too many alternatives for a release, the later patterns keep none in memory.
    mutating func pattern(_ text: String, of source: String, at place: SourcePlace) -> Pattern? {
        do throws(PatternError) {
            let pattern = try Pattern(text)
            alternativesMade += pattern.ownWeight
            return alternativesMade > ModelLimits.alternativesMax ? pattern.compact : pattern
        } catch {
            drop(source, at: place, error.detail, error.hint)
            return nil
        }
    }

    /// Whether a text of an entry is short enough to be converted; if not, records a finding.
    mutating func accepts(_ text: String, at place: SourcePlace) -> Bool {
        if text.utf8.count <= ImportLimits.textBytesMax { return true }
        let start = String(text.prefix(60))
        drop(
            "\(start)…", at: place,
            "it has \(text.utf8.count) bytes, and a pattern or target has at most \(ImportLimits.textBytesMax)",
            "shorten it")
        return false
    }

    /// Records that an entry is left out, as an error.
    mutating func drop(_ source: String, at place: SourcePlace, _ reason: String, _ hint: String) {
        report(.importDropped, place, "“\(source)” is left out: \(reason)", hint)
    }

    /// Records that a part of an entry is left out or changes its meaning, as a warning.
    mutating func remark(_ detail: String, at place: SourcePlace, _ hint: String) {
        report(.importChanged, place, detail, hint)
    }

    /// Records a finding; beyond ``ImportLimits/findingsMax`` it is only counted.
    mutating func report(
        _ code: Finding.Code, severity: Finding.Severity? = nil, _ place: SourcePlace, _ detail: String, _ hint: String
    ) {
        var finding = Finding(code, severity: severity, detail: detail, hint: hint)
        guard findings.count < ImportLimits.findingsMax else {
            leftOut += 1
            if finding.severity == .error { leftOutCode = .importDropped }
            return
        }
        switch place {
        case .line(let line, let column): (finding.line, finding.column) = (line, column)
        case .json(let pointer, let offset):
            finding.pointer = pointer.description
            offsets[findings.count] = offset
        }
        findings.append(finding)
    }

    /// Ends the reading of a JSON table: gives all findings their line and column in one pass over the document.
    mutating func locateFindings(in document: JSONDocument) {
        let indices = offsets.keys.sorted()
        let positions = document.positions(at: indices.map { offsets[$0] ?? 0 })
        for (index, position) in zip(indices, positions) {
            (findings[index].line, findings[index].column) = (position.line, position.column)
        }
        offsets = [:]
    }

    /// Ends an import: adds a finding that counts those that were not recorded.
    mutating func countUnrecordedFindings() {
        guard leftOut > 0 else { return }
        findings.append(
            Finding(
                leftOutCode, detail: "\(leftOut) more findings are not listed",
                hint: "correct the listed entries and import again"))
        leftOut = 0
    }

    /// Records the pattern's scheme unless it is one of the web's (``SpecialScheme``).
    private mutating func addScheme(of pattern: String) {
        guard let end = pattern.firstIndex(of: ":") else { return }
        let scheme = pattern[..<end].lowercased()
        let isPlain = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard isPlain, !scheme.isEmpty, !SpecialScheme.isSpecial(scheme), known.insert(scheme).inserted else { return }
        schemes.append(scheme)
    }
}
