import RouteModel
import RoutePattern

/// Which of many rules on one pattern are worth comparing.
///
/// A few are compared all with all. A crowd is usually told apart by something that each rule names words of, such as
/// the region or a segment's enumeration: then only those that name a common word, or none, can meet. What is left
/// together is told apart by the next such thing.
struct CrowdPairs {
    /// Something that a rule names words of.
    enum Trait: Hashable {
        case key(Context.Key)
        case segment(Int)
        case label(Int)
    }

    /// What one rule's alternative names, by trait; without an entry it takes anything.
    typealias Traits = [Trait: [String]]

    /// Pairs of indices, the lower first; a pair that shares several words comes more than once.
    private(set) var pairs: [(Int, Int)] = []
    /// How many pairs more there would have been.
    private(set) var leftOut = 0

    private let traits: [Traits]

    /// Pairs of a crowd, best first.
    init(_ traits: [Traits]) {
        self.traits = traits
        tellApart(Array(traits.indices), [])
    }

    private mutating func tellApart(_ members: [Int], _ used: Set<Trait>) {
        guard members.count > Limits.crowdMin, let trait = Self.best(members.map { traits[$0] }, used) else {
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
        for word in words.sorted() { tellApart(byWord[word] ?? [], used.union([trait])) }
        tellApart(free, used.union([trait]))
        let isFree = Set(free)
        // Members ascend, and so do the free ones.
        var below = 0
        for member in members where !isFree.contains(member) {
            while below < free.count, free[below] < member { below += 1 }
            add(free[..<below], with: member)
            let above = free[below...]
            let room = max(0, Limits.pairsMax - pairs.count)
            for other in above.prefix(room) { pairs.append((member, other)) }
            leftOut += max(0, above.count - room)
        }
    }

    private mutating func add(_ others: ArraySlice<Int>, with index: Int) {
        let room = max(0, Limits.pairsMax - pairs.count)
        for other in others.prefix(room) { pairs.append((other, index)) }
        leftOut += max(0, others.count - room)
    }

    /// The trait that leaves the fewest pairs; nil where none leaves fewer than half.
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

extension CrowdPairs.Trait {
    /// A fixed order, so that equal costs choose the same trait every time.
    fileprivate var order: String { "\(self)" }
}

extension TrialRelease {
    /// What the alternative at an order position and its rule's conditions name words of.
    func traits(_ position: Int) -> CrowdPairs.Traits {
        var traits: CrowdPairs.Traits = [:]
        if let clauses = facts[entries[position].rule].condition?.clauses {
            for key in [Context.Key.platform, .region, .build, .source] { traits[.key(key)] = clauses.words(of: key) }
            for clause in clauses.attributes { traits[.key(.attribute(clause.name))] = clause.values }
        }
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
    /// The words of a matcher that is one enumeration, without letter case; nil for others.
    fileprivate var wholeWords: [String]? {
        guard parts.count == 1, case .capture(_, .words(let words)) = parts[0] else { return nil }
        return words.map { $0.lowercased() }
    }
}

extension Clauses {
    /// The words that a key may be; nil where it is not asked.
    fileprivate func words(of key: Context.Key) -> [String]? {
        let words =
            switch key {
            case .platform: platform
            case .region: region
            case .build: build
            case .source: source
            default: [String]()
            }
        return words.isEmpty ? nil : words
    }
}
