package import RouteDocuments
import Synchronization

/// The stored drafts that were decoded last: a check and the publish after it decode the same bytes, and a difference is
/// asked for again and again with the same release.
package final class DecodedDrafts: Sendable {
    /// A draft, and whether it was used since ``dropUnused()``.
    private typealias Kept = (bytes: [UInt8], draft: Draft, isUsed: Bool)
    /// The one used last comes first.
    private let kept = Mutex<[Kept]>([])

    /// Keeps no draft yet.
    package init() {}

    /// The number of drafts that are kept.
    var count: Int { kept.withLock(\.count) }

    /// The draft of stored bytes; equal bytes are the same draft, whatever app and revision they have.
    ///
    /// - Parameters:
    ///   - bytes: The stored bytes.
    ///   - place: Where they are stored, for the fault.
    /// - Returns: The draft.
    /// - Throws: A fault for bytes that are no draft.
    package func draft(_ bytes: [UInt8], of place: RequestDecoding.DraftPlace) throws(Problem) -> Draft {
        // The comparison reads a megabyte in less than 0.1 ms and stops at the first difference.
        let known = kept.withLock { $0 }.first { $0.bytes == bytes }
        let draft = if let known { known.draft } else { try RequestDecoding.storedDraft(bytes, of: place) }
        keep((bytes, draft, true))
        return draft
    }

    /// Drops the drafts that were not asked for since the last call: in memory a draft takes ten times its bytes, and a
    /// megabyte is decoded in less than 50 ms.
    package func dropUnused() {
        // Large drafts are freed after the lock.
        let before = kept.withLock { kept in
            let before = kept
            kept = kept.filter(\.isUsed).map { ($0.bytes, $0.draft, false) }
            return before
        }
        withExtendedLifetime(before) {}
    }

    private func keep(_ one: Kept) {
        guard one.bytes.count <= ExchangeLimits.decodedDraftBytesMax else { return }
        kept.withLock { kept in
            kept = [one] + kept.filter { $0.bytes != one.bytes }.prefix(ExchangeLimits.decodedDraftsMax - 1)
            while kept.reduce(0, { $0 + $1.bytes.count }) > ExchangeLimits.decodedDraftBytesMax { kept.removeLast() }
        }
    }
}
