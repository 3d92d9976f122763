/// What must be true of a record's revision (or a channel's sequence) before a write; the If-Match of HTTP.
package enum Precondition: Sendable, Hashable {
    /// Whatever is there now (`If-Match: *`, or a request that needs no tag).
    case any
    /// Exactly this revision.
    case exactly(Int)

    func verify(_ what: String, current: Int) throws(StoreError) {
        switch self {
        case .any: return
        case .exactly(let expected) where expected == current: return
        case .exactly: throw .revisionMismatch(what, current: current)
        }
    }
}
