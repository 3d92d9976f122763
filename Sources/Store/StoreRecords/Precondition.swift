/// The condition on a record's revision, or a channel's sequence, under which a write is done (RFC 9110 section
/// 13.1.1).
package enum Precondition: Sendable, Hashable {
    /// No condition (`If-Match: *`, or an operation without a tag).
    case any
    /// The revision must be this one.
    case exactly(Int)

    /// Throws `revisionMismatch` if the record `what` is at another revision or sequence than this one.
    package func verify(_ what: String, current: Int) throws(StoreError) {
        switch self {
        case .any: return
        case .exactly(let expected) where expected == current: return
        case .exactly: throw Self.mismatch(of: what, current: current)
        }
    }

    private static func mismatch(of what: String, current: Int) -> StoreError {
        StoreError(
            .revisionMismatch, "\(what) has changed: it is now at \(current).",
            hint: "Read it again, apply the change to the current state, and send the new tag.", current: current)
    }
}
