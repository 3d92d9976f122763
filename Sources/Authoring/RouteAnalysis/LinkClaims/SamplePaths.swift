import RoutePattern
import WebAddress

/// Paths that an alternative matches, and paths beside them that can show a difference.
struct SamplePaths {
    private let matchers: [SegmentMatcher]
    private let ending: PathEnding.Kind

    init(_ alternative: Alternative) {
        if case .segments(let matchers, let ending) = alternative.path {
            (self.matchers, self.ending) = (matchers, ending.kind)
        } else {
            (matchers, ending) = ([], .zeroOrMore)
        }
    }

    /// A path that the alternative matches, percent-encoded.
    var plain: String { path { Self.text($0, capture: Self.member) } }

    /// Paths with a slash or a sign where a capture or a sign of the pattern stands.
    var beside: [String] {
        [
            path { Self.text($0) { _ in "x/x" } },
            path { Self.text($0, capture: Self.strange) },
            path { Self.text($0, capture: Self.member).replacingSigns() },
            path(keepsSlashes: true) { Self.text($0, capture: Self.member) },
            path { Self.text($0) { _ in "/x" } },
        ]
    }

    private func path(keepsSlashes: Bool = false, _ segment: (SegmentMatcher) -> String) -> String {
        let texts = matchers.map(segment) + (ending == .oneOrMore ? ["x"] : [])
        return texts.isEmpty
            ? "/"
            : texts.map { text in
                // A capture's slash divides the segment; that of a literal is an escape, except for a witness.
                let isDivided = keepsSlashes || !matchers.contains { $0.literal == text }
                return "/"
                    + (isDivided
                        ? text.split(separator: "/", omittingEmptySubsequences: false)
                            .map { PercentEncoding.encode($0, .component) }.joined(separator: "/")
                        : PercentEncoding.encode(text, .component))
            }.joined()
    }

    private static func text(_ matcher: SegmentMatcher, capture: (CaptureConstraint) -> String) -> String {
        matcher.parts.map { part in
            switch part {
            case .literal(let text): text
            case .capture(_, let constraint): capture(constraint)
            }
        }.joined()
    }

    /// A text that a capture matches.
    private static func member(_ constraint: CaptureConstraint) -> String {
        switch constraint {
        case .none: "x"
        case .words(let words): words.first ?? "x"
        case .run(let set, let least, _):
            String(
                repeating: (0x21..<0x7F).first(where: { set.contains($0) }).map { String(UnicodeScalar($0)) } ?? " ",
                count: max(1, least))
        }
    }

    /// A text of the same length with a character that the class lacks, and no slash.
    private static func strange(_ constraint: CaptureConstraint) -> String {
        guard case .run(let set, let least, _) = constraint else { return member(constraint) }
        return String(repeating: set.contains(0x7E) ? "\u{E9}" : "~", count: max(1, least))
    }
}

extension String {
    /// The text with `~` in place of each sign that has a meaning in link files.
    fileprivate func replacingSigns() -> String { String(map { "*?$".contains($0) ? "~" : $0 }) }
}
