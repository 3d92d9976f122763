import RoutePattern

/// The path patterns of one alternative, for decoded paths.
struct PathClaim {
    /// The patterns; an address is claimed if one of them matches its path.
    private(set) var patterns: [String] = []
    /// Why the patterns match more than the path of the alternative; nil if they match the same paths.
    private(set) var wider: ClaimDeparture.Reason?

    /// Makes the patterns; without any for an opaque path, which no address of a host has.
    init(_ alternative: Alternative) {
        switch alternative.path {
        case .opaque: break
        case .any: patterns = ["*"]
        case .segments(let matchers, let ending):
            var starts = [""]
            for matcher in matchers {
                let room = max(1, LinkClaimLimits.patternsOfAlternative / starts.count)
                let segment = SegmentText(matcher, patternsMax: room)
                wider = wider ?? segment.wider
                starts = starts.flatMap { start in segment.patterns.map { start + "/" + $0 } }
            }
            let isStrict = alternative.options.strictSlash
            patterns = starts.flatMap { Self.endings($0, ending.kind, isStrict: isStrict) }.filter { !$0.isEmpty }
        }
    }

    /// The start with what may follow: an empty last segment counts only with `strictSlash`.
    private static func endings(_ start: String, _ ending: PathEnding.Kind, isStrict: Bool) -> [String] {
        // `/item/` has the segment `item` only: an empty last segment needs a slash behind it.
        if start.hasSuffix("/"), !isStrict {
            return ending == .end ? [start + "/"] : [start + (ending == .oneOrMore ? "/?*" : "/*")]
        }
        return switch ending {
        case .end: isStrict ? [start] : [start, start + "/"]
        case .oneOrMore: [start + (isStrict ? "/*" : "/?*")]
        case .zeroOrMore: [start, start + "/*"]
        }
    }
}
