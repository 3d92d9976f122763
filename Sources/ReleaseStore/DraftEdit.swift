/// One change of a draft; every change raises the draft's revision by one.
package enum DraftEdit: Sendable, Hashable {
    /// Settings and all rules are replaced; the rules stand in the order given.
    case replaceAll(settings: [UInt8], rules: [RuleText])
    /// The settings are replaced.
    case replaceSettings([UInt8])
    /// A new rule at the end; `exists` when its id is taken.
    case addRule(RuleText)
    /// The rule of that id is replaced where it stands, or added at the end.
    case putRule(RuleText)
    /// The rule of that id is taken out; `notFound` when there is none.
    case deleteRule(id: String)

    /// Whether the settings may be others afterwards.
    var changesSettings: Bool {
        switch self {
        case .replaceAll, .replaceSettings: true
        case .addRule, .putRule, .deleteRule: false
        }
    }
}

/// What a draft edit did.
package struct DraftOutcome: Sendable, Hashable {
    /// The draft's revision afterwards.
    package var revision: Int
    /// Whether a rule was added (rather than replaced or removed).
    package var isCreated: Bool
    /// The place of the rule that was written, if the edit was about one.
    package var position: Int?
    /// What was published in the same transaction, if asked for.
    package var published: PublishOutcome?
}
