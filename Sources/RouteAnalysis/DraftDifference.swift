package import RouteModel

/// What changes from one draft to another: rules, and where addresses lead.
package struct DraftDifference: Sendable {
    /// An address that resolves differently.
    package struct Address: Sendable, Hashable {
        /// The address, with the context and instant it was looked up with.
        package var witness: Finding.Witness
        /// Where it led.
        package var before: Resolution
        /// Where it leads now.
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
    /// Whether the settings differ.
    package private(set) var settingsChanged: Bool
    /// Addresses that resolve differently: the stored ones first, then one per alternative of either draft.
    package private(set) var addresses: [Address] = []

    /// Compares two drafts.
    ///
    /// - Throws: `ModelError` where a pattern cannot be expanded, `IndexError` where a draft is too large.
    package init(from old: Draft, to new: Draft, expectations: [Expectation] = [], at now: Instant) throws {
        let before = Dictionary(old.rules.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.rules.map { ($0.id, $0) }) { first, _ in first }
        added = new.rules.map(\.id).filter { before[$0] == nil }
        removed = old.rules.map(\.id).filter { after[$0] == nil }
        changed = new.rules.filter { rule in before[rule.id].map { $0 != rule } ?? false }.map(\.id)
        settingsChanged = old.settings != new.settings
        let releases = (before: try TrialRelease(old), after: try TrialRelease(new))
        var seen: Set<Finding.Witness> = []
        for expectation in expectations {
            let witness = Finding.Witness(
                address: expectation.url, context: expectation.context, at: expectation.at ?? now)
            if seen.insert(witness).inserted { compare(witness, releases, isStored: true) }
        }
        for release in [releases.after, releases.before] {
            for entry in release.entries where addresses.count < Limits.differencesMax {
                guard let address = release.samples.first(entry.value),
                    let situation = ContextSearch([release.draft.rules[entry.rule].demand], at: now).first()
                else { continue }
                let witness = Finding.Witness(address: address, context: situation.context, at: situation.at)
                if seen.insert(witness).inserted { compare(witness, releases, isStored: false) }
            }
        }
    }

    private mutating func compare(
        _ witness: Finding.Witness, _ releases: (before: TrialRelease, after: TrialRelease), isStored: Bool
    ) {
        let situation = ContextSearch.Situation(context: witness.context, at: witness.at ?? Instant(milliseconds: 0))
        let before = releases.before.resolve(witness.address, situation)
        let after = releases.after.resolve(witness.address, situation)
        guard before.outcome != after.outcome || before.parameters != after.parameters else { return }
        addresses.append(Address(witness: witness, before: before, after: after, isStored: isStored))
    }
}
