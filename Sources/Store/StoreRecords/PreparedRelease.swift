import CanonicalJSON
import RouteDocuments
package import RouteModel

/// A checked release with everything that the store inserts: the transaction verifies `basis` and `version`, then only
/// inserts.
package struct PreparedRelease: Sendable, Hashable {
    /// The revision of the draft that it was made from.
    ///
    /// For an edit published in the same transaction: the one before the edit.
    package var basis: Int
    /// The number in its body; it must be the app's next one.
    package var version: Int
    /// The channel that will point at it, verified again in the transaction.
    package var channel: ChannelOrder
    /// The publisher's message.
    package var message: String
    /// The instant in its body.
    package var publishedAt: Instant
    /// SHA-256 of `body`, 64 hexadecimal digits; verified before anything is written.
    package var digest: String
    /// SHA-256 of settings, rules, order, and what it keeps beside its body.
    package var contentDigest: String
    /// The body's identity bytes.
    package var body: [UInt8]
    /// The same bytes in gzip.
    package var gzip: [UInt8]
    /// The body compiled; nil if it cannot be compiled, as that of a forced restore.
    package var index: ReleaseIndex?
    /// What it keeps beside its body, as canonical JSON; nil for nothing.
    package var surfaces: [UInt8]?
    /// Canonical JSON of the whole draft, notes and disabled rules included.
    package var draft: [UInt8]
    /// The findings in the answer to the publisher.
    package let findings: [Finding]
    /// The findings as a JSON list, for the store; made before the transaction, to keep the transaction short.
    package let findingsJSON: [UInt8]
    /// The number of the draft's rules, disabled ones included.
    package var ruleCount: Int
    /// What the publisher says about it besides the message, for people; nil for nothing.
    package var notes: String?
    /// What its channel serves until then, verified again in the transaction.
    package var served = Served.anything
    /// The rules of the draft that it was made of, beside those of the release that its channel serves; empty if it was
    /// made of the whole draft.
    package var only: [String] = []
    /// Whether the draft has edits that the release does not have.
    package var leavesEdits = false
    /// Its bytes, if they are stored already.
    package var staged: StagedRelease?

    /// Makes a prepared release from its parts.
    package init(
        basis: Int, version: Int, channel: ChannelOrder, message: String, publishedAt: Instant, digest: String,
        contentDigest: String, body: [UInt8], gzip: [UInt8], draft: [UInt8], findings: [Finding], ruleCount: Int
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
        findingsJSON = JSONValue.array(findings.map(\.json)).canonicalBytes
        self.ruleCount = ruleCount
    }

    /// The bytes that are stored apart from the release's row.
    package var bytes: ReleaseBytes {
        ReleaseBytes(body: body, digest: digest, gzip: gzip, draft: draft, index: index)
    }
}

/// The result of a publish or a restore.
package struct PublishedRelease: Sendable, Hashable {
    /// The new release.
    package var release: ReleaseRecord
    /// The channel that points at it.
    package var channel: ChannelRecord
    /// The draft's revision afterwards.
    package var draftRevision: Int

    /// Makes the result of a publish.
    package init(release: ReleaseRecord, channel: ChannelRecord, draftRevision: Int) {
        self.release = release
        self.channel = channel
        self.draftRevision = draftRevision
    }
}

/// The old release whose content becomes the draft again.
package struct Restoration: Sendable, Hashable {
    /// The old release.
    package var version: Int
    /// Canonical JSON of the new settings of the draft.
    package var settings: [UInt8]
    /// The new rules of the draft.
    package var rules: [RuleText]
    /// Whether unpublished edits of the draft may be lost; stored in the audit row.
    package var discardsEdits: Bool
    /// Whether findings that block were ignored; stored in the audit row.
    package var ignoresFindings: Bool

    /// Makes a restoration from the old release's draft.
    package init(
        version: Int, settings: [UInt8], rules: [RuleText], discardsEdits: Bool = false, ignoresFindings: Bool = false
    ) {
        self.version = version
        self.settings = settings
        self.rules = rules
        self.discardsEdits = discardsEdits
        self.ignoresFindings = ignoresFindings
    }
}
