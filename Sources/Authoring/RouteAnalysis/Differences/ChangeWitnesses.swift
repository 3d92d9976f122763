import RouteDocuments
import RouteIndex
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

/// Addresses, contexts and instants in which a difference between two drafts can show.
///
/// Two drafts differ only in addresses that an alternative of a rule that differs matches, or from which redirects lead
/// to one. So these alternatives, and all that overlap them, are divided into the sets that addresses match
/// (`MatchSets`); redirects that lead there take part with the addresses they lead to, and each address found is
/// followed back (`RedirectImage`). For each address the conditions of the rules that match it are divided the same way
/// (`SituationCells`).
final class ChangeWitnesses {
    private let drafts: [WalkedPattern.Side: CompiledDraft]
    private let changed: ChangedAlternatives
    private let now: Instant
    private let work: CheckWork
    private var demands: [DemandName: Int] = [:]
    private var conditions: [ContextSearch.Demand] = []
    private var situations: [[Int]: [SituationCells.Cell]] = [:]
    private var seen: Set<[UInt8]> = []
    /// The alternatives that win an address and what redirects lead to in the two drafts, where these are others.
    private var trails: [[WalkedPattern.Side: [Int]]] = []
    private var knownTrails: Set<[WalkedPattern.Side: [Int]]> = []
    /// Ids of rules for which not all witnesses were found.
    private(set) var notProved: Set<String> = []

    /// Whose condition it is: one of both drafts where the rule is the same.
    private struct DemandName: Hashable {
        var side: WalkedPattern.Side
        var rule: String
    }

    /// Prepares the comparison of two drafts.
    ///
    /// - Parameters:
    ///   - before: The old draft.
    ///   - after: The new draft.
    ///   - rules: Ids of rules that differ.
    ///   - now: The instant of the comparison.
    init(before: CompiledDraft, after: CompiledDraft, rules: Set<String>, at now: Instant) {
        drafts = [.before: before, .after: after]
        work = after.work
        self.now = now
        changed = ChangedAlternatives(before: before, after: after, rules: rules)
    }

    /// Calls the closure for every witness until it returns false, or the steps are spent.
    func forEach(_ body: (Finding.Witness) -> Bool) {
        guard !changed.isEmpty else { return }
        let chains = RedirectChains(changed)
        notProved.formUnion(chains.notProved)
        let entries = changed.patterns(with: chains)
        let extras = ExtraItems(changed, entries.map(\.pattern))
        notProved.formUnion(extras.cut.intersection(entries.map(\.rule)))
        let classes = TextClasses(work: work)
        var isOver = false
        withoutActuallyEscaping(body) { body in
            func visit(_ texts: [String], _ rules: [String]) {
                for text in texts.flatMap({ [$0] + extras.texts($0, rules) }) where !isOver {
                    isOver = !self.visit(text, body)
                }
            }
            walk(entries, [], [], classes) { set, text in visit([text], set.map { entries[$0].rule }) }
            // Each end of a chain with the alternatives that match there; two ends need not be told apart.
            var map = AlternativeMap()
            for (number, entry) in entries.enumerated() { map.insert(entry.head, number) }
            for (number, images) in chains.patterns.enumerated() where !isOver && !work.isSpent {
                let near = map.candidates(AlternativeMap.Head(images[0].alternative)).map { entries[$0] }
                work.spend(near.count)
                for version in chains.images[number].image.versions(near: near.map(\.pattern.alternative), classes) {
                    var images = images
                    images[0] = version.pattern(sides: images[0].sides, isSeed: images[0].isSeed)
                    walk(near, images, chains.rules(number), classes) { set, text in
                        guard !isOver, let address = try? Address(text) else { return }
                        let starts = chains.starts(version, number, of: address)
                        // Where no rule is, the last redirect's own addresses tell what the chain leads to.
                        if !starts.isReached, set.contains(where: near.indices.contains) {
                            self.notProved.formUnion(chains.rules(number))
                        }
                        visit(starts.texts, chains.rules(number))
                    }
                }
            }
        }
        let variants = changed.variants()
        notProved.formUnion(variants.cut)
        for text in variants.texts where !isOver { isOver = !visit(text, body) }
        var place = 0
        while place < trails.count, !isOver, !work.isSpent {
            let variants = changed.variants(of: trails[place])
            notProved.formUnion(variants.cut)
            for text in variants.texts where !isOver { isOver = !visit(text, body) }
            place += 1
        }
        if isOver || work.isSpent { notProved.formUnion(changed.rules) }
    }

    /// Calls the closure for each set of patterns in which one differs; with images, which are of a
    /// chain of rules, only for sets that the first is in.
    private func walk(
        _ entries: [ChangedAlternatives.Entry], _ images: [WalkedPattern], _ chain: [String],
        _ classes: TextClasses,
        _ body: @escaping ([Int], String) -> Void
    ) {
        var patterns = entries.map(\.pattern)
        if let image = images.first {
            for index in patterns.indices { patterns[index].isSeed = entries[index].isChanged && !image.isSeed }
            patterns += images
        }
        var sets = MatchSets(
            patterns, with: images.isEmpty ? nil : entries.count, classes: classes,
            readings: drafts.mapValues(\.draft.settings.authority), found: body,
            cut: { set in self.notProved.formUnion(set.flatMap { $0 < entries.count ? [entries[$0].rule] : chain }) })
        sets.run()
    }

    /// Calls the closure for an address in each situation that matters to it.
    private func visit(_ text: String, _ body: (Finding.Witness) -> Bool) -> Bool {
        guard text.utf8.count <= PatternLimits.textBytesMax, seen.insert(Array(text.utf8)).inserted,
            !work.isSpent,
            let address = try? Address(text)
        else { return true }
        let stops = stops(from: address)
        guard !stops.allSatisfy(isSame) else { return true }
        // The numbers of the conditions of all that may win, for each address and draft.
        let contenders = stops.flatMap { stop in
            WalkedPattern.Side.allCases.map { side in (stop.contenders[side] ?? []).map { number(side, $0) } }
        }
        let names = Set(contenders.joined().compactMap(\.self)).sorted()
        var places: [Int: Int] = [:]
        for (place, name) in names.enumerated() { places[name] = place }
        let ways = contenders.map { way in way.map { $0.flatMap { places[$0] } } }
        var winners: Set<[Int]> = []
        for cell in cells(names) {
            // Situations in which the same rules win on the whole way have the same result.
            let ways = ways.map { way in way.firstIndex { $0.map { cell.holds[$0] } ?? true } ?? -1 }
            guard winners.insert(ways).inserted else { continue }
            noteTrails(stops, ways)
            let witness = Finding.Witness(
                address: text, context: cell.situation.context, at: cell.situation.at)
            guard body(witness) else { return false }
        }
        return true
    }

    /// Notes the alternatives that win an address and those it leads to: where these read captures differently, other
    /// texts tell.
    ///
    /// A way is the place of the winner among the contenders of one stop in one draft.
    private func noteTrails(_ stops: [Stop], _ ways: [Int]) {
        guard let old = drafts[.before], let new = drafts[.after] else { return }
        var trails: [WalkedPattern.Side: [Int]] = [:]
        for (offset, side) in WalkedPattern.Side.allCases.enumerated() {
            var stop: Int? = 0
            while let place = stop, trails[side]?.count ?? 0 <= Limits.redirectsFollowed {
                let way = ways[place * WalkedPattern.Side.allCases.count + offset]
                guard way >= 0, let winner = stops[place].contenders[side]?[way] else { break }
                trails[side, default: []].append(winner)
                stop = stops[place].next[side]?[winner]
            }
        }
        guard let before = trails[.before], let after = trails[.after],
            let last = before.last, let other = after.last,
            old.rule(last).destination.isLike(new.rule(other).destination),
            !before.elementsEqual(
                after,
                by: { one, other in
                    old.ruleID(one) == new.ruleID(other)
                        && old.entries[one].alternative == new.entries[other].alternative
                }), knownTrails.insert(trails).inserted
        else { return }
        if self.trails.count < Limits.trailsReadMax {
            self.trails.append(trails)
        } else {
            notProved.formUnion(before.map { old.ruleID($0) } + after.map { new.ruleID($0) })
        }
    }

    // MARK: Stops

    /// An address on the way, with the alternatives that may win it in each draft, best first.
    private struct Stop {
        var address: Address
        /// The number of redirects before it.
        var redirects = 0
        var contenders: [WalkedPattern.Side: [Int]] = [:]
        /// The stops that these redirect to.
        var next: [WalkedPattern.Side: [Int: Int]] = [:]
    }

    /// Whether the same rules, none of which differs, may win it in both drafts.
    private func isSame(_ stop: Stop) -> Bool {
        guard let before = stop.contenders[.before], let after = stop.contenders[.after], before.count == after.count,
            let old = drafts[.before], let new = drafts[.after]
        else { return false }
        return zip(before, after).allSatisfy { one, other in
            let id = new.ruleID(other)
            return !changed.rules.contains(id) && old.ruleID(one) == id
                && old.entries[one].alternative == new.entries[other].alternative
        }
    }

    /// The address and those that redirects lead to from it in either draft.
    private func stops(from address: Address) -> [Stop] {
        var stops = [Stop(address: address)]
        var place = 0
        while place < stops.count {
            for side in WalkedPattern.Side.allCases {
                guard let draft = drafts[side] else { continue }
                let matches = draft.index.matches(stops[place].address)
                work.spend(Limits.stepsPerLookup + matches.count)
                let last = matches.firstIndex { draft.fact($0).isUnconditional } ?? matches.count
                let contenders = Array(matches.prefix(last + 1))
                stops[place].contenders[side] = contenders
                let redirects = stops[place].redirects + 1
                for position in contenders where redirects <= Limits.redirectsFollowed {
                    guard let next = draft.target(position, of: stops[place].address) else { continue }
                    let known = stops.firstIndex { $0.address == next }
                    guard known != nil || stops.count < Limits.stopsMax else {
                        notProved.insert(draft.ruleID(position))
                        continue
                    }
                    if known == nil { stops.append(Stop(address: next, redirects: redirects)) }
                    stops[place].next[side, default: [:]][position] = known ?? stops.count - 1
                }
            }
            place += 1
        }
        return stops
    }

    // MARK: Situations

    /// The number of the condition of an alternative's rule; nil if it has none.
    private func number(_ side: WalkedPattern.Side, _ position: Int) -> Int? {
        guard let draft = drafts[side], !draft.fact(position).isUnconditional else { return nil }
        let rule = draft.rule(position)
        let name = DemandName(side: changed.rules.contains(rule.id) ? side : .after, rule: rule.id)
        if let number = demands[name] { return number }
        demands[name] = conditions.count
        conditions.append(rule.demand)
        return conditions.count - 1
    }

    private func cells(_ names: [Int]) -> [SituationCells.Cell] {
        if let known = situations[names] { return known }
        var search = SituationCells(names.map { conditions[$0] }, at: now, work: work)
        let cells = search.cells()
        if search.isCut { notProved.formUnion(names.map { conditions[$0].ruleID }) }
        situations[names] = cells
        return cells
    }
}

extension Destination {
    /// Whether two rules may lead to the same place.
    fileprivate func isLike(_ other: Destination) -> Bool {
        if case .redirect = self, case .redirect = other { return true }
        return self == other
    }
}
