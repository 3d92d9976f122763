import RoutePattern
import WebAddress

extension Alternative {
    /// Whether this alternative matches every address that another one matches.
    ///
    /// True is a proof by structure; false means only that no proof was found.
    func covers(_ other: Alternative) -> Bool {
        scheme.covers(other.scheme) && port.covers(other.port) && host.covers(other.host) && coversPath(of: other)
            && query.allSatisfy { wanted in other.query.contains { wanted.isImplied(by: $0) } }
    }

    private func coversPath(of other: Alternative) -> Bool {
        switch (path, other.path) {
        case (.any, .opaque): return false
        case (.any, _): return true
        case (.opaque(let prefix, let rest), .opaque(let otherPrefix, let otherRest)):
            let folds = options.ignoreCase
            guard folds || !other.options.ignoreCase || prefix.isEmpty else { return false }
            let text = folds ? ASCIICase.folded(prefix) : prefix
            let otherText = folds ? ASCIICase.folded(otherPrefix) : otherPrefix
            return rest
                ? otherText.utf8.starts(with: text.utf8) : !otherRest && text.utf8.elementsEqual(otherText.utf8)
        case (.segments(let segments, let ending), .segments(let others, let otherEnding)):
            return coversSegments(segments, ending, others, otherEnding, of: other)
        default: return false
        }
    }

    private func coversSegments(
        _ segments: [SegmentMatcher], _ ending: PathEnding, _ others: [SegmentMatcher], _ otherEnding: PathEnding,
        of other: Alternative
    ) -> Bool {
        guard hasSameSlashes(as: other, others, otherEnding), others.count >= segments.count else { return false }
        let least = others.count + (otherEnding.kind == .oneOrMore ? 1 : 0)
        switch ending.kind {
        case .end: guard otherEnding.kind == .end, others.count == segments.count else { return false }
        case .oneOrMore: guard least > segments.count else { return false }
        case .zeroOrMore: break
        }
        let foldsEnough = options.ignoreCase || !other.options.ignoreCase
        return zip(segments, others).allSatisfy {
            $0.covers($1, ignoreCase: options.ignoreCase, equalCase: foldsEnough)
        }
    }

    /// Whether this one matches with a final slash if the other does.
    private func hasSameSlashes(
        as other: Alternative, _ others: [SegmentMatcher], _ otherEnding: PathEnding
    ) -> Bool {
        if options.strictSlash == other.options.strictSlash { return true }
        // A strict pattern that does not end in a slash matches no address with a final one.
        return !options.strictSlash && otherEnding.kind == .end && others.last.map { $0.literal != "" } == true
    }
}

extension Alternative {
    /// How many words its enumerations have: the root of the sum of squares over its segments, at least 1.
    ///
    /// Comparing two alternatives segment by segment compares at most as many words as the product of their breadths.
    var breadth: Int {
        var squares = 1
        func add(_ matchers: [SegmentMatcher]) {
            for case .capture(_, .words(let words)) in matchers.lazy.flatMap(\.parts) {
                squares += words.count * words.count
            }
        }
        if case .labels(let labels, _) = host { add(labels) }
        if case .segments(let segments, _) = path { add(segments) }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { add([matcher]) }
        }
        return Int(Double(squares).squareRoot())
    }
}

extension SchemeConstraint {
    func covers(_ other: SchemeConstraint) -> Bool { self == .any || self == other }
}

extension PortConstraint {
    func covers(_ other: PortConstraint) -> Bool { self == .any || self == other }
}

extension HostConstraint {
    func covers(_ other: HostConstraint) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (.none, .none): true
        case (.labels(let labels, let wildcard), .labels(let others, let otherWildcard)):
            Self.covers(labels, wildcard, others, otherWildcard)
        default: false
        }
    }

    private static func covers(
        _ labels: [SegmentMatcher], _ wildcard: Bool, _ others: [SegmentMatcher], _ otherWildcard: Bool
    ) -> Bool {
        let fits =
            wildcard
            ? others.count + (otherWildcard ? 1 : 0) > labels.count : others.count == labels.count && !otherWildcard
        guard fits, others.count >= labels.count else { return false }
        return zip(labels.reversed(), others.reversed()).allSatisfy { $0.covers($1, ignoreCase: true, equalCase: true) }
    }
}

extension SegmentMatcher {
    /// Whether this matcher matches every text that another one matches.
    ///
    /// - Parameters:
    ///   - other: The other matcher.
    ///   - ignoreCase: Whether this one compares without case.
    ///   - equalCase: Whether this one is at least as lenient about case as the other.
    /// - Returns: True is a proof; false means only that no proof was found.
    func covers(_ other: SegmentMatcher, ignoreCase: Bool, equalCase: Bool) -> Bool {
        if isPlainCapture { return other.literal.map { !$0.isEmpty } ?? true }
        guard equalCase else { return false }
        if let text = other.literal { return matches(text, ignoreCase: ignoreCase) != nil }
        if let words = other.onlyWords { return words.allSatisfy { matches($0, ignoreCase: ignoreCase) != nil } }
        if parts.count == 1, case .capture(_, .run(let set, let least, let most)) = parts[0] {
            let own = ByteSet(set, ignoreCase: ignoreCase)
            guard let lengths = other.lengths(within: own, ignoreCase: ignoreCase) else { return false }
            return least <= lengths.least && most ?? .max >= lengths.most
        }
        guard parts.count == other.parts.count else { return false }
        return zip(parts, other.parts).allSatisfy { $0.covers($1, ignoreCase: ignoreCase) }
    }

    /// The least and the greatest number of bytes of the texts that it matches; nil if one can have a byte that is not in a set.
    private func lengths(within set: ByteSet, ignoreCase: Bool) -> (least: Int, most: Int)? {
        var (least, most) = (0, 0)
        for part in parts {
            let words: [String]
            switch part {
            case .literal(let text): words = [text]
            case .capture(_, .none): return nil
            case .capture(_, .words(let list)): words = list
            case .capture(_, .run(let other, let fewest, let greatest)):
                let members = ByteSet(other, ignoreCase: ignoreCase)
                guard set.intersection(members) == members else { return nil }
                least += fewest
                most += greatest ?? 1 << 32
                continue
            }
            guard words.allSatisfy({ $0.utf8.allSatisfy(set.contains) }) else { return nil }
            least += words.map(\.utf8.count).min() ?? 0
            most += words.map(\.utf8.count).max() ?? 0
        }
        return (least, most)
    }

    /// The words of a matcher that is one enumeration.
    private var onlyWords: [String]? {
        guard parts.count == 1, case .capture(_, .words(let words)) = parts[0] else { return nil }
        return words
    }
}

extension SegmentMatcher.Part {
    /// Whether this part matches every text that a part of another matcher matches.
    func covers(_ other: SegmentMatcher.Part, ignoreCase: Bool) -> Bool {
        switch (self, other) {
        case (.literal(let text), .literal(let otherText)):
            return SegmentMatcher([self]).matches(otherText, ignoreCase: ignoreCase) != nil
                && text.utf8.count == otherText.utf8.count
        case (.capture(_, .none), .capture): return true
        case (.capture, .capture(_, .words(let words))):
            return SegmentMatcher([self]).takes(words, ignoreCase)
        case (
            .capture(_, .run(let set, let least, let most)), .capture(_, .run(let other, let otherLeast, let otherMost))
        ):
            let (all, some) = (ByteSet(set, ignoreCase: ignoreCase), ByteSet(other, ignoreCase: ignoreCase))
            return all.intersection(some) == some && max(1, least) <= max(1, otherLeast)
                && most ?? .max >= otherMost ?? .max
        default: return false
        }
    }
}

extension SegmentMatcher {
    fileprivate func takes(_ words: [String], _ ignoreCase: Bool) -> Bool {
        words.allSatisfy { matches($0, ignoreCase: ignoreCase) != nil }
    }
}

extension QueryConstraint {
    /// Whether this one holds in every case in which another one holds.
    func isImplied(by other: QueryConstraint) -> Bool {
        guard name.utf8.elementsEqual(other.name.utf8) else { return false }
        switch (test, other.test) {
        case (.absent, .absent): return true
        case (.absent, _), (_, .absent): return false
        case (.present, _): return true
        case (.equals(let value), .equals(let otherValue)): return value.utf8.elementsEqual(otherValue.utf8)
        case (.capture(let matcher), .equals(let value)): return matcher.matches(value, ignoreCase: false) != nil
        case (.capture(let matcher), .capture(let otherMatcher)):
            return matcher.covers(otherMatcher, ignoreCase: false, equalCase: true)
        default: return false
        }
    }
}
