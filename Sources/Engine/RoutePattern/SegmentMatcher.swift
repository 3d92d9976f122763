/// Matches one path segment, host label or query value: text and at most two captures, separated by text.
///
/// Two captures are split as in URLPattern: a plain capture matches as little as possible, a run as much as possible,
/// and an enumeration the first of its words that leads to a match. With `ignoreCase`, literals, words and classes are
/// compared without ASCII case.
package struct SegmentMatcher: Sendable, Equatable {
    /// A part of a segment.
    package enum Part: Sendable, Equatable {
        /// Decoded text.
        case literal(String)
        /// A capture with its name.
        case capture(String, CaptureConstraint)

        /// Compares texts byte for byte: canonically equivalent texts are different addresses.
        package static func == (left: Part, right: Part) -> Bool {
            switch (left, right) {
            case (.literal(let left), .literal(let right)): left.utf8.elementsEqual(right.utf8)
            case (.capture(let left, let one), .capture(let right, let other)):
                left == right && one == other && one.wordBytes == other.wordBytes
            default: false
            }
        }
    }

    /// The parts in order; no literal is empty, and no two literals are adjacent.
    ///
    /// A matcher without parts matches only the empty text.
    package let parts: [Part]

    /// Creates a matcher of parts.
    package init(_ parts: [Part]) { self.parts = parts }

    /// The only text that it matches; nil if it has a capture.
    package var literal: String? {
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text
    }

    /// Whether it is a single capture without a constraint.
    package var isPlainCapture: Bool {
        if parts.count == 1, case .capture(_, .none) = parts[0] { return true }
        return false
    }

    /// Whether it is a single capture of that name, without a constraint.
    func isPlainCapture(named wanted: String) -> Bool {
        if parts.count == 1, case .capture(let name, .none) = parts[0] { return name == wanted }
        return false
    }

    /// The capture names, from the left.
    package var captureNames: [String] {
        parts.compactMap { part in
            if case .capture(let name, _) = part { name } else { nil }
        }
    }
}

/// The texts that a capture matches.
package enum CaptureConstraint: Sendable, Equatable {
    /// Any text that is not empty.
    case none
    /// One of these texts, in the author's order.
    case words([String])
    /// Characters of one class: the smallest and the largest number of bytes; nil for no upper bound.
    case run(CharacterClass, Int, Int?)

    /// The bytes of the words; Swift's `==` would also compare canonically equivalent words as equal.
    var wordBytes: [[UInt8]] {
        if case .words(let words) = self { words.map { Array($0.utf8) } } else { [] }
    }

    /// Whether a word contains an upper-case letter, or the class contains one without the same letter in lower case.
    var needsUpperCase: Bool {
        switch self {
        case .none: false
        case .words(let words): words.contains { $0.utf8.contains { $0 &- 0x41 < 26 } }
        case .run(let set, _, _): (0x41...0x5A).contains { set.contains($0) && !set.contains($0 | 0x20) }
        }
    }

    /// Whether no text that it matches contains a reserved character (RFC 3986 section 2.2) or `%`.
    var excludesReserved: Bool {
        switch self {
        case .none: false
        case .words(let words): words.allSatisfy { $0.utf8.allSatisfy { !CharacterClass.reserved.contains($0) } }
        case .run(let set, _, _): set.isDisjoint(with: .reserved)
        }
    }
}
