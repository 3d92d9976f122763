package import RouteModel
package import RoutePattern

/// The total order of the alternatives of all rules (language.md section 6).
package enum RuleOrder {
    /// One alternative of the order.
    package struct Entry: Sendable {
        /// The index of the rule in the list that was ordered.
        package var rule: Int
        /// The number of the alternative within its rule, over all patterns, from 0.
        package var alternative: Int
        /// The alternative.
        package var value: Alternative
    }

    /// All alternatives of rules, best first; of identical ones in one rule (`Alternative.identity`) only the first
    /// (language.md L6.7, L6.8).
    ///
    /// - Throws: ``ModelError`` of code `invalidPattern`, with the rule's id, if a pattern cannot be expanded.
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

    /// The rank of each entry's specificity key among all keys.
    ///
    /// Many patterns have equal keys. Each key is compared once to get its rank, and sorting compares ranks.
    private static func keyRanks(_ entries: [Entry]) -> [Int] {
        let keys = entries.map { $0.value.key }
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

/// The components of the order of one alternative, as numbers.
private struct Place {
    var priority: Int
    var rank: Int
    var conditions: Int
    var rule: Int
    var alternative: Int
    /// The index of the entry before sorting.
    var index: Int

    /// Compares K of language.md section 6.
    ///
    /// The rule's index is the ordinal, and no two rules have the same, so the id is not compared. Alternatives are
    /// numbered pattern by pattern, with an optional group present before absent, so pattern index and alternative index
    /// are one number.
    func precedes(_ other: Place) -> Bool {
        if priority != other.priority { return priority > other.priority }
        if rank != other.rank { return rank < other.rank }
        if conditions != other.conditions { return conditions > other.conditions }
        return (rule, alternative) < (other.rule, other.alternative)
    }
}
