import CanonicalJSON
package import RouteModel
import RoutePattern
import TargetTemplate

extension CNRouterTable {
    /// A table that legacy clients read, and what could not be said in it.
    package struct Export: Sendable, Hashable {
        /// The table as canonical JSON.
        package var bytes: [UInt8]
        /// One finding for each rule or pattern that is missing in it.
        package var findings: [Finding]
    }

    /// Writes the rules that a table can say: unconditional, on one screen or one literal address.
    ///
    /// - Parameter rules: In the order in which they win, so that of two rules for one pattern the winner is written.
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
                    findings.append(dropped(rule, "a table has no spelling for one of its patterns"))
                    continue
                }
                if entries[spelling] == nil {
                    entries[spelling] = entry
                } else {
                    findings.append(dropped(rule, "\(spelling) is taken by a rule that wins over it"))
                }
            }
        }
        return Export(bytes: JSONValue.object(entries).canonicalBytes, findings: findings)
    }

    private static func dropped(_ rule: Rule, _ reason: String) -> Finding {
        Finding(
            .exportDropped, severity: .warning, rules: [rule.id], detail: "\(rule.id) is not in the table: \(reason)",
            hint: "clients that read the table do not see this rule")
    }
}

/// What a rule is in a table.
private enum CNRouterEntry {
    case entry(JSONValue)
    case reason(String)

    init(_ rule: Rule) {
        guard rule.condition?.isEmpty ?? true else {
            self = .reason("it has conditions")
            return
        }
        guard rule.priority == 0, !rule.ignoreCase, !rule.strictSlash else {
            self = .reason("it has a priority or compares paths in a way of its own")
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
