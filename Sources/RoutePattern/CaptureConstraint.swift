/// What a capture may take.
package enum CaptureConstraint: Sendable, Hashable {
    /// Anything that is not empty.
    case none
    /// One of these texts, in the author's order.
    case words([String])
    /// Characters of one class, from so many to so many; nil is no upper bound.
    case run(CharacterClass, Int, Int?)

    /// The bytes of its words, to compare without Unicode's equivalence of texts.
    var wordBytes: [[UInt8]] {
        if case .words(let words) = self { words.map { Array($0.utf8) } } else { [] }
    }

    /// Whether it asks for upper case where the same in lower case would not do.
    var hasUpperCaseAlone: Bool {
        switch self {
        case .none: false
        case .words(let words): words.contains { $0.utf8.contains { $0 &- 0x41 < 26 } }
        case .run(let set, _, _): (0x41...0x5A).contains { set.contains($0) && !set.contains($0 | 0x20) }
        }
    }

    /// Whether no text that it takes holds a reserved character (RFC 3986 section 2.2).
    var excludesReserved: Bool {
        switch self {
        case .none: false
        case .words(let words): words.allSatisfy { $0.utf8.allSatisfy { !CharacterClass.reserved.contains($0) } }
        case .run(let set, _, _): set.isDisjoint(with: .reserved)
        }
    }
}
