package import RouteDocuments
package import RouteModel

/// The changes from one draft to another: rules, and results of addresses.
package struct DraftDifference: Sendable {
    /// An address that resolves differently.
    package struct Address: Sendable, Hashable {
        /// The address, with the context and instant it was looked up with.
        package var witness: Finding.Witness
        /// The result in the old draft.
        package var before: Resolution
        /// The result in the new draft.
        package var after: Resolution
        /// Whether it is one of the stored test addresses.
        package var isStored: Bool
        /// The number of looked-up addresses, contexts and instants that it stands for.
        package var situations = 1
    }

    /// A rule that differs.
    package struct RuleChange: Sendable, Equatable {
        /// The rule's id.
        package var id: String
        /// The rule in the old draft; nil if it is new.
        package var before: Rule?
        /// The rule in the new draft; nil if it was removed.
        package var after: Rule?
    }

    /// Ids of rules that only the new draft has, in its order.
    package private(set) var added: [String]
    /// Ids of rules that both have, but not the same, in the new draft's order.
    package private(set) var changed: [String]
    /// Ids of rules that only the old draft has, in its order.
    package private(set) var removed: [String]
    /// Ids of rules whose position among the rules of both drafts differs, in the new draft's order.
    package private(set) var moved: [String]
    /// The rules that were added or changed, in the new draft's order, then those that were removed.
    package private(set) var rules: [RuleChange]
    /// Whether the settings differ.
    package private(set) var settingsChanged: Bool
    /// Addresses that resolve differently: the stored ones first, then those computed from the rules that differ.
    package private(set) var addresses: [Address] = []
    /// The differences for people: `addresses` without the stored ones, of which those that lead by the same alternatives to
    /// the same two kinds of result are one value, with a version that a program may have.
    package private(set) var meanings: [Address] = []
    /// The number of further addresses that resolve differently but are not listed.
    package private(set) var addressesLeftOut = 0
    /// The number of witnesses that were looked up in both drafts.
    package private(set) var witnessCount = 0
    /// Ids of rules for which it is not proved that no further address leads elsewhere, because a limit was reached.
    package private(set) var notProved: [String] = []
    /// The place in `meanings` of each pair of results.
    private var places: [Meaning: Int] = [:]

    /// What a result means for people: the alternatives that lead to it, and its kind.
    private struct Meaning: Hashable {
        struct Side: Hashable {
            var alternatives: [Alternative]
            var kind: String

            init(_ resolution: Resolution) {
                alternatives = resolution.trail.map { Alternative(rule: $0.rule, number: $0.alternative) }
                kind = resolution.outcome.name
                if case .screen(let screen) = resolution.outcome { kind += " " + screen.name }
            }
        }

        struct Alternative: Hashable {
            let rule: String
            let number: Int
        }

        let before: Side
        let after: Side
    }

    /// Compares two drafts.
    ///
    /// It looks up in both drafts the stored addresses, and the witnesses of `ChangeWitnesses`: an address for each set of
    /// patterns that a rule which differs takes part in, from the start of each chain that leads there, in a context
    /// for each set of conditions that hold together.
    ///
    /// - Throws: `ModelError` where a pattern cannot be expanded, `IndexError` if a draft is too large.
    package init(from old: Draft, to new: Draft, expectations: [Expectation] = [], at now: Instant) throws {
        let (before, after) = (old.rules.places, new.rules.places)
        added = new.rules.map(\.id).filter { before[$0] == nil }
        removed = old.rules.map(\.id).filter { after[$0] == nil }
        rules = Self.changes(from: old.rules, before, to: new.rules, removed)
        changed = rules.filter { $0.before != nil && $0.after != nil }.map(\.id)
        let common = (
            old: old.rules.map(\.id).filter { after[$0] != nil }, new: new.rules.map(\.id).filter { before[$0] != nil }
        )
        moved = zip(common.old, common.new).filter { $0 != $1 }.map(\.1)
        settingsChanged = old.settings.canonicalBytes != new.settings.canonicalBytes
        let releases = (before: try CompiledDraft(old), after: try CompiledDraft(new))
        var seen: Set<Finding.Witness> = []
        for expectation in expectations {
            let witness = Finding.Witness(
                address: expectation.url, context: expectation.context, at: expectation.at ?? now)
            if seen.insert(witness).inserted { compare(witness, releases, isStored: true) }
        }
        let witnesses = ChangeWitnesses(
            before: releases.before, after: releases.after, rules: Set(added + removed + changed + moved), at: now)
        witnesses.forEach { witness in
            guard witnessCount < Limits.differenceWitnessesMax else { return false }
            if seen.insert(witness).inserted { compare(witness, releases, isStored: false) }
            return true
        }
        notProved = witnesses.notProved.sorted()
        let order = RuleChangeOrder(rules.map(\.id) + moved)
        addresses = addresses.filter(\.isStored) + order.sorted(addresses.filter { !$0.isStored })
        meanings = order.sorted(meanings)
        for index in meanings.indices { useOrdinaryVersions(index, releases) }
    }

    /// The rules that differ, of two lists; a copy of a rule counts references to each of its parts, so others stay there.
    private static func changes(
        from old: [Rule], _ before: [String: Int], to new: [Rule], _ removed: [String]
    ) -> [RuleChange] {
        var changes: [RuleChange] = []
        for place in new.indices {
            let known = before[new[place].id]
            if let known, old[known].canonicalBytes == new[place].canonicalBytes { continue }
            changes.append(RuleChange(id: new[place].id, before: known.map { old[$0] }, after: new[place]))
        }
        return changes + removed.map { id in RuleChange(id: id, before: before[id].map { old[$0] }, after: nil) }
    }

    private mutating func compare(
        _ witness: Finding.Witness, _ releases: (before: CompiledDraft, after: CompiledDraft), isStored: Bool
    ) {
        witnessCount += 1
        let (before, after) = Self.results(witness, releases)
        guard before.leadsElsewhere(than: after) else { return }
        let address = Address(witness: witness, before: before, after: after, isStored: isStored)
        if !isStored { addMeaning(address) }
        guard isStored || addresses.count < Limits.differencesMax else { return addressesLeftOut += 1 }
        addresses.append(address)
    }

    private mutating func addMeaning(_ address: Address) {
        let meaning = Meaning(before: Meaning.Side(address.before), after: Meaning.Side(address.after))
        guard let place = places[meaning] else {
            guard meanings.count < Limits.differencesMax else { return }
            places[meaning] = meanings.count
            return meanings.append(address)
        }
        let count = meanings[place].situations + 1
        if address.witness.isPlainer(than: meanings[place].witness) { meanings[place] = address }
        meanings[place].situations = count
    }

    private static func results(
        _ witness: Finding.Witness, _ releases: (before: CompiledDraft, after: CompiledDraft)
    ) -> (before: Resolution, after: Resolution) {
        let situation = ContextSearch.Situation(context: witness.context, at: witness.at ?? Instant(milliseconds: 0))
        return (
            releases.before.resolve(witness.address, situation), releases.after.resolve(witness.address, situation)
        )
    }

    /// Replaces versions that no program has, such as the last one before 7.2, if the results stay the same.
    private mutating func useOrdinaryVersions(
        _ index: Int, _ releases: (before: CompiledDraft, after: CompiledDraft)
    ) {
        let address = meanings[index]
        guard let context = address.witness.context.withOrdinaryVersions else { return }
        let witness = Finding.Witness(address: address.witness.address, context: context, at: address.witness.at)
        let (before, after) = Self.results(witness, releases)
        guard before.outcome == address.before.outcome, before.parameters == address.before.parameters,
            after.outcome == address.after.outcome, after.parameters == address.after.parameters
        else { return }
        (meanings[index].witness, meanings[index].before, meanings[index].after) = (witness, before, after)
    }
}

extension [Rule] {
    /// The place of each id; the first one where an id is not unique.
    fileprivate var places: [String: Int] {
        Dictionary(indices.map { (self[$0].id, $0) }) { first, _ in first }
    }
}

/// The order in which differences are listed: that of the rules that differ, then of their alternatives.
private struct RuleChangeOrder {
    private var places: [String: Int] = [:]

    init(_ ids: [String]) {
        for (place, id) in ids.enumerated() where places[id] == nil { places[id] = place }
    }

    func sorted(_ addresses: [DraftDifference.Address]) -> [DraftDifference.Address] {
        let keys = addresses.enumerated().map { index, address in
            let hops = address.after.trail + address.before.trail
            let hop = hops.first { places[$0.rule] != nil }
            // Addresses of the rules themselves before those that a redirect leads there.
            let isDirect = [address.after, address.before].contains { $0.trail.first.map { $0 == hop } ?? false }
            return (
                isIndirect: isDirect ? 0 : 1, place: hop.flatMap { places[$0.rule] } ?? .max,
                alternative: hop?.alternative ?? 0, index: index
            )
        }
        return keys.sorted { $0 < $1 }.map { addresses[$0.index] }
    }
}

extension Resolution {
    /// Whether another result shows something else; failures of one kind are the same, whatever their text says.
    ///
    /// A loop that is longer than the limit is told as too many redirects, so these two are one kind.
    func leadsElsewhere(than other: Resolution) -> Bool {
        if case .failed(let one) = outcome, case .failed(let two) = other.outcome {
            return one.code != two.code && ![one, two].allSatisfy { [.loop, .tooManyRedirects].contains($0.code) }
        }
        return outcome != other.outcome || parameters != other.parameters || shown != other.shown
    }

    /// The bytes of what is shown: equal texts may be canonically equivalent ones.
    private var shown: [UInt8] {
        Resolution(outcome: outcome, original: "", parameters: parameters).canonicalBytes
    }
}

extension Finding.Witness {
    /// Whether a person understands it sooner than another one: ordinary versions, then fewer and shorter values.
    fileprivate func isPlainer(than other: Finding.Witness) -> Bool {
        let rank = { (context: Context) in (context.withOrdinaryVersions == nil ? 0 : 1, context.textLength) }
        return rank(context) < rank(other.context)
    }
}

extension Context {
    /// Bytes of all values, and 100 for each key that has one.
    fileprivate var textLength: Int {
        let known = Key.plain.compactMap { value($0) } + attributes.values
        return known.reduce(0) { $0 + 100 + $1.utf8.count }
    }

    /// The context with each number 2^32 − 1 of a version, and those after it, replaced by 99; nil if it has none.
    fileprivate var withOrdinaryVersions: Context? {
        var (context, isChanged) = (self, false)
        for key in Key.plain {
            guard case .versions = key, let version = value(key).flatMap({ Version($0) }) else { continue }
            var parts = [version.major, version.minor, version.patch, version.build]
            guard let place = parts.firstIndex(of: .max) else { continue }
            for later in place..<parts.count { parts[later] = later == place ? 99 : 0 }
            let ordinary = Version(parts[0], parts[1], parts[2], parts[3])
            context.assign(Assignment(key: key, value: ordinary.description))
            isChanged = true
        }
        return isChanged ? context : nil
    }
}
