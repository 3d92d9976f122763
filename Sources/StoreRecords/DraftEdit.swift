/// One change of a draft; it raises the draft's revision by one.
package enum DraftEdit: Sendable, Hashable {
    /// Settings and all rules are replaced; the rules are in the given order.
    case replaceAll(settings: [UInt8], rules: [RuleText])
    /// The settings are replaced.
    case replaceSettings([UInt8])
    /// A new rule at the end; `exists` if another rule has its id.
    case addRule(RuleText)
    /// The rule with that id is replaced in its place, or added at the end.
    case putRule(RuleText)
    /// The rule with that id is deleted; `notFound` if there is none.
    case deleteRule(id: String)
}

/// The result of a draft edit.
package struct DraftOutcome: Sendable, Hashable {
    /// The draft's revision afterwards.
    package var revision: Int
    /// Whether a rule was added (rather than replaced or removed).
    package var isCreated: Bool
    /// The position of the rule that was written or deleted, if the edit has one rule.
    package var position: Int?
    /// The release that the same transaction published, if any.
    package var published: PublishedRelease?

    /// Makes the result of an edit.
    package init(revision: Int, isCreated: Bool, position: Int?, published: PublishedRelease?) {
        self.revision = revision
        self.isCreated = isCreated
        self.position = position
        self.published = published
    }
}
