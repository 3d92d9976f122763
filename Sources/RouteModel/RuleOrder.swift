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
        var ranked: [RankedEntry] = []
        ranked.reserveCapacity(rules.count)
        for (index, rule) in rules.enumerated() where rule.neverMatches == nil {
            let conditions = rule.conditionCount
            for (number, alternative) in try distinct(rule, origins) {
                let entry = Entry(rule: index, alternative: number, value: alternative)
                ranked.append(RankedEntry(entry: entry, priority: rule.priority, conditions: conditions))
            }
        }
        ranked.sort { $0.precedes($1) }
        return ranked.map(\.entry)
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

/// An alternative with what decides its place, computed once instead of at every comparison.
private struct RankedEntry {
    let entry: RuleOrder.Entry
    let priority: Int
    let key: SpecificityKey
    let conditions: Int

    init(entry: RuleOrder.Entry, priority: Int, conditions: Int) {
        self.entry = entry
        self.priority = priority
        self.conditions = conditions
        key = entry.value.key
    }

    /// Compares K of rules.md section 6.
    ///
    /// The rule's position is the ordinal, so its id and pattern indices never get to decide; alternatives are
    /// numbered pattern by pattern, groups present before absent.
    func precedes(_ other: RankedEntry) -> Bool {
        if priority != other.priority { return priority > other.priority }
        if key != other.key { return key < other.key }
        if conditions != other.conditions { return conditions > other.conditions }
        return (entry.rule, entry.alternative) < (other.entry.rule, other.entry.alternative)
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
