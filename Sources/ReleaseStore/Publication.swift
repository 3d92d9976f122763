package import RouteModel

/// A release made ready beside the writer: the transaction checks `basis` and `version`, then only inserts.
package struct Publication: Sendable, Hashable {
    /// The draft revision it was frozen from.
    ///
    /// For an edit published in the same transaction: the one before the edit.
    package var basis: Int
    /// The number its body carries; it must be the app's next.
    package var version: Int
    /// The channel that is pointed at it; made if it is not there (public if it is called `production`).
    package var channel: String
    /// What the publisher says about it.
    package var message: String
    /// The instant its body carries.
    package var publishedAt: Instant
    /// SHA-256 of `body`, 64 hexadecimal digits; verified before anything is written.
    package var digest: String
    /// SHA-256 of settings, rules and order.
    package var contentDigest: String
    /// The body's identity bytes.
    package var body: [UInt8]
    /// The same bytes in gzip.
    package var gzip: [UInt8]
    /// Canonical JSON of the whole draft, notes and disabled rules included.
    package var draft: [UInt8]
    /// JSON list of the findings the publisher was shown.
    package var findings: [UInt8]
    /// How many rules the draft has, disabled ones included.
    package var ruleCount: Int

    /// Makes a publication from what was frozen.
    package init(
        basis: Int, version: Int, channel: String, message: String, publishedAt: Instant, digest: String,
        contentDigest: String, body: [UInt8], gzip: [UInt8], draft: [UInt8], findings: [UInt8], ruleCount: Int
    ) {
        self.basis = basis
        self.version = version
        self.channel = channel
        self.message = message
        self.publishedAt = publishedAt
        self.digest = digest
        self.contentDigest = contentDigest
        self.body = body
        self.gzip = gzip
        self.draft = draft
        self.findings = findings
        self.ruleCount = ruleCount
    }
}

/// What a publish or a restore did.
package struct PublishOutcome: Sendable, Hashable {
    /// The new release.
    package var release: ReleaseRecord
    /// The channel, now pointing at it.
    package var channel: ChannelRecord
    /// The draft's revision afterwards.
    package var draftRevision: Int
}

/// What a restore brings back, beside the publication made from it.
package struct Restoration: Sendable, Hashable {
    /// The old release.
    package var version: Int
    /// Canonical JSON of the settings the draft gets.
    package var settings: [UInt8]
    /// The rules the draft gets.
    package var rules: [RuleText]
    /// Whether unpublished edits of the draft may be lost; the audit remembers it.
    package var isForced: Bool

    /// Makes a restoration from the old release's draft.
    package init(version: Int, settings: [UInt8], rules: [RuleText], isForced: Bool) {
        self.version = version
        self.settings = settings
        self.rules = rules
        self.isForced = isForced
    }
}
