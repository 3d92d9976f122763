package import RouteModel

/// A draft without its rules: for lists, entity tags and publishing.
package struct DraftHeader: Sendable, Hashable {
    var app: String
    /// Raised by every change of the draft; 1 for a new app.
    package var revision: Int
    /// The revision that was last published, 0 when none was.
    package var publishedRevision: Int
    /// The number of the app's next release.
    package var nextVersion: Int
    /// Canonical JSON of the settings.
    package var settings: [UInt8]
    /// When it was last changed.
    var changedAt: Instant

    /// Makes a header from its columns.
    package init(
        app: String, revision: Int, publishedRevision: Int, nextVersion: Int, settings: [UInt8], changedAt: Instant
    ) {
        self.app = app
        self.revision = revision
        self.publishedRevision = publishedRevision
        self.nextVersion = nextVersion
        self.settings = settings
        self.changedAt = changedAt
    }

    /// Whether it has edits that no release has.
    package var hasUnpublishedEdits: Bool {
        revision != publishedRevision && !(publishedRevision == 0 && revision == 1)
    }
}

/// A whole draft, read in one snapshot.
package struct DraftRecord: Sendable, Hashable {
    /// Everything except the rules.
    package var header: DraftHeader
    /// Canonical JSON of the draft: `{"rules":[…],"settings":{…}}`, rules in their order.
    package var content: [UInt8]

    /// Makes a draft of a header and its content.
    package init(header: DraftHeader, content: [UInt8]) {
        self.header = header
        self.content = content
    }
}

/// A rule to be written: its id and its text.
package struct RuleText: Sendable, Hashable {
    /// The rule's id, the same as in the text.
    package var id: String
    /// Canonical JSON of the whole rule.
    package var json: [UInt8]

    /// Makes a rule to be written.
    package init(id: String, json: [UInt8]) {
        self.id = id
        self.json = json
    }
}

/// One rule of a draft.
package struct RuleRecord: Sendable, Hashable {
    /// The rule's id.
    package var id: String
    /// Its place: rules are in ascending order of it, with gaps.
    package var position: Int
    /// Canonical JSON of the whole rule.
    package var json: [UInt8]

    /// Makes a rule from its columns.
    package init(id: String, position: Int, json: [UInt8]) {
        self.id = id
        self.position = position
        self.json = json
    }
}

/// One rule and the revision of its draft.
package struct RuleReading: Sendable, Hashable {
    /// The draft's revision.
    package var revision: Int
    /// The rule.
    package var rule: RuleRecord

    /// Makes a reading of one rule.
    package init(revision: Int, rule: RuleRecord) {
        self.revision = revision
        self.rule = rule
    }
}

/// A query for rules of a draft.
package struct RuleQuery: Sendable, Hashable {
    /// Only rules whose text contains this, without ASCII case.
    package var contains: String?
    /// Only rules after this position: the `next` of the page before.
    package var after: Int?
    /// Most rules on the page; ``StoreLimits/pageRowsMax`` at most.
    package var limit: Int

    /// Makes a query for a page.
    package init(contains: String? = nil, after: Int? = nil, limit: Int) {
        self.contains = contains
        self.after = after
        self.limit = limit
    }
}

/// A page of a draft's rules.
package struct RulePage: Sendable, Hashable {
    /// The draft's revision.
    package var revision: Int
    /// The rules, in their order.
    package var rules: [RuleRecord]
    /// The cursor of the next page; nil if this one is the last.
    package var next: Int?
    /// The number of rules of the whole list.
    package var total: Int

    /// Makes a page of rules.
    package init(revision: Int, rules: [RuleRecord], next: Int?, total: Int) {
        self.total = total
        self.revision = revision
        self.rules = rules
        self.next = next
    }
}
