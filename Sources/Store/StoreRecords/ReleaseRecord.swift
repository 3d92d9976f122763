import GzipCoding
package import RouteModel

/// Which releases a page of an app's list has, newest first.
package struct ReleaseQuery: Sendable, Hashable {
    /// Only releases below this number: the `next` of the page before.
    package var below: Int?
    /// Most releases on the page; ``StoreLimits/pageRowsMax`` at most.
    package var limit: Int
    /// Only releases whose message or notes contain this, without ASCII case.
    package var contains: String?
    /// Only releases by the token with this id or name.
    package var author: String?
    /// Only releases that were published at this instant or later.
    package var from: Instant?
    /// Only releases that were published before this instant.
    package var to: Instant?

    /// Makes a query for a page of all releases.
    package init(below: Int? = nil, limit: Int) {
        self.below = below
        self.limit = limit
    }
}

/// A page of an app's releases.
package struct ReleasePage: Sendable, Hashable {
    /// The releases, newest first.
    package var releases: [ReleaseRecord]
    /// Whether the list has more behind these.
    package var hasMore: Bool
    /// The number of releases of the whole list.
    package var total: Int

    /// Makes a page.
    package init(releases: [ReleaseRecord], hasMore: Bool, total: Int) {
        self.releases = releases
        self.hasMore = hasMore
        self.total = total
    }
}

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

/// A release's bytes in the form that clients receive, each proved by its digest.
package struct ReleaseContent: Sendable, Hashable {
    /// The release without its bytes; it names the indexes that are whole.
    package var record: ReleaseRecord
    /// The body's identity bytes; proved to have the record's digest.
    package let body: [UInt8]
    /// The same bytes in gzip.
    package let gzip: [UInt8]
    /// Its compiled indexes, in the order of the record's.
    package let indexes: [ReleaseIndex]
    /// The stored forms that are damaged: `gzip` was made again here, and damaged indexes are left out.
    package let damage: [ReleaseDamage]

    /// Makes the content of a release; all digests were compared before.
    ///
    /// - Parameters:
    ///   - record: The release.
    ///   - body: The body.
    ///   - gzip: Its gzip form; nil if that is damaged.
    ///   - indexes: Its indexes by format; nil for one that is damaged.
    /// - Throws: `storage` if zlib has no memory.
    package init(
        record: ReleaseRecord, body: [UInt8], gzip: [UInt8]?, indexes: [(format: Int, index: ReleaseIndex?)]
    ) throws(StoreError) {
        self.record = record
        self.body = body
        self.indexes = indexes.compactMap(\.index)
        var damage = indexes.filter { $0.index == nil }.map { ReleaseDamage.Part.index(format: $0.format) }
        if let gzip {
            self.gzip = gzip
        } else {
            damage.append(.gzip)
            do throws(GzipError) { self.gzip = try Gzip.compress(body) } catch {
                throw StoreError(.storage, "A release cannot be compressed: \(error.detail).", hint: "Free memory.")
            }
        }
        self.damage = damage.map { ReleaseDamage($0, app: record.app, version: record.version) }
        self.record.indexes = self.indexes.map(\.record)
        self.record.gzipByteCount = self.gzip.count
    }

    /// Whether bytes are the gzip form of a body, where no digest of their own proves it.
    package static func isGzip(_ bytes: [UInt8], of body: [UInt8]) -> Bool {
        do throws(GzipError) { return try Gzip.decompress(bytes, limit: body.count) == body } catch { return false }
    }
}

/// A release that has bytes.
package struct StoredRelease: Sendable, Hashable {
    /// The app it belongs to.
    package let app: String
    /// Its number.
    package let version: Int
    /// Length of its body in bytes.
    package let byteCount: Int

    /// Takes the columns.
    package init(app: String, version: Int, byteCount: Int) {
        self.app = app
        self.version = version
        self.byteCount = byteCount
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
