/// A variable of a redirect template that the rule does not capture, or that is not safe where it is used.
package struct TemplateIssue: Sendable, Equatable {
    /// The codes of findings; raw values are stable.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case unboundVariable = "unbound-variable"
        case unsafeVariable = "unsafe-variable"
    }

    /// What is wrong.
    package var code: Code
    /// The variable's position in the template, in UTF-8 bytes.
    package var offset: Int
    /// What is wrong, for a person.
    package var detail: String
    /// What to do, for a person.
    package var hint: String
}

extension RedirectTemplate {
    /// The variables that break the rules for captures in redirects (language.md section 5).
    ///
    /// A variable in the path must be captured by every alternative of every pattern, a variable after the path by at
    /// least one. `{+x}` and `{#x}` are allowed only for captures whose constraint excludes every reserved character.
    ///
    /// - Parameters:
    ///   - alternatives: The capture names of each alternative; at least one alternative.
    ///   - safeForReserved: Captures whose constraint excludes reserved characters in every alternative that has them.
    /// - Returns: All issues, in the order of the template.
    package func issues(alternatives: [Set<String>], safeForReserved: Set<String>) -> [TemplateIssue] {
        let everywhere = alternatives.dropFirst().reduce(alternatives.first ?? []) { $0.intersection($1) }
        let somewhere = alternatives.reduce(into: Set<String>()) { $0.formUnion($1) }
        var issues: [TemplateIssue] = []
        var isPath = true
        for part in template.parts {
            switch part {
            case .literal(let text):
                if text.utf8.contains(where: { $0 == 0x3F || $0 == 0x23 }) { isPath = false }
            case .expression(let expression):
                let found = expression.expansionOperator
                if found.endsPath { isPath = false }
                for variable in expression.variables {
                    let bound = isPath ? everywhere : somewhere
                    if !bound.contains(variable.name) {
                        issues.append(unbound(variable, isPath: isPath && somewhere.contains(variable.name), somewhere))
                    } else if found.allowsReserved, !safeForReserved.contains(variable.name) {
                        issues.append(unsafe(variable, found))
                    }
                }
            }
        }
        return issues
    }

    private func unbound(_ variable: TemplateVariable, isPath: Bool, _ known: Set<String>) -> TemplateIssue {
        let names = known.sorted().map { ":\($0)" }.joined(separator: ", ")
        return TemplateIssue(
            code: .unboundVariable, offset: variable.offset,
            detail: isPath
                ? "{\(variable.name)} is in the path, and not every form of the rule's patterns captures it"
                : "no pattern of the rule captures {\(variable.name)}",
            hint: isPath
                ? "make it a query variable, {?\(variable.name)}, or split the rule"
                : known.isEmpty ? "capture it in the pattern as :\(variable.name)" : "the patterns capture \(names)")
    }

    private func unsafe(_ variable: TemplateVariable, _ found: ExpansionOperator) -> TemplateIssue {
        let sign = found == .fragment ? "#" : "+"
        return TemplateIssue(
            code: .unsafeVariable, offset: variable.offset,
            detail: "{\(sign)\(variable.name)} would write captured text with /, ? and # unencoded into the address",
            hint: "write {\(variable.name)}, or constrain the capture, such as :\(variable.name)([a-z0-9\\-]+)")
    }
}
