import Foundation
import TestSupport

/// Replaces texts that differ between two runs of the same session by placeholders, so that the rest can be compared
/// exactly.
///
/// Equal values get equal placeholders (`<digest 1>`, `<digest 2>` in order of first appearance), so that a reference
/// to a wrong value is still found.
struct VolatileFields {
    /// A pattern with one group, the volatile text, and the name of its placeholder; see `volatile.json`.
    struct Rule: Sendable, Decodable {
        let pattern: String
        let placeholder: String
        let reason: String
        /// Whether equal values get the same number.
        let numbered: Bool
        /// Whether the text differs in every answer, and not only if the requests are sent to another store.
        let everywhere: Bool
    }

    /// All rules: for answers of a new, empty store.
    static let ofNewStore: [Rule] = {
        let path = PackageRoot.url.appendingPathComponent("Tests/Compatibility/volatile.json")
        do { return try JSONDecoder().decode([Rule].self, from: Data(contentsOf: path)) } catch {
            preconditionFailure("\(path.path): \(error)")
        }
    }()

    /// Rules for answers of the same store.
    static let always = ofNewStore.filter(\.everywhere)

    private let rules: [(expression: NSRegularExpression, rule: Rule)]
    private var numbers: [String: String] = [:]

    init(_ rules: [Rule]) throws {
        self.rules = try rules.map { (try NSRegularExpression(pattern: $0.pattern), $0) }
    }

    /// An answer as text, for comparing: status, fields by name, body.
    mutating func text(of answer: RecordedAnswer) -> String {
        let fields = answer.fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        let body =
            String(validating: answer.body, as: UTF8.self) ?? Data(answer.body).base64EncodedString()
        return masking((["status \(answer.status)"] + fields + ["", body]).joined(separator: "\n"))
    }

    /// A text with all volatile parts replaced.
    mutating func masking(_ text: String) -> String {
        rules.reduce(text) { masking($0, $1.expression, $1.rule) }
    }

    private mutating func masking(_ text: String, _ expression: NSRegularExpression, _ rule: Rule) -> String {
        var masked = text
        let whole = NSRange(text.startIndex..., in: text)
        for match in expression.matches(in: text, range: whole) where rule.numbered {
            guard let range = Range(match.range(at: 1), in: text) else { continue }
            if numbers[String(text[range])] == nil {
                let count = numbers.values.count { $0.hasPrefix(rule.placeholder) }
                numbers[String(text[range])] = "\(rule.placeholder) \(count + 1)"
            }
        }
        for match in expression.matches(in: text, range: whole).reversed() {
            let original = (text as NSString).substring(with: match.range(at: 1))
            let placeholder = rule.numbered ? numbers[original] ?? "" : rule.placeholder
            // A replacement moves the text after it, so matches are replaced from the end.
            let start = masked.utf16.index(masked.startIndex, offsetBy: match.range(at: 1).location)
            let end = masked.utf16.index(start, offsetBy: match.range(at: 1).length)
            masked.replaceSubrange(start..<end, with: "<\(placeholder)>")
        }
        return masked
    }
}
