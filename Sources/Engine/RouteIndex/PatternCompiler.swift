import RoutePattern

/// Compiles alternatives: the edges of their path through the trie to steps, constraints and captures to records.
///
/// Alternatives are compiled in memory order, and only their steps are inserted into the trie in the order of the body.
/// Compiling in the body's order would cost more cache misses.
struct PatternCompiler: ~Copyable {
    var strings: StringTable
    var longs = LongTable()
    /// The labels of the edges of all alternatives, one alternative after the other.
    private(set) var steps: UniqueBuffer<UInt32>
    var matchers = RecordTable()
    var constraints = RecordTable()
    var captures = RecordTable()
    /// Whether some edge ignores ASCII case.
    private(set) var hasFoldedLabels = false

    /// The capture record being built, whose first word is the count; reused for all alternatives, as the next two.
    private var captured = UniqueBuffer<UInt32>()
    /// The constraints record being built.
    private var constrained = UniqueBuffer<UInt32>()
    /// The literal host being built.
    private var wholeHost = UniqueBuffer<UInt8>()

    /// A compiler with capacity for `rules` rules.
    init(reserving rules: Int) {
        // A rule has about three texts of its own: its id, and a screen or segments.
        strings = StringTable(reserving: rules * 3)
        steps = UniqueBuffer(reserving: rules * 5)
    }

    /// A compiled alternative; small, because they are read in the order of the body.
    struct Compiled: BitwiseCopyable {
        /// The index of its first edge in ``PatternCompiler/steps``.
        var firstStep: UInt32 = 0
        /// The number of its edges; a pattern of 8 KB has at most about 4,000 labels and segments.
        var stepCount: UInt16 = 0
        /// The root of its first edge.
        var root = IndexFormat.Root.anyHost
        var ending = Terminal.Ending.anyPath
        var constraints: UInt32 = 0
        var captures: UInt32 = 0

        /// The indices of its edges in ``PatternCompiler/steps``.
        var steps: Range<Int> { Int(firstStep)..<Int(firstStep) + Int(stepCount) }
    }

    /// Compiles the alternative at an index; the array is not copied.
    mutating func compile(_ alternatives: [Alternative], _ place: Int) -> Compiled {
        captured.removeAll()
        captured.append(0)
        var compiled = Compiled()
        let first = steps.count
        switch alternatives[place].path {
        case .opaque(let prefix, let rest):
            compiled.root = .opaque
            addOpaque(prefix, rest, alternatives[place].options)
        case .any: compiled.root = addHost(alternatives[place].host)
        case .segments(let segments, let ending):
            compiled.root = addHost(alternatives[place].host)
            compiled.ending = addPath(segments, ending, alternatives[place].options)
        }
        compiled.firstStep = UInt32(first)
        compiled.stepCount = UInt16(steps.count - first)
        compiled.constraints = addConstraints(alternatives, place)
        compiled.captures = captures.number(of: captured)
        return compiled
    }

    // MARK: Host

    /// Adds the steps from a root to the path node of a host; returns the root.
    private mutating func addHost(_ host: HostConstraint) -> IndexFormat.Root {
        switch host {
        case .any: return .anyHost
        case .none: return .noHost
        case .labels(let labels, let leadingWildcard):
            if !leadingWildcard, joinLiterals(labels) {
                steps.append(wholeHost.bytes { strings.label($0) })
                return .wholeHosts
            }
            addLabels(labels, leadingWildcard)
            return .hostLabels
        }
    }

    /// Writes a host whose labels are all literals to `wholeHost`; false if a label is not.
    private mutating func joinLiterals(_ labels: [SegmentMatcher]) -> Bool {
        wholeHost.removeAll()
        for place in labels.indices {
            guard let literal = labels[place].literal else { return false }
            if place > 0 { wholeHost.append(UInt8(ascii: ".")) }
            ByteTable.with(literal) { wholeHost.append($0) }
        }
        return true
    }

    private mutating func addLabels(_ labels: [SegmentMatcher], _ leadingWildcard: Bool) {
        for label in labels.reversed() { steps.append(hostEdge(label)) }
        for (index, label) in labels.enumerated() {
            capture(label, .host, UInt32(labels.count - 1 - index), ignoreCase: true)
        }
        steps.append(leadingWildcard ? EdgeLabels.Mark.hostWildcard : EdgeLabels.Mark.hostEnd)
    }

    // MARK: Path

    /// Adds the steps of a path; returns the kind of its ending.
    private mutating func addPath(
        _ segments: [SegmentMatcher], _ ending: PathEnding, _ options: PatternOptions
    ) -> Terminal.Ending {
        let ignoreCase = options.ignoreCase
        let strict = options.strictSlash
        for place in segments.indices {
            steps.append(edge(segments[place], .path, UInt32(place), ignoreCase: ignoreCase))
        }
        if let name = ending.name {
            add(capture: name, strict ? .strictTail : .tail, UInt32(segments.count), matcher: 0, index: 0)
        }
        return switch ending {
        case .end: strict ? .strictEnd : .end
        case .zeroOrMore: strict ? .strictZeroOrMore : .zeroOrMore
        case .oneOrMore: strict ? .strictOneOrMore : .oneOrMore
        }
    }

    private mutating func addOpaque(_ prefix: String, _ rest: Bool, _ options: PatternOptions) {
        let label: UInt32
        if rest {
            let flags = IndexRecord.MatcherFlag.prefix | (options.ignoreCase ? IndexRecord.MatcherFlag.ignoreCase : 0)
            var record = UniqueBuffer<UInt32>()
            for word in [flags, 1, IndexRecord.Part.literal.rawValue, strings.number(of: prefix)] {
                record.append(word)
            }
            label = EdgeLabels.Mark.matcher | matchers.number(of: record)
        } else {
            label = literalEdge(prefix, ignoreCase: options.ignoreCase)
        }
        steps.append(label)
    }

    // MARK: Edges

    /// The edge of a path segment; adds the segment's captures to `captured`.
    private mutating func edge(
        _ matcher: SegmentMatcher, _ source: IndexRecord.Source, _ place: UInt32, ignoreCase: Bool
    ) -> UInt32 {
        if matcher.parts.count == 1 {
            switch matcher.parts[0] {
            case .literal(let literal): return literalEdge(literal, ignoreCase: ignoreCase)
            case .capture(let name, .none):
                add(capture: name, source, place, matcher: 0, index: 0)
                return EdgeLabels.Mark.plain
            case .capture: break
            }
        } else if let literal = matcher.literal {
            return literalEdge(literal, ignoreCase: ignoreCase)
        }
        capture(matcher, source, place, ignoreCase: ignoreCase)
        return EdgeLabels.Mark.matcher | record(matcher, ignoreCase: ignoreCase)
    }

    private mutating func hostEdge(_ matcher: SegmentMatcher) -> UInt32 {
        // RoutePattern has folded the literals of hosts.
        if let literal = matcher.literal { return strings.label(literal) }
        if matcher.isPlainCapture { return EdgeLabels.Mark.plain }
        return EdgeLabels.Mark.matcher | record(matcher, ignoreCase: true)
    }

    private mutating func literalEdge(_ text: String, ignoreCase: Bool) -> UInt32 {
        guard ignoreCase else { return strings.label(text) }
        hasFoldedLabels = true
        return EdgeLabels.Mark.folded | strings.label(Self.folded(text))
    }

    private mutating func record(_ matcher: SegmentMatcher, ignoreCase: Bool) -> UInt32 {
        var words = UniqueBuffer<UInt32>()
        words.append(ignoreCase ? IndexRecord.MatcherFlag.ignoreCase : 0)
        words.append(UInt32(matcher.parts.count))
        for part in matcher.parts {
            switch part {
            case .literal(let text):
                words.append(IndexRecord.Part.literal.rawValue)
                words.append(strings.number(of: text))
            case .capture(_, .none): words.append(IndexRecord.Part.plain.rawValue)
            case .capture(_, .words(let list)):
                words.append(IndexRecord.Part.words.rawValue)
                words.append(UInt32(list.count))
                for word in list { words.append(strings.number(of: word)) }
            case .capture(_, .run(let set, let least, let most)):
                let set = ignoreCase ? set.foldingCase : set
                let members = longs.place(of: [set.low, set.high])
                for word in [IndexRecord.Part.run.rawValue, members, UInt32(least), UInt32(most ?? 0)] {
                    words.append(word)
                }
            }
        }
        return matchers.number(of: words)
    }

    // MARK: Captures

    private mutating func capture(
        _ matcher: SegmentMatcher, _ source: IndexRecord.Source, _ place: UInt32, ignoreCase: Bool
    ) {
        guard matcher.literal == nil else { return }
        let names = matcher.captureNames
        let number = matcher.isPlainCapture ? 0 : record(matcher, ignoreCase: ignoreCase) + 1
        for (index, name) in names.enumerated() {
            add(capture: name, source, place, matcher: number, index: UInt32(index))
        }
    }

    private mutating func add(
        capture name: String, _ source: IndexRecord.Source, _ place: UInt32, matcher: UInt32, index: UInt32
    ) {
        captured.append(strings.number(of: name))
        captured.append(source.rawValue)
        captured.append(place)
        captured.append(matcher)
        captured.append(index)
        captured[0] += 1
    }

    // MARK: Constraints

    private mutating func addConstraints(_ alternatives: [Alternative], _ place: Int) -> UInt32 {
        constrained.removeAll()
        if case .literal(let scheme) = alternatives[place].scheme {
            constrained.append(strings.label(scheme) + 1)
        } else {
            constrained.append(0)
        }
        switch alternatives[place].port {
        case .any: constrained.append(IndexRecord.portAny)
        case .schemeDefault: constrained.append(IndexRecord.portDefault)
        case .literal(let port): constrained.append(IndexRecord.portBase + UInt32(port))
        }
        constrained.append(UInt32(alternatives[place].query.count))
        for constraint in alternatives[place].query { addQuery(constraint) }
        return constraints.number(of: constrained)
    }

    private mutating func addQuery(_ constraint: QueryConstraint) {
        constrained.append(strings.number(of: constraint.name))
        switch constraint.test {
        case .absent: add(test: .absent, 0)
        case .present: add(test: .present, 0)
        case .equals(let value): add(test: .equals, strings.number(of: value))
        case .capture(let matcher) where matcher.isPlainCapture:
            add(test: .present, 0)
            for name in matcher.captureNames {
                add(capture: name, .query, strings.number(of: constraint.name), matcher: 0, index: 0)
            }
        case .capture(let matcher):
            let number = record(matcher, ignoreCase: false)
            add(test: .matches, number)
            for (index, name) in matcher.captureNames.enumerated() {
                add(
                    capture: name, .query, strings.number(of: constraint.name), matcher: number + 1,
                    index: UInt32(index))
            }
        }
    }

    private mutating func add(test: IndexRecord.QueryTest, _ operand: UInt32) {
        constrained.append(test.rawValue)
        constrained.append(operand)
    }

    private static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
