/// What one path segment, host label or query value must be: text and at most two captures, separated by text.
///
/// Which split wins with two captures is URLPattern's: a plain capture takes as little as it can, a run as much as it
/// can, an enumeration the first word that fits. `ignoreCase` folds ASCII in literals, words and classes.
package struct SegmentMatcher: Sendable, Hashable {
    /// A piece of a segment.
    package enum Part: Sendable, Hashable {
        /// Decoded text.
        case literal(String)
        /// A capture by its name.
        case capture(String, CaptureConstraint)

        /// Whether both are the same, text byte for byte: Unicode's equivalent texts are different addresses.
        package static func == (left: Part, right: Part) -> Bool {
            switch (left, right) {
            case (.literal(let left), .literal(let right)): left.utf8.elementsEqual(right.utf8)
            case (.capture(let left, let one), .capture(let right, let other)):
                left == right && one == other && one.wordBytes == other.wordBytes
            default: false
            }
        }
    }

    /// The pieces in order; literals are never empty but for the one of an empty segment, and never adjacent.
    package let parts: [Part]

    /// A matcher of these pieces.
    package init(_ parts: [Part]) { self.parts = parts }

    /// The text, where there is no capture.
    package var literal: String? {
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text
    }

    /// Whether it is one capture without a constraint.
    package var isPlainCapture: Bool {
        if parts.count == 1, case .capture(_, .none) = parts[0] { return true }
        return false
    }

    /// Whether it is one capture of that name, without a constraint.
    func isPlainCapture(named wanted: String) -> Bool {
        if parts.count == 1, case .capture(let name, .none) = parts[0] { return name == wanted }
        return false
    }

    /// The names of its captures, from the left.
    package var captureNames: [String] {
        parts.compactMap { part in
            if case .capture(let name, _) = part { name } else { nil }
        }
    }

    /// The captures of a text, or nil where it does not match.
    ///
    /// - Complexity: O(bytes of the text × words of its enumerations).
    package func matches(_ text: String, ignoreCase: Bool) -> [String]? {
        SegmentScan(parts, Array(text.utf8), ignoreCase: ignoreCase).captures()
    }

    /// The captures of a segment that did not decode to UTF-8: only a capture that is the whole segment takes it raw.
    package func matches(raw text: String, ignoreCase: Bool) -> [String]? {
        guard parts.count == 1, case .capture(_, let constraint) = parts[0] else { return nil }
        if case .words = constraint { return nil }
        return matches(text, ignoreCase: ignoreCase)
    }
}
