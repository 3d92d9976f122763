import RouteModel
import RouteOrder
import RoutePattern

/// The pairs of rules on one pattern that must be compared.
///
/// For few rules, these are all pairs. Many rules usually differ in one trait, such as the region: a key or an
/// enumeration for which each rule lists words. Only rules that list a common word, or no word, can overlap. Rules with
/// a common word are divided again by the next trait.
struct PairSelection {
    /// A key of the condition, or a path segment or host label (counted from the right), for which a rule lists words.
    enum Trait: Hashable {
        case key(Context.Key)
        case segment(Int)
        case label(Int)
    }

    /// The words that one alternative and its rule list, by trait; a trait without an entry allows any word.
    typealias Traits = [Trait: [String]]

    /// Pairs of indices, the lower first; a pair with several common words occurs more than once.
    private(set) var pairs: [(Int, Int)] = []
    /// The number of pairs beyond `Limits.pairsMax`.
    private(set) var leftOut = 0

    private let traits: [Traits]

    /// Selects pairs of alternatives, which are given best first.
    init(_ traits: [Traits]) {
        self.traits = traits
        divide(Array(traits.indices), [])
    }

    private mutating func divide(_ members: [Int], _ used: Set<Trait>) {
        guard members.count > Limits.undividedMax, let trait = Self.best(members.map { traits[$0] }, used) else {
            for (place, second) in members.enumerated() { add(members[..<place], with: second) }
            return
        }
        var byWord: [String: [Int]] = [:]
        var words: [String] = []
        var free: [Int] = []
        for member in members {
            let named = traits[member][trait] ?? []
            if named.isEmpty { free.append(member) }
            for word in Set(named) {
                if byWord[word] == nil { words.append(word) }
                byWord[word, default: []].append(member)
            }
        }
        for word in words.sorted() { divide(byWord[word] ?? [], used.union([trait])) }
        divide(free, used.union([trait]))
        let isFree = Set(free)
        // `members` and `free` are in ascending order.
        var below = 0
        for member in members where !isFree.contains(member) {
            while below < free.count, free[below] < member { below += 1 }
            add(free[..<below], with: member)
            let above = free[below...]
            let left = max(0, Limits.pairsMax - pairs.count)
            for other in above.prefix(left) { pairs.append((member, other)) }
            leftOut += max(0, above.count - left)
        }
    }

    private mutating func add(_ others: ArraySlice<Int>, with index: Int) {
        let left = max(0, Limits.pairsMax - pairs.count)
        for other in others.prefix(left) { pairs.append((other, index)) }
        leftOut += max(0, others.count - left)
    }

    /// The trait that leaves the fewest pairs; nil if none leaves less than half of them.
    static func best(_ members: [Traits], _ used: Set<Trait>) -> Trait? {
        var counts: [Trait: [String: Int]] = [:]
        var named: [Trait: Int] = [:]
        for traits in members {
            for (trait, words) in traits where !used.contains(trait) && !words.isEmpty {
                named[trait, default: 0] += 1
                for word in Set(words) { counts[trait, default: [:]][word, default: 0] += 1 }
            }
        }
        let costs = counts.map { trait, words in
            let free = members.count - (named[trait] ?? 0)
            return (trait: trait, cost: words.values.reduce(free * members.count) { $0 + $1 * $1 })
        }
        let best = costs.min { ($0.cost, $0.trait.order) < ($1.cost, $1.trait.order) }
        return best.flatMap { $0.cost * 2 < members.count * members.count ? $0.trait : nil }
    }
}

extension PairSelection.Trait {
    /// A fixed order, so that the choice between equal costs is always the same.
    fileprivate var order: String { "\(self)" }
}

extension CompiledDraft {
    /// The traits of the conditions of the rule at an order position.
    func conditionTraits(_ position: Int) -> PairSelection.Traits {
        var traits: PairSelection.Traits = [:]
        guard let clauses = facts[entries[position].rule].condition?.clauses else { return traits }
        for key in WordKey.allCases where !clauses[key].isEmpty { traits[.key(.words(key))] = clauses[key] }
        for clause in clauses.attributes { traits[.key(.attribute(clause.name))] = clause.values }
        return traits
    }

    /// The traits of the alternative at an order position and of its rule's conditions.
    func traits(_ position: Int) -> PairSelection.Traits {
        var traits = conditionTraits(position)
        let alternative = entries[position].value
        if case .segments(let segments, _) = alternative.path {
            for (place, segment) in segments.enumerated() { traits[.segment(place)] = segment.wholeWords }
        }
        if case .labels(let labels, _) = alternative.host {
            for (place, label) in labels.reversed().enumerated() { traits[.label(place)] = label.wholeWords }
        }
        return traits
    }
}

extension SegmentMatcher {
    /// The words of a matcher that is one enumeration, in lower case; nil for others.
    fileprivate var wholeWords: [String]? {
        guard parts.count == 1, case .capture(_, .words(let words)) = parts[0] else { return nil }
        return words.map { $0.lowercased() }
    }
}
