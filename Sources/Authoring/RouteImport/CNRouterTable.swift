package import CanonicalJSON
import RouteDocuments
package import RouteModel
import RoutePattern
import TargetTemplate

/// A CNRouter or MGJRouter table: `{PATTERN: {"class": NAME}}` or `{PATTERN: {"redirectUrl": URL}}`.
///
/// A non-empty `redirectUrl` wins over `class`, as in CNRouter. CNRouter passes captures and query of the address to
/// the next page; so redirects keep the incoming query beside the target's own, and resolution carries the captures.
package enum CNRouterTable {
    /// Which addresses a pattern without `~` matches.
    package enum Matching: String, Sendable, Hashable, CaseIterable {
        /// Addresses with exactly the pattern's segments.
        case exact
        /// As MGJRouter: further segments of the address are ignored.
        case prefix
    }

    /// Reads a table; each part that is left out or changed has a finding.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - matching: Which addresses a pattern without `~` matches.
    /// - Returns: The rules in the order of the table.
    /// - Throws: `JSONError` if the bytes are not JSON; JSON that is not a table is a finding.
    package static func importing(_ bytes: [UInt8], matching: Matching = .exact) throws(JSONError) -> ImportedTable {
        try PatternTable.importing(bytes) { source in
            let pattern = CNRouterPattern(source, matching: matching)
            return ConvertedPattern(texts: [pattern.text], remarks: pattern.remarks)
        }
    }
}

extension CNRouterTable {
    /// A table that clients of the old library read, and findings for what it cannot express.
    package struct Export: Sendable, Hashable {
        /// The table as canonical JSON.
        package var bytes: [UInt8]
        /// One finding for each rule or pattern that the table lacks.
        package var findings: [Finding]
    }

    /// Writes the rules that a table can express: those without conditions that lead to a screen or a literal address.
    ///
    /// - Parameter rules: In the order of their rank, so that of two rules with one pattern the first is written.
    /// - Returns: The table, and a finding for each rule or pattern that it lacks.
    package static func exporting(_ rules: [Rule]) -> Export {
        var entries: [String: JSONValue] = [:]
        var findings: [Finding] = []
        for rule in rules where rule.isEnabled {
            let entry: JSONValue
            switch CNRouterEntry(rule) {
            case .entry(let value): entry = value
            case .reason(let reason):
                findings.append(dropped(rule, reason))
                continue
            }
            for pattern in rule.patterns {
                guard case .text(let text) = pattern.stored, let spelling = CNRouterPattern.spelling(of: text) else {
                    findings.append(dropped(rule, "a table cannot express one of its patterns"))
                    continue
                }
                if entries[spelling] == nil {
                    entries[spelling] = entry
                } else {
                    findings.append(dropped(rule, "\(spelling) belongs to a rule of higher rank"))
                }
            }
        }
        return Export(bytes: JSONValue.object(entries).canonicalBytes, findings: findings)
    }

    private static func dropped(_ rule: Rule, _ reason: String) -> Finding {
        Finding(
            .exportDropped, rules: [rule.id], detail: "\(rule.id) is not in the table: \(reason)",
            hint: "clients that read the table do not see this rule")
    }
}

/// The entry of a rule, or the reason why a table cannot express it.
private enum CNRouterEntry {
    case entry(JSONValue)
    case reason(String)

    init(_ rule: Rule) {
        guard rule.condition?.isEmpty ?? true else {
            self = .reason("it has conditions")
            return
        }
        guard rule.priority == 0, !rule.ignoreCase, !rule.strictSlash else {
            self = .reason("it has a priority, ignoreCase or strictSlash")
            return
        }
        switch rule.destination {
        case .screen(let target) where target.parameters.isEmpty && target.transition == nil:
            self = .entry(["class": .string(target.name)])
        case .screen: self = .reason("its screen has parameters or a transition")
        case .block: self = .reason("a table cannot block an address")
        case .redirect(let template) where template.template.expressions.isEmpty:
            self = .entry(["redirectUrl": .string(template.text)])
        case .redirect: self = .reason("its target has variables")
        }
    }
}
