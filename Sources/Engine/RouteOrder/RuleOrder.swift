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
        /// The rank of its specificity key among those of all entries, from 0: equal keys have equal ranks.
        package var rank: Int
    }

    /// All alternatives of rules, best first; of identical ones in one rule (`Alternative.identity`) only the first
    /// (language.md L6.7, L6.8).
    ///
    /// - Throws: ``ModelError`` of code `invalidPattern`, with the rule's id, if a pattern cannot be expanded.
    /// - Complexity: O(n log n) in alternatives.
    package static func entries(of rules: [Rule], origins: [Origin]) throws(ModelError) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(rules.count)
        // By index: a copy of a rule or an entry counts references to each of its parts.
        for index in rules.indices where rules[index].neverMatches == nil {
            for (number, alternative) in try distinct(rules, index, origins) {
                entries.append(Entry(rule: index, alternative: number, value: alternative, rank: 0))
            }
        }
        rank(&entries)
        var places = entries.indices.map { index in
            let rule = entries[index].rule
            return Place(
                priority: rules[rule].priority, rank: entries[index].rank,
                conditions: Rule.conditionCount(of: rules, rule), rule: rule, alternative: entries[index].alternative,
                index: index)
        }
        places.sort { $0.precedes($1) }
        arrange(&entries, by: places.map { $0.index })
        return entries
    }

    /// Puts the entry with the index `sources[place]` at each place, by swaps: a copy of an entry counts references.
    private static func arrange(_ entries: inout [Entry], by sources: [Int]) {
        var sources = sources
        // Each cycle of places is followed once; a place that has its entry is its own source.
        for start in sources.indices {
            var place = start
            while sources[place] != start {
                let source = sources[place]
                entries.swapAt(place, source)
                sources[place] = place
                place = source
            }
            sources[place] = place
        }
    }

    /// Sets the rank of each entry's specificity key among all keys.
    ///
    /// Many patterns have equal keys. Each key is compared once to get its rank, and sorting compares ranks.
    private static func rank(_ entries: inout [Entry]) {
        var keys: [SpecificityKey: Int] = [:]
        for index in entries.indices {
            let key = entries[index].value.key
            let number = keys[key] ?? keys.count
            if number == keys.count { keys[key] = number }
            entries[index].rank = number
        }
        var ranks = [Int](repeating: 0, count: keys.count)
        for (rank, key) in keys.sorted(by: { $0.key < $1.key }).enumerated() { ranks[key.value] = rank }
        for index in entries.indices { entries[index].rank = ranks[entries[index].rank] }
    }

    private static func distinct(
        _ rules: [Rule], _ place: Int, _ origins: [Origin]
    ) throws(ModelError) -> [(Int, Alternative)] {
        let alternatives: [Alternative]
        do {
            alternatives = try Rule.alternatives(of: rules, place, origins: origins)
        } catch {
            throw ModelError(
                code: .invalidPattern, offset: error.offset, detail: "Rule \"\(rules[place].id)\": \(error.detail)",
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
