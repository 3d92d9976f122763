import RouteModel
import RoutePattern

/// The query of an address, after its path.
extension MatchSets {
    /// The values of one name, all of which an address has.
    typealias Items = [(String, String)]

    /// Finds the sets of a path; sets of paths of another kind are others.
    mutating func query(
        _ alive: [Int], _ shapes: [Shape], kind: Int = 0, _ text: (Items) -> String
    ) {
        var names: [String] = []
        for index in alive {
            for constraint in shapes[index].query where !names.contains(where: { Self.isSame($0, constraint.name) }) {
                names.append(constraint.name)
            }
        }
        let all = alive
        let alive = undecided(alive, shapes, [])
        guard hasSeed(alive, shapes) else { return }
        var ways = [Way(part: Items(), alive: alive)]
        var first: [(name: String, values: [String])] = []
        var (known, waysLeft): ([String], Int) = ([], Limits.queryWaysMax)
        for name in names {
            known.append(name)
            first.append((name, [""]))
            var longer: [Way<Items>] = []
            var seen: Set<[Int]> = []
            for way in ways {
                let sets = valueSets(name, way.alive, shapes)
                first[first.count - 1].values += sets.flatMap(\.part)
                for (place, values) in sets.enumerated() {
                    let alive = undecided(values.alive, shapes, known)
                    guard hasSeed(alive, shapes), seen.insert(alive).inserted else { continue }
                    waysLeft -= 1
                    // Past the limit the ways go on without further items.
                    guard place == 0 || waysLeft > 0, spendWay() else { break }
                    longer.append(Way(part: way.part + values.part.map { (name, $0) }, alive: alive))
                }
            }
            ways = longer
        }
        if waysLeft <= 0 { cut(Set(all.map { shapes[$0].pattern }).sorted()) }
        for way in ways {
            let set = Set(way.alive.map { shapes[$0].pattern }).sorted()
            guard seen.insert(set + [-1 - kind]).inserted else { continue }
            found(set, text(way.part))
            // Each capture of a name takes the first value that it matches, which need not be the same.
            for (name, values) in first where takesApart(name, way.alive, shapes) {
                for value in ExactText.distinct(values) {
                    guard spendWay() else { break }
                    found(set, text([(name, value)] + way.part))
                }
            }
        }
    }

    /// The patterns that matter where the items of these names are known: a better one, which matches whatever the others
    /// are and in every situation, leaves the rest nothing.
    private func undecided(_ alive: [Int], _ shapes: [Shape], _ known: [String]) -> [Int] {
        var best: [WalkedPattern.Side: Int] = [:]
        for index in alive {
            let pattern = patterns[shapes[index].pattern]
            guard pattern.isCertain,
                shapes[index].query.allSatisfy({ one in known.contains { Self.isSame($0, one.name) } })
            else { continue }
            best.merge(pattern.ranks, uniquingKeysWith: min)
        }
        guard !best.isEmpty else { return alive }
        return alive.filter { index in
            let ranks = patterns[shapes[index].pattern].ranks
            return ranks.isEmpty || ranks.contains { side, rank in rank <= best[side] ?? .max }
        }
    }

    /// Whether a pattern's addresses have at most one item of a name.
    private func isSingle(_ shape: Shape, _ name: String) -> Bool {
        patterns[shape.pattern].singleNames?.contains { Self.isSame($0, name) } ?? false
    }

    /// Whether captures of a name may take different values of an address.
    private func takesApart(_ name: String, _ alive: [Int], _ shapes: [Shape]) -> Bool {
        var matchers: Set<Int> = []
        for index in alive {
            guard case .capture(let matcher) = shapes[index].query.first(where: { Self.isSame($0.name, name) })?.test
            else { continue }
            if isSingle(shapes[index], name) { return false }
            matchers.insert(classes.number(matcher.parts, ignoreCase: false))
        }
        return matchers.count > 1
    }

    /// The values of one name, for each set of shapes that match them: none, one, and several where each satisfies other
    /// constraints.
    private mutating func valueSets(_ name: String, _ alive: [Int], _ shapes: [Shape]) -> [Way<[String]>] {
        var free: [Int] = []
        var without: [Int] = []
        var present: [Int] = []
        var byMatcher: [Int: [Int]] = [:]
        for index in alive {
            switch shapes[index].query.first(where: { Self.isSame($0.name, name) })?.test {
            case nil where shapes[index].isClosed, .absent: without.append(index)
            case nil: free.append(index)
            case .present: present.append(index)
            case .equals(let value):
                byMatcher[classes.number([.literal(value)], ignoreCase: false), default: []].append(index)
            case .capture(let matcher):
                if matcher.isPlainCapture, !isSingle(shapes[index], name) {
                    present.append(index)
                } else {
                    byMatcher[classes.number(matcher.parts, ignoreCase: false), default: []].append(index)
                }
            }
        }
        var sets = [Way(part: [String](), alive: (free + without).sorted())]
        let singles = classes.classes(Set(byMatcher.keys), .value)
            .map { one in Way(part: [one.text], alive: one.takers.flatMap { byMatcher[$0] ?? [] }.sorted()) }
        var together = singles
        var known = Set(singles.map(\.alive))
        var place = 0
        while place < together.count, together.count < Limits.valueSetsMax {
            for single in singles {
                let union = Set(together[place].alive).union(single.alive)
                    .filter { !isSingle(shapes[$0], name) }.sorted()
                guard known.insert(union).inserted else { continue }
                together.append(Way(part: together[place].part + single.part, alive: union))
            }
            place += 1
        }
        sets += together.map { Way(part: $0.part, alive: (free + present + $0.alive).sorted()) }
        return sets
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
