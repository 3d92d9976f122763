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
    }

    /// Ids of rules that only the new draft has, in its order.
    package private(set) var added: [String]
    /// Ids of rules that both have, but not the same, in the new draft's order.
    package private(set) var changed: [String]
    /// Ids of rules that only the old draft has, in its order.
    package private(set) var removed: [String]
    /// Ids of rules whose position among the rules of both drafts differs, in the new draft's order.
    package private(set) var moved: [String]
    /// Whether the settings differ.
    package private(set) var settingsChanged: Bool
    /// Addresses that resolve differently: the stored ones first, then those computed from the rules that differ.
    package private(set) var addresses: [Address] = []
    /// The number of further addresses that resolve differently but are not listed.
    package private(set) var addressesLeftOut = 0
    /// The number of witnesses that were looked up in both drafts.
    package private(set) var witnessCount = 0
    /// Whether some witnesses were not looked up, because a limit was reached.
    package private(set) var isIncomplete = false

    /// Compares two drafts.
    ///
    /// It looks up in both drafts: the stored addresses, and for every rule that differs one address per alternative
    /// and piece of it, one per other alternative that it overlaps, and one context per bound of its conditions.
    ///
    /// - Throws: `ModelError` where a pattern cannot be expanded, `IndexError` if a draft is too large.
    package init(from old: Draft, to new: Draft, expectations: [Expectation] = [], at now: Instant) throws {
        let before = Dictionary(old.rules.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.rules.map { ($0.id, $0) }) { first, _ in first }
        added = new.rules.map(\.id).filter { before[$0] == nil }
        removed = old.rules.map(\.id).filter { after[$0] == nil }
        changed = new.rules.filter { rule in before[rule.id].map { $0.canonicalBytes != rule.canonicalBytes } ?? false }
            .map(\.id)
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
        let affected = settingsChanged ? nil : Set(added + removed + changed + moved)
        for release in [releases.after, releases.before] {
            let witnesses = ChangeWitnesses(release: release, affected: affected, now: now)
            witnesses.forEach { witness in
                guard witnessCount < Limits.differenceWitnessesMax else {
                    isIncomplete = true
                    return false
                }
                if seen.insert(witness).inserted { compare(witness, releases, isStored: false) }
                return true
            }
            if release.work.isSpent { isIncomplete = true }
        }
    }

    private mutating func compare(
        _ witness: Finding.Witness, _ releases: (before: CompiledDraft, after: CompiledDraft), isStored: Bool
    ) {
        witnessCount += 1
        let situation = ContextSearch.Situation(context: witness.context, at: witness.at ?? Instant(milliseconds: 0))
        let before = releases.before.resolve(witness.address, situation)
        let after = releases.after.resolve(witness.address, situation)
        guard before.outcome != after.outcome || before.parameters != after.parameters else { return }
        guard isStored || addresses.count < Limits.differencesMax else { return addressesLeftOut += 1 }
        addresses.append(Address(witness: witness, before: before, after: after, isStored: isStored))
    }
}
