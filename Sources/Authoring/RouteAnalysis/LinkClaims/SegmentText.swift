import RoutePattern

/// The texts of a segment in the pattern language of link files.
struct SegmentText {
    /// The patterns: one for each combination of words.
    var patterns = [""]
    /// Why the patterns match more than the segment; nil if they match the same texts without a slash.
    var wider: ClaimDeparture.Reason?

    init(_ matcher: SegmentMatcher, patternsMax: Int) {
        for part in matcher.parts {
            switch part {
            case .literal(let text): append([literal(text)])
            case .capture(_, .none): append(wildcard: "?*")
            case .capture(_, .words(let words)) where patterns.count * words.count <= patternsMax:
                append(words.map { literal($0) })
            case .capture(_, .words(let words)):
                append(wildcard: words.contains("") ? "*" : "?*")
            case .capture(_, .run(_, let least, let most)):
                // Long counts add nothing: any wildcard is too wide in any case.
                let count = min(least, 8)
                append(wildcard: String(repeating: "?", count: count) + (most == count ? "" : "*"))
            }
        }
    }

    private mutating func append(_ texts: [String]) {
        patterns = patterns.flatMap { pattern in texts.map { pattern + $0 } }
    }

    private mutating func append(wildcard: String) {
        wider = .capture
        append([wildcard])
    }

    /// The pattern of a text: a sign with a meaning in the files becomes a wildcard for one character.
    private mutating func literal(_ text: String) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "/" { wider = wider ?? .sign }
            switch scalar {
            case "*", "$":
                wider = wider ?? .sign
                pattern.append("?")
            case "?":
                // It stands in addresses as an escape of three characters.
                wider = wider ?? .sign
                pattern.append(contentsOf: "?*".unicodeScalars)
            default:
                pattern.append(scalar)
            }
        }
        return String(pattern)
    }
}
