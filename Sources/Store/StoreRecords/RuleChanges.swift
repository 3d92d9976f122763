/// A rule of a draft that a write added, changed, removed or moved.
package struct RuleChange: Sendable {
    /// The rule's id.
    package let id: String
    /// Its text before; nil if it was added.
    package let before: [UInt8]?
    /// Its text after, the same as before if it was only moved; nil if it was removed.
    package let after: [UInt8]?

    /// Makes a change of one rule.
    package init(id: String, before: [UInt8]?, after: [UInt8]?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

/// The difference of two lists of rules.
package enum RuleChanges {
    /// Compares two lists.
    ///
    /// A rule that kept its text is moved if it is not in the longest list of rules that kept their order: the fewest
    /// rules that explain the new order.
    ///
    /// - Parameters:
    ///   - old: The rules before, in their order; no id occurs twice.
    ///   - new: The rules after, in their order; of an id that occurs twice, the second rule counts as added.
    /// - Returns: The changes by id.
    /// - Complexity: O(n log n) for n rules.
    package static func between(_ old: [RuleText], _ new: [RuleText]) -> [RuleChange] {
        var places: [String: Int] = [:]
        places.reserveCapacity(old.count)
        for (place, rule) in old.enumerated() { places[rule.id] = place }
        var changes: [RuleChange] = []
        var isKept = [Bool](repeating: false, count: old.count)
        var isChanged = isKept
        // The old places of the rules that are in both lists, in the new order.
        var order: [Int] = []
        for rule in new {
            guard let place = places[rule.id], !isKept[place] else {
                changes.append(RuleChange(id: rule.id, before: nil, after: rule.json))
                continue
            }
            isKept[place] = true
            order.append(place)
            guard old[place].json != rule.json else { continue }
            isChanged[place] = true
            changes.append(RuleChange(id: rule.id, before: old[place].json, after: rule.json))
        }
        for (place, rule) in old.enumerated() where !isKept[place] {
            changes.append(RuleChange(id: rule.id, before: rule.json, after: nil))
        }
        for place in moved(order) where !isChanged[place] {
            changes.append(RuleChange(id: old[place].id, before: old[place].json, after: old[place].json))
        }
        return changes.sorted { $0.id < $1.id }
    }

    /// The numbers that are not in a longest increasing subsequence, by patience sorting.
    static func moved(_ order: [Int]) -> [Int] {
        guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { return [] }
        // tops[n] is the index of the least number that ends an increasing subsequence of n + 1 numbers.
        var tops: [Int] = []
        var previous = [Int?](repeating: nil, count: order.count)
        for (index, number) in order.enumerated() {
            var low = 0
            var high = tops.count
            while low < high {
                let middle = (low + high) / 2
                if order[tops[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tops[low - 1] }
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var isInOrder = [Bool](repeating: false, count: order.count)
        var link = tops.last
        while let index = link {
            isInOrder[index] = true
            link = previous[index]
        }
        return order.indices.filter { !isInOrder[$0] }.map { order[$0] }
    }
}
