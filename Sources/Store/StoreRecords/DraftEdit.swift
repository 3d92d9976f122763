/// One change of a draft; it raises the draft's revision by one.
package enum DraftEdit: Sendable, Hashable {
    /// Settings and all rules are replaced; the rules are in the given order. With a discard, the audit has it as that.
    case replaceAll(settings: [UInt8], rules: [RuleText], discard: Discard? = nil)
    /// The settings are replaced.
    case replaceSettings([UInt8])
    /// A new rule at the end; `exists` if another rule has its id.
    case addRule(RuleText)
    /// The rule with that id is replaced in its place, or added at the end; with a release's number, the text is that of
    /// the release.
    case putRule(RuleText, from: Int? = nil)
    /// The rule with that id is deleted; `notFound` if there is none.
    case deleteRule(id: String)
}

/// Edits of a draft that are given up: it, or some of its rules, become what a release has.
package struct Discard: Sendable, Hashable {
    /// The release.
    package var version: Int
    /// Whether the draft is equal to the release then, so that it has no unpublished edits.
    package var isReleased: Bool

    /// Makes a discard.
    package init(version: Int, isReleased: Bool) {
        self.version = version
        self.isReleased = isReleased
    }
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
