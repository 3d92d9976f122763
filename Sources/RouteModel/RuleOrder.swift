package import RoutePattern

/// The one total order over all alternatives of all rules (rules.md section 6).
package enum RuleOrder {
    /// One alternative in its place.
    package struct Entry: Sendable {
        /// The rule's position in the list that was ordered.
        package var rule: Int
        /// The alternative's number over all patterns of its rule.
        package var alternative: Int
        /// The alternative itself.
        package var value: Alternative
    }

    /// All alternatives of rules, best first; later identical ones of the same rule are left out.
    ///
    /// - Throws: ``ModelError`` where a rule's patterns cannot be expanded, naming the rule.
    /// - Complexity: O(n log n) in alternatives.
    package static func entries(of rules: [Rule], origins: [Origin]) throws(ModelError) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(rules.count)
        for (index, rule) in rules.enumerated() where rule.neverMatches == nil {
            for (number, alternative) in try distinct(rule, origins) {
                entries.append(Entry(rule: index, alternative: number, value: alternative))
            }
        }
        let priorities = rules.map(\.priority)
        let conditions = rules.map(\.conditionCount)
        // The rule's position is the ordinal, so ids and pattern indices never get to decide; alternatives are
        // numbered pattern by pattern, groups present before absent.
        return entries.sorted { a, b in
            if priorities[a.rule] != priorities[b.rule] { return priorities[a.rule] > priorities[b.rule] }
            if a.value.key != b.value.key { return a.value.key < b.value.key }
            if conditions[a.rule] != conditions[b.rule] { return conditions[a.rule] > conditions[b.rule] }
            return (a.rule, a.alternative) < (b.rule, b.alternative)
        }
    }

    private static func distinct(_ rule: Rule, _ origins: [Origin]) throws(ModelError) -> [(Int, Alternative)] {
        let alternatives: [Alternative]
        do {
            alternatives = try rule.alternatives(origins: origins)
        } catch {
            throw ModelError(
                code: .invalidPattern, offset: error.offset, detail: "Rule \"\(rule.id)\": \(error.detail)",
                hint: error.hint)
        }
        guard alternatives.count > 1 else { return alternatives.map { (0, $0) } }
        var seen: Set<String> = []
        return alternatives.enumerated().filter { seen.insert($0.element.canonical).inserted }.map {
            ($0.offset, $0.element)
        }
    }
}

extension Draft {
    /// The enabled rules' alternatives in their total order; `rule` is the position in the draft.
    ///
    /// - Throws: ``ModelError`` where a rule's patterns cannot be expanded.
    package func orderedAlternatives() throws(ModelError) -> [RuleOrder.Entry] {
        let enabled = rules.indices.filter { rules[$0].isEnabled }
        var entries = try RuleOrder.entries(of: enabled.map { rules[$0] }, origins: settings.origins)
        for index in entries.indices { entries[index].rule = enabled[entries[index].rule] }
        return entries
    }
}
