package import RoutePattern

/// The one total order over all alternatives of all rules (language.md section 6).
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

    /// All alternatives of rules, best first; of identical ones in one rule (`Alternative.identity`) only the first.
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
        let ranks = keyRanks(entries)
        var places = entries.indices.map { index in
            let entry = entries[index]
            let rule = rules[entry.rule]
            return Place(
                priority: rule.priority, rank: ranks[index], conditions: rule.conditionCount, rule: entry.rule,
                alternative: entry.alternative, index: index)
        }
        places.sort { $0.precedes($1) }
        return places.map { entries[$0.index] }
    }

    /// The place of each entry's specificity key among all that occur.
    ///
    /// Many patterns share few keys, so comparing keys once and numbers ever after is what makes sorting cheap.
    private static func keyRanks(_ entries: [Entry]) -> [Int] {
        let keys = entries.map(\.value.key)
        var ranks: [SpecificityKey: Int] = [:]
        for (rank, key) in Set(keys).sorted().enumerated() { ranks[key] = rank }
        return keys.map { ranks[$0] ?? 0 }
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
        return alternatives.enumerated().filter { seen.insert($0.element.identity).inserted }.map {
            ($0.offset, $0.element)
        }
    }
}

/// What decides an alternative's place, as numbers.
private struct Place {
    var priority: Int
    var rank: Int
    var conditions: Int
    var rule: Int
    var alternative: Int
    /// Where the entry stands before sorting.
    var index: Int

    /// Compares K of language.md section 6.
    ///
    /// The rule's position is the ordinal, so its id and pattern indices never get to decide; alternatives are
    /// numbered pattern by pattern, groups present before absent.
    func precedes(_ other: Place) -> Bool {
        if priority != other.priority { return priority > other.priority }
        if rank != other.rank { return rank < other.rank }
        if conditions != other.conditions { return conditions > other.conditions }
        return (rule, alternative) < (other.rule, other.alternative)
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
