import RoutePattern

extension Alternative {
    /// Whether every address that another alternative matches is surely matched by this one too.
    ///
    /// True is a proof by structure; false only says that none was found.
    func covers(_ other: Alternative) -> Bool {
        scheme.covers(other.scheme) && port.covers(other.port) && host.covers(other.host) && coversPath(of: other)
            && query.allSatisfy { wanted in other.query.contains { wanted.isImplied(by: $0) } }
    }

    private func coversPath(of other: Alternative) -> Bool {
        switch (path, other.path) {
        case (.any, .opaque): return false
        case (.any, _): return true
        case (.opaque(let prefix, let rest), .opaque(let otherPrefix, let otherRest)):
            guard options.ignoreCase == other.options.ignoreCase else { return false }
            return rest
                ? otherPrefix.utf8.starts(with: prefix.utf8)
                : !otherRest && prefix.utf8.elementsEqual(otherPrefix.utf8)
        case (.segments(let segments, let ending), .segments(let others, let otherEnding)):
            return coversSegments(segments, ending, others, otherEnding, of: other)
        default: return false
        }
    }

    private func coversSegments(
        _ segments: [SegmentMatcher], _ ending: PathEnding, _ others: [SegmentMatcher], _ otherEnding: PathEnding,
        of other: Alternative
    ) -> Bool {
        guard hasSameSlashes(as: other), others.count >= segments.count else { return false }
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

    private func hasSameSlashes(as other: Alternative) -> Bool {
        options.strictSlash == other.options.strictSlash
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
    /// Whether every text that another matcher takes is surely taken by this one.
    ///
    /// - Parameters:
    ///   - other: The other matcher.
    ///   - ignoreCase: Whether this one compares without case.
    ///   - equalCase: Whether this one is at least as lenient about case as the other.
    /// - Returns: True is a proof, false only says that none was found.
    func covers(_ other: SegmentMatcher, ignoreCase: Bool, equalCase: Bool) -> Bool {
        if isPlainCapture { return other.literal.map { !$0.isEmpty } ?? true }
        guard equalCase else { return false }
        if let text = other.literal { return matches(text, ignoreCase: ignoreCase) != nil }
        if let words = other.onlyWords { return words.allSatisfy { matches($0, ignoreCase: ignoreCase) != nil } }
        return erased == other.erased
    }

    /// The words of a matcher that is one enumeration.
    private var onlyWords: [String]? {
        guard parts.count == 1, case .capture(_, .words(let words)) = parts[0] else { return nil }
        return words
    }

    /// The parts with the names of captures left out.
    private var erased: [Part] {
        parts.map { part in
            if case .capture(_, let constraint) = part { return .capture("", constraint) }
            return part
        }
    }
}

extension QueryConstraint {
    /// Whether this one holds wherever another does.
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
