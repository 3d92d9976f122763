import CanonicalJSON
import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// Where in a foreign table something stands; found out only when a finding names it.
enum SourcePlace: Sendable {
    /// From 1; columns in Unicode scalars.
    case line(Int, column: Int)
    case node(JSONNode, in: JSONDocument)

    fileprivate var pointer: String? {
        if case .node(let node, _) = self { node.pointer.description } else { nil }
    }

    fileprivate var position: (line: Int, column: Int) {
        switch self {
        case .line(let line, let column): return (line, column)
        case .node(let node, let document):
            let position = document.position(at: node.offset)
            return (position.line, position.column)
        }
    }
}

extension ImportedTable {
    /// Takes a rule in under an id made from its first pattern.
    mutating func append(
        _ patterns: [Pattern], when condition: Condition? = nil, to destination: Destination, priority: Int = 0
    ) {
        let spelling = if case .text(let text)? = patterns.first?.stored { text } else { "" }
        let id = RuleNaming.id(forPattern: spelling, taken: ids)
        ids.insert(id)
        rules.append(
            Rule(id: id, patterns: patterns, condition: condition, destination: destination, priority: priority))
        for pattern in patterns { if case .text(let text) = pattern.stored { noteScheme(text) } }
    }

    /// A redirect to a template, and what the settings must allow for it; nil, with a finding, where it is none.
    mutating func redirect(
        _ template: String, query: QueryPolicy, of source: String, at place: SourcePlace
    ) -> Destination? {
        do throws(TemplateError) {
            let template = try RedirectTemplate(template, query: query)
            let host = template.literalHost.map { "//\($0)" } ?? ""
            let needed = "\(template.literalScheme):\(host)"
            if !destinations.contains(needed) { destinations.append(needed) }
            return .redirect(template)
        } catch {
            drop(source, at: place, "its target \(template): \(error.detail)", error.hint)
            return nil
        }
    }

    /// A pattern as its text; nil, with a finding, where the language refuses it.
    mutating func pattern(_ text: String, of source: String, at place: SourcePlace) -> Pattern? {
        do throws(PatternError) { return try Pattern(text) } catch {
            drop(source, at: place, error.detail, error.hint)
            return nil
        }
    }

    /// Notes an entry that is left out.
    mutating func drop(_ source: String, at place: SourcePlace, _ reason: String, _ hint: String) {
        report(.importDropped, .error, place, "“\(source)” is left out: \(reason)", hint)
    }

    /// Notes a part of an entry that is left out or means something else now.
    mutating func remark(_ detail: String, at place: SourcePlace, _ hint: String) {
        report(.importChanged, .warning, place, detail, hint)
    }

    mutating func report(
        _ code: Finding.Code, _ severity: Finding.Severity, _ place: SourcePlace, _ detail: String, _ hint: String
    ) {
        let position = place.position
        findings.append(
            Finding(
                code, severity: severity, pointer: place.pointer, line: position.line, column: position.column,
                detail: detail, hint: hint))
    }

    /// The app's own schemes are those that are not the web's.
    private mutating func noteScheme(_ pattern: String) {
        guard let end = pattern.firstIndex(of: ":") else { return }
        let scheme = pattern[..<end].lowercased()
        let isPlain = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard isPlain, !scheme.isEmpty, !SpecialScheme.isSpecial(scheme), !schemes.contains(scheme) else { return }
        schemes.append(scheme)
    }
}
