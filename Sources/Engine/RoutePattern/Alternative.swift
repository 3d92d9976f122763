/// One form of a pattern, without optional groups: a constraint for each component of an address.
package struct Alternative: Sendable, Equatable {
    /// The scheme.
    package var scheme: SchemeConstraint
    /// The host.
    package var host: HostConstraint
    /// The port.
    package var port: PortConstraint
    /// The path.
    package var path: PathConstraint
    /// The query constraints, by name.
    package var query: [QueryConstraint]
    /// How paths are compared.
    package var options: PatternOptions

    /// The capture names in the order of capture values: host and path from the left, the tail, query by item name.
    package var captureNames: [String] {
        var names: [String] = []
        if case .labels(let labels, _) = host { names += labels.flatMap({ $0.captureNames }) }
        if case .segments(let segments, let ending) = path {
            names += segments.flatMap { $0.captureNames }
            if let name = ending.name { names.append(name) }
        }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { names += matcher.captureNames }
        }
        return names
    }

    /// The captures whose constraint excludes every reserved character; templates may expand them as `{+x}`.
    package var reservedSafeNames: Set<String> {
        var matchers: [SegmentMatcher] = []
        if case .labels(let labels, _) = host { matchers += labels }
        if case .segments(let segments, _) = path { matchers += segments }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { matchers.append(matcher) }
        }
        return Set(
            matchers.flatMap { $0.parts }.compactMap { part in
                guard case .capture(let name, let constraint) = part, constraint.excludesReserved else { return nil }
                return name
            })
    }
}

/// The schemes that match.
package enum SchemeConstraint: Sendable, Equatable {
    case any
    /// In lower case.
    case literal(String)
}

/// The hosts that match; labels are compared without ASCII case.
package enum HostConstraint: Sendable, Equatable {
    /// Any host, or none.
    case any
    /// A null or an empty host.
    case none
    /// These labels, from the left; with a leading wildcard, one or more further labels before them.
    case labels([SegmentMatcher], leadingWildcard: Bool)
}

/// The ports that match.
package enum PortConstraint: Sendable, Equatable {
    case any
    /// The scheme's default, or none.
    case schemeDefault
    /// This number, written in the address.
    case literal(UInt16)
}

/// The paths that match.
package enum PathConstraint: Sendable, Equatable {
    /// Every hierarchical path.
    case any
    /// Matchers of decoded segments, and the ending after them.
    case segments([SegmentMatcher], PathEnding)
    /// An opaque path that is this text, or begins with it (`rest`); percent-encoded as in addresses.
    case opaque(String, rest: Bool)
}

/// What a pattern allows after its last segment.
package enum PathEnding: Sendable, Equatable {
    /// The kinds of endings, without capture names.
    package enum Kind: Sendable, Equatable {
        case end
        case oneOrMore
        case zeroOrMore
    }

    case end
    /// One or more segments, captured as a list under that name.
    case oneOrMore(String)
    /// Zero or more segments, captured as a list under that name.
    case zeroOrMore(String)

    /// The kind of this ending.
    package var kind: Kind {
        switch self {
        case .end: .end
        case .oneOrMore: .oneOrMore
        case .zeroOrMore: .zeroOrMore
        }
    }

    /// The name of the captured list; nil for ``end``.
    package var name: String? {
        switch self {
        case .end: nil
        case .oneOrMore(let name), .zeroOrMore(let name): name
        }
    }
}

/// A condition on the query items of one name; items of other names are not restricted.
package struct QueryConstraint: Sendable, Equatable {
    /// The kinds of conditions.
    package enum Test: Sendable, Equatable {
        /// No item has the name.
        case absent
        /// Some item has the name.
        case present
        /// Some item has exactly this form-decoded value.
        case equals(String)
        /// Some value matches; the first that matches is captured. A plain capture matches the empty value, too.
        case capture(SegmentMatcher)
    }

    /// The form-decoded name.
    package var name: String
    /// The condition.
    package var test: Test

    /// Creates a constraint on the items of a name.
    package init(name: String, test: Test) {
        self.name = name
        self.test = test
    }
}

/// How the authority of a scheme's addresses is read (the setting `authority`).
package enum AuthorityReading: String, Sendable, Hashable, CaseIterable {
    /// As a host, as in the URL standard.
    case host
    /// As the first segment of the path: `app://details/12` is read as `/details/12` without a host.
    case firstSegment
}
