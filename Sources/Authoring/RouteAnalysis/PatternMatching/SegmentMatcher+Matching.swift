package import RoutePattern

extension SegmentMatcher {
    /// The captures from a text; nil if it does not match.
    ///
    /// - Complexity: O(bytes of the text × bytes of the literals and words).
    package func matches(_ text: String, ignoreCase: Bool) -> [String]? {
        SegmentScan(parts, Array(text.utf8), ignoreCase: ignoreCase).captures()
    }

    /// The captures from a raw segment, which does not decode to UTF-8; nil if it does not match.
    ///
    /// Only a plain capture or a run that is the whole segment can match it (departure 3).
    package func matches(raw text: String, ignoreCase: Bool) -> [String]? {
        guard parts.count == 1, case .capture(_, let constraint) = parts[0] else { return nil }
        if case .words = constraint { return nil }
        return matches(text, ignoreCase: ignoreCase)
    }
}
