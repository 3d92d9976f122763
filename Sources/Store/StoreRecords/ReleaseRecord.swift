package import RouteModel

/// A release without its bytes, for histories.
package struct ReleaseRecord: Sendable, Hashable {
    /// The app it belongs to.
    package var app: String
    /// Its number: 1, 2, 3 … per app, never reused.
    package var version: Int
    /// SHA-256 of the body's identity bytes, 64 hexadecimal digits.
    package var digest: String
    /// SHA-256 of settings, rules and order alone: equal for equal content.
    package var contentDigest: String
    /// When it was published; the body has the same instant.
    package var publishedAt: Instant
    /// The publisher's message.
    package var message: String
    /// The principal who published it.
    package var author: Principal
    /// The number of rules of its draft, disabled ones included.
    package var ruleCount: Int
    /// Length of the body in bytes.
    package var bodyByteCount: Int
    /// Length of the gzip body in bytes.
    package var gzipByteCount: Int
    /// Whether a public channel has pointed at it: once public, always public.
    package var wasPublic: Bool
    /// The release that it restored, if it was made by a restore.
    package var restoredFrom: Int?
    /// When its bytes were removed; nil as long as they are there.
    package var removedAt: Instant?
    /// What its publisher says about it besides the message, for people; nil if nothing was said.
    package var notes: String?
    /// Its compiled indexes, one for each format that is stored, by format.
    package var indexes: [IndexRecord]

    /// Makes a record from its columns.
    package init(
        app: String, version: Int, digest: String, contentDigest: String, publishedAt: Instant, message: String,
        author: Principal, ruleCount: Int, bodyByteCount: Int, gzipByteCount: Int, wasPublic: Bool, restoredFrom: Int?,
        removedAt: Instant?, notes: String? = nil, indexes: [IndexRecord] = []
    ) {
        self.app = app
        self.version = version
        self.digest = digest
        self.contentDigest = contentDigest
        self.publishedAt = publishedAt
        self.message = message
        self.author = author
        self.ruleCount = ruleCount
        self.bodyByteCount = bodyByteCount
        self.gzipByteCount = gzipByteCount
        self.wasPublic = wasPublic
        self.restoredFrom = restoredFrom
        self.removedAt = removedAt
        self.notes = notes
        self.indexes = indexes
    }
}

/// A release's bytes in the form that clients receive.
package struct ReleaseContent: Sendable, Hashable {
    /// The release without its bytes.
    package var record: ReleaseRecord
    /// The body's identity bytes; proved to have the record's digest.
    package var body: [UInt8]
    /// The same bytes in gzip.
    package var gzip: [UInt8]
    /// Its compiled indexes, in the order of the record's.
    package var indexes: [ReleaseIndex]

    /// Makes the content of a release; all digests were compared before.
    package init(record: ReleaseRecord, body: [UInt8], gzip: [UInt8], indexes: [ReleaseIndex]) {
        self.record = record
        self.body = body
        self.gzip = gzip
        self.indexes = indexes
    }
}

/// The draft and the findings of a release, for comparing and restoring.
package struct ReleaseSource: Sendable, Hashable {
    /// The release without its bytes.
    var record: ReleaseRecord
    /// Canonical JSON of the draft at that time, notes and disabled rules included.
    package var draft: [UInt8]
    /// JSON list of the findings in the answer to the publisher.
    package var findings: [UInt8]

    /// Makes the source of a release.
    package init(record: ReleaseRecord, draft: [UInt8], findings: [UInt8]) {
        self.record = record
        self.draft = draft
        self.findings = findings
    }
}

/// A channel: a name that points at a release.
package struct ChannelRecord: Sendable, Hashable {
    /// The app it belongs to.
    package var app: String
    /// Its name such as `production`.
    package var name: String
    /// The release it points at; nil before the first publish.
    package var version: Int?
    /// Whether clients read it without a token.
    package var isPublic: Bool
    /// Raised by every move, up or down; 0 before the first.
    package var sequence: Int
    /// When it was last moved.
    package var changedAt: Instant

    /// Makes a record from its columns.
    package init(app: String, name: String, version: Int?, isPublic: Bool, sequence: Int, changedAt: Instant) {
        self.app = app
        self.name = name
        self.version = version
        self.isPublic = isPublic
        self.sequence = sequence
        self.changedAt = changedAt
    }

    /// The name of the channel that every app has from the start; it is public.
    package static let production = "production"
}
