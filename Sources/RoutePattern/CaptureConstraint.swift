/// What a capture may take.
package enum CaptureConstraint: Sendable, Hashable {
    /// Anything that is not empty.
    case none
    /// One of these texts, in the author's order.
    case words([String])
    /// Characters of one class, from so many to so many; nil is no upper bound.
    case run(CharacterClass, Int, Int?)

    /// Whether no text that it takes holds a reserved character (RFC 3986 section 2.2).
    var excludesReserved: Bool {
        switch self {
        case .none: false
        case .words(let words): words.allSatisfy { $0.utf8.allSatisfy { !CharacterClass.reserved.contains($0) } }
        case .run(let set, _, _): set.isDisjoint(with: .reserved)
        }
    }
}
