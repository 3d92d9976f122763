import RouteModel
import RouteOrder
import RoutePattern

/// The fewest levels that keep the order of a table.
///
/// Two rules need different priorities only if some address matches both, and if their specificity, or else their places,
/// would rank them the other way round. A rule therefore gets the highest level of the later rules that it may overlap, or
/// the next level if specificity would put one of that level before it. Rules that meet no other have level 0.
///
/// Rules overlap if one path can match both. This is decided by the literal segments at the beginning of the paths alone,
/// so it also finds rules that do not overlap; that costs levels and never the order.
struct OrderLevels {
    /// The level of each rule, from 0; a rule of a higher level wins.
    let levels: [Int]

    /// - Complexity: O(n) in the segments of all alternatives.
    init(_ rules: [Rule]) {
        var paths = PathTree()
        levels = rules.reversed().map { rule in
            let alternatives = rule.patterns.flatMap { pattern in
                pattern.own.map { PathTree.Entry($0, needsOrigins: pattern.needsOrigins, rule.conditionCount) }
            }
            var level = 0
            for entry in alternatives {
                guard let bound = paths.bound(of: entry) else { continue }
                level = max(level, bound.level + (bound.isInverted(by: entry) ? 1 : 0))
            }
            for entry in alternatives { paths.insert(entry, level: level) }
            return level
        }.reversed()
    }
}

/// The paths of the later rules, as a tree of their literal segments.
private struct PathTree {
    /// One alternative of a rule.
    struct Entry {
        /// The literal segments at the beginning of the path, in lower case, without a final slash.
        var segments: [String] = []
        /// Whether the path has nothing but these segments.
        var isWhole = false
        /// Whether its host is that of the app's origins.
        let needsOrigins: Bool
        let rank: Rank

        init(_ alternative: Alternative, needsOrigins: Bool, _ conditions: Int) {
            self.needsOrigins = needsOrigins
            rank = Rank(key: alternative.key, conditions: conditions)
            guard case .segments(let matchers, let ending) = alternative.path else { return }
            for matcher in matchers {
                guard let text = matcher.literal else { return }
                segments.append(text.lowercased())
            }
            isWhole = ending.kind == .end
            while segments.last == "" { segments.removeLast() }
        }
    }

    /// The place of an alternative without priorities.
    struct Rank: Comparable {
        let key: SpecificityKey
        let conditions: Int

        static func < (left: Rank, right: Rank) -> Bool {
            left.key == right.key ? left.conditions > right.conditions : left.key < right.key
        }
    }

    /// The highest level of some alternatives, and the first rank in it.
    struct Bound {
        var level: Int
        /// The first rank of those with the host of the app's origins, and of those with a host of their own: ranks of
        /// the two kinds cannot be compared before the origins are known.
        var ranks: [Bool: Rank]

        /// Whether specificity would put one of the level before an entry.
        func isInverted(by entry: Entry) -> Bool {
            ranks[!entry.needsOrigins] != nil || ranks[entry.needsOrigins].map { $0 < entry.rank } ?? false
        }

        static func highest(_ one: Bound?, _ other: Bound?) -> Bound? {
            guard let one, let other else { return one ?? other }
            guard one.level == other.level else { return one.level > other.level ? one : other }
            return Bound(level: one.level, ranks: one.ranks.merging(other.ranks) { min($0, $1) })
        }
    }

    private struct Node {
        var children: [String: Int] = [:]
        /// Of paths that end here.
        var whole: Bound?
        /// Of paths that go on here with something that is not literal.
        var open: Bound?
        /// Of all paths that begin with the node's segments.
        var below: Bound?
    }

    private var nodes = [Node()]

    /// The highest level of the entries that may overlap this one; nil if there are none.
    func bound(of entry: Entry) -> Bound? {
        var (node, found) = (0, nodes[0].open)
        for segment in entry.segments {
            guard let child = nodes[node].children[segment] else { return found }
            node = child
            found = .highest(found, nodes[node].open)
        }
        return .highest(found, entry.isWhole ? nodes[node].whole : nodes[node].below)
    }

    mutating func insert(_ entry: Entry, level: Int) {
        let bound = Bound(level: level, ranks: [entry.needsOrigins: entry.rank])
        var node = 0
        nodes[0].below = .highest(nodes[0].below, bound)
        for segment in entry.segments {
            if let child = nodes[node].children[segment] {
                node = child
            } else {
                nodes.append(Node())
                nodes[node].children[segment] = nodes.count - 1
                node = nodes.count - 1
            }
            nodes[node].below = .highest(nodes[node].below, bound)
        }
        if entry.isWhole {
            nodes[node].whole = .highest(nodes[node].whole, bound)
        } else {
            nodes[node].open = .highest(nodes[node].open, bound)
        }
    }
}
