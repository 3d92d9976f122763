package import RoutePattern

/// The part of the order key K that patterns decide: host, path, scheme, port and query (language.md section 6).
///
/// Keys are compared as bytes, and the smallest wins. Ranks are written one after another, each with its fields, most
/// significant first: literal 0, enumeration 1, text around a capture 2, run 3, plain capture 4, one-or-more tail 5,
/// end 6, zero-or-more tail 7.
package struct SpecificityKey: Sendable, Hashable, Comparable {
    /// The ranks in the order of comparison.
    let bytes: [UInt8]

    init(_ alternative: Alternative) {
        var ranks = RankWriter()
        ranks.write(alternative.host)
        ranks.write(alternative.path, alternative.options)
        ranks.bytes.append(alternative.scheme == .any ? 1 : 0)
        ranks.bytes.append(alternative.port == .any ? 1 : 0)
        ranks.write(alternative.query)
        bytes = ranks.bytes
    }

    /// Whether the left key wins.
    package static func < (left: SpecificityKey, right: SpecificityKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension Alternative {
    /// The part of the order key that the pattern decides.
    package var key: SpecificityKey { SpecificityKey(self) }
}

/// Appends the ranks of the parts of an alternative to the bytes of a key.
private struct RankWriter {
    var bytes: [UInt8] = []

    /// Writes the labels from the right, then the ending; a pattern of any host is last.
    mutating func write(_ host: HostConstraint) {
        switch host {
        case .any: bytes.append(8)
        case .none: bytes += [6, 0]
        case .labels(let labels, let leadingWildcard):
            for label in labels.reversed() { write(label, PatternOptions()) }
            bytes += leadingWildcard ? [5] : [6, 0]
        }
    }

    mutating func write(_ path: PathConstraint, _ options: PatternOptions) {
        switch path {
        case .any: bytes.append(7)
        case .opaque(let text, let rest):
            bytes += (rest ? [2] + descending(text.unicodeScalars.count) + [1] : [0]) + [options.ignoreCase ? 1 : 0]
        case .segments(let segments, let ending):
            var segments = segments[...]
            var kind = ending.kind
            // Ranked as a one-or-more tail, because the two differ only for empty segments.
            if kind == .zeroOrMore, segments.last?.isPlainCapture == true {
                segments.removeLast()
                kind = .oneOrMore
            }
            for segment in segments { write(segment, options) }
            switch kind {
            // With strictSlash the tail also matches a final slash, which is one address more.
            case .oneOrMore: bytes += [5, options.strictSlash ? 1 : 0]
            case .end: bytes += [6, options.strictSlash ? 0 : 1]
            case .zeroOrMore: bytes.append(7)
            }
        }
    }

    private mutating func write(_ matcher: SegmentMatcher, _ options: PatternOptions) {
        let fold: UInt8 = options.ignoreCase ? 1 : 0
        if matcher.literal != nil { return bytes += [0, fold] }
        if let words = wordCount(matcher) {
            return bytes += words == 1 ? [0, fold] : [1] + ascending(words) + [fold]
        }
        if matcher.parts.count == 1, case .capture(_, let constraint) = matcher.parts[0] {
            guard case .run(let set, let least, let most) = constraint else { return bytes.append(4) }
            let members = options.ignoreCase ? set.foldingCase : set
            return bytes += [3, UInt8(members.count)] + ascending(most.map { $0 - least } ?? Int(UInt16.max))
        }
        var characters = 0
        var isConstrained = true
        for part in matcher.parts {
            switch part {
            case .literal(let text): characters += text.unicodeScalars.count
            // An enumeration of one word ranks as that word written as text.
            case .capture(_, .words(let words)) where words.count == 1: characters += words[0].unicodeScalars.count
            case .capture(_, let constraint): isConstrained = isConstrained && constraint != .none
            }
        }
        bytes += [2] + descending(characters) + [isConstrained ? 0 : 1, fold]
    }

    /// The number of texts that a segment of enumerations and text matches; nil for any other segment.
    private func wordCount(_ matcher: SegmentMatcher) -> Int? {
        var count = 1
        for part in matcher.parts {
            switch part {
            case .literal: continue
            case .capture(_, .words(let words)): count *= words.count
            case .capture: return nil
            }
        }
        return count
    }

    mutating func write(_ query: [QueryConstraint]) {
        var counts: [UInt8] = [255, 255, 255]
        for constraint in query {
            switch constraint.test {
            case .equals: counts[0] -= 1
            case .capture(let matcher): counts[matcher.isPlainCapture ? 2 : 1] -= 1
            case .present, .absent: counts[2] -= 1
            }
        }
        bytes += counts
    }

    private func ascending(_ count: Int) -> [UInt8] {
        let number = UInt16(clamping: count)
        return [UInt8(number >> 8), UInt8(number & 255)]
    }

    private func descending(_ count: Int) -> [UInt8] { ascending(Int(UInt16.max) - count) }
}
