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

    /// Throws `removed` if its bytes were removed.
    func verifyPresent() throws(StoreError) {
        guard removedAt != nil else { return }
        throw StoreError(
            .removed, "Release \(version) of \(app) was removed: it was old, and no channel used it.",
            hint: "Take a newer release; the channels of the app name those that clients need.")
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
}

/// The draft and the findings of a release, for comparing and restoring.
package struct ReleaseSource: Sendable, Hashable {
    /// The release without its bytes.
    package var record: ReleaseRecord
    /// Canonical JSON of the draft at that time, notes and disabled rules included.
    package var draft: [UInt8]
    /// JSON list of the findings in the answer to the publisher.
    package var findings: [UInt8]
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

    /// The name of the channel that every app has from the start; it is public.
    package static let production = "production"
}
