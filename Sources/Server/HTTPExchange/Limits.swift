/// Limits of requests and answers, each with its reason.
package enum ExchangeLimits {
    /// Largest draft or foreign table, in bytes: 100,000 rules of 300 bytes are 30 MB.
    package static let draftBytesMax = 64 << 20

    /// Bytes of the stored drafts that are kept decoded, so that the publish after a check does not decode its draft again:
    /// with the rules in memory about 60 MB.
    static let decodedDraftBytesMax = 8 << 20

    /// Stored drafts that are kept decoded: that of the app and the one it is compared with.
    static let decodedDraftsMax = 2

    /// Largest body of any other request, in bytes: names, messages, one rule, a context.
    package static let bodyBytesMax = 1 << 20

    /// Longest message and longest notes of a release, in bytes of UTF-8: a commit message, not an archive.
    package static let messageBytesMax = 4096

    /// Longest title of an app and name of a token, in bytes of UTF-8.
    package static let titleBytesMax = 256

    /// Items of a page if the request has no `limit`.
    package static let pageItemsDefault = 100

    /// Most items of a page.
    package static let pageItemsMax = 1000

    /// Largest cursor of a page that is a number: every JSON reader holds it exactly (RFC 8259 section 6).
    package static let cursorMax = (1 << 53) - 1

    /// Findings listed in one answer; the rest is counted.
    package static let findingsMax = 1000

    /// Longest `Idempotency-Key`, in bytes: a UUID has 36.
    static let idempotencyKeyBytesMax = 255

    /// Bytes of the items of one page of a list; a single item may be longer.
    package static let pageBytesMax = 1 << 20
}
