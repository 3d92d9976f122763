/// A pattern without optional groups: what each component of an address must be.
package struct Alternative: Sendable, Hashable {
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
    /// How paths compare.
    package var options: PatternOptions

    /// The names of the captures in slot order: host left to right, path left to right with the tail, query by name.
    package var captureNames: [String] {
        var names: [String] = []
        if case .labels(let labels, _) = host { names += labels.flatMap(\.captureNames) }
        if case .segments(let segments, let ending) = path {
            names += segments.flatMap(\.captureNames)
            if let name = ending.name { names.append(name) }
        }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { names += matcher.captureNames }
        }
        return names
    }

    /// Captures whose constraint excludes every reserved character, so that `{+x}` may expand them.
    package var reservedSafeNames: Set<String> {
        var matchers: [SegmentMatcher] = []
        if case .labels(let labels, _) = host { matchers += labels }
        if case .segments(let segments, _) = path { matchers += segments }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { matchers.append(matcher) }
        }
        return Set(
            matchers.flatMap(\.parts).compactMap { part in
                guard case .capture(let name, let constraint) = part, constraint.excludesReserved else { return nil }
                return name
            })
    }
}

/// What the scheme must be.
package enum SchemeConstraint: Sendable, Hashable {
    case any
    /// In lower case.
    case literal(String)
}

/// What the host must be; labels compare without ASCII case.
package enum HostConstraint: Sendable, Hashable {
    /// Any host, and none.
    case any
    /// A null or an empty host.
    case none
    /// Labels from the left; with a leading wildcard, one or more labels stand before them.
    case labels([SegmentMatcher], leadingWildcard: Bool)
}

/// What the port must be.
package enum PortConstraint: Sendable, Hashable {
    case any
    /// The scheme's default, or none.
    case schemeDefault
    /// Written in the address as this number.
    case literal(UInt16)
}

/// What the path must be.
package enum PathConstraint: Sendable, Hashable {
    /// Every path of the host; never an opaque one.
    case any
    /// Segments, decoded, and how they end.
    case segments([SegmentMatcher], PathEnding)
    /// An opaque path that is this text, percent-encoded as addresses have it, or begins with it.
    case opaque(String, rest: Bool)
}

/// How a pattern's segments end.
package enum PathEnding: Sendable, Hashable {
    /// The three ways, without their names.
    package enum Kind: Sendable, Hashable {
        case end
        case oneOrMore
        case zeroOrMore
    }

    case end
    /// One or more segments, captured as a list under that name.
    case oneOrMore(String)
    /// Zero or more segments, captured as a list under that name.
    case zeroOrMore(String)

    /// The way it ends.
    package var kind: Kind {
        switch self {
        case .end: .end
        case .oneOrMore: .oneOrMore
        case .zeroOrMore: .zeroOrMore
        }
    }

    /// The name of the list; nil where nothing is captured.
    package var name: String? {
        switch self {
        case .end: nil
        case .oneOrMore(let name), .zeroOrMore(let name): name
        }
    }
}

/// What the query items of one name must be; other names are allowed.
package struct QueryConstraint: Sendable, Hashable {
    /// What is asked.
    package enum Test: Sendable, Hashable {
        case absent
        case present
        /// Some item has exactly this value.
        case equals(String)
        /// The first value that fits is captured; a plain capture takes the first, possibly empty.
        case capture(SegmentMatcher)
    }

    /// The name, form-decoded.
    package var name: String
    /// What is asked.
    package var test: Test

    /// Asks that of the items of a name.
    package init(name: String, test: Test) {
        self.name = name
        self.test = test
    }
}
