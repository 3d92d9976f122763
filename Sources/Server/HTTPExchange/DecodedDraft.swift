package import RouteDocuments
import Synchronization

/// The stored draft that was decoded last: a check and the publish after it decode the same bytes.
package final class DecodedDraft: Sendable {
    private let last = Mutex<(bytes: [UInt8], draft: Draft)?>(nil)

    /// Keeps no draft yet.
    package init() {}

    /// Whether a draft is kept.
    var isKept: Bool { last.withLock { $0 != nil } }

    /// The draft of stored bytes; equal bytes are the same draft, whatever app and revision they have.
    ///
    /// - Parameters:
    ///   - bytes: The stored bytes.
    ///   - app: The app, for the fault.
    /// - Returns: The draft.
    /// - Throws: A fault for bytes that are no draft.
    package func draft(_ bytes: [UInt8], of app: String = "an app") throws(Problem) -> Draft {
        // The comparison reads a megabyte in less than 0.1 ms and stops at the first difference.
        if let last = last.withLock({ $0 }), last.bytes == bytes { return last.draft }
        let draft = try RequestDecoding.storedDraft(bytes, of: .app(app))
        last.withLock { $0 = bytes.count <= ExchangeLimits.decodedDraftBytesMax ? (bytes, draft) : nil }
        return draft
    }
}
