import RoutePattern

/// Compiles alternatives: edges into the trie, constraints and captures into records.
struct PatternCompiler {
    var strings = StringTable()
    var longs = LongTable()
    var trie = TrieBuilder()
    var matchers = RecordTable()
    var constraints = RecordTable()
    var captures = RecordTable()
    /// Whether some edge compares without case.
    private(set) var hasFoldedLabels = false

    /// The capture record of the alternative at hand; its first word counts.
    private var captured: [UInt32] = [0]
    /// Room for the constraints of the alternative at hand.
    private var constrained: [UInt32] = []
    /// Room for the host of the alternative at hand.
    private var wholeHost = ""

    /// What a compiled alternative's row needs.
    struct Compiled {
        var constraints: UInt32
        var captures: UInt32
    }

    /// Adds one alternative at its order position; positions must come in ascending order.
    mutating func add(_ alternative: Alternative, position: Int) -> Compiled {
        captured.removeAll(keepingCapacity: true)
        captured.append(0)
        if case .opaque(let prefix, let rest) = alternative.path {
            addOpaque(prefix, rest, alternative.options, position)
        } else {
            let node = addHost(alternative.host, UInt32(position))
            addPath(alternative, node, position)
        }
        let query = addQuery(alternative)
        let list = captures.number(of: captured)
        return Compiled(constraints: query, captures: list)
    }

    // MARK: Host

    /// The path node behind a host.
    private mutating func addHost(_ host: HostConstraint, _ position: UInt32) -> Int {
        switch host {
        case .any: return enter(.anyHost, position)
        case .none: return enter(.noHost, position)
        case .labels(let labels, let leadingWildcard):
            if !leadingWildcard, joinLiterals(labels) {
                let whole = strings.label(wholeHost)
                return trie.child(of: enter(.wholeHosts, position), label: whole, position: position)
            }
            return addLabels(labels, leadingWildcard, position)
        }
    }

    /// Writes a host of literals alone; false where a label is anything else.
    private mutating func joinLiterals(_ labels: [SegmentMatcher]) -> Bool {
        wholeHost.removeAll(keepingCapacity: true)
        for (place, label) in labels.enumerated() {
            guard let literal = label.literal else { return false }
            if place > 0 { wholeHost += "." }
            wholeHost += literal
        }
        return true
    }

    private mutating func addLabels(_ labels: [SegmentMatcher], _ leadingWildcard: Bool, _ position: UInt32) -> Int {
        var node = enter(.hostLabels, position)
        for label in labels.reversed() {
            node = trie.child(of: node, label: edge(label, ignoreCase: true, isHost: true), position: position)
        }
        for (index, label) in labels.enumerated() {
            capture(label, .host, UInt32(labels.count - 1 - index), ignoreCase: true)
        }
        let end = leadingWildcard ? EdgeLabels.Mark.hostWildcard : EdgeLabels.Mark.hostEnd
        return trie.child(of: node, label: end, position: position)
    }

    private mutating func enter(_ root: IndexFormat.Root, _ position: UInt32) -> Int {
        trie.touch(root, position: position)
        return root.rawValue
    }

    // MARK: Path

    private mutating func addPath(_ alternative: Alternative, _ start: Int, _ position: Int) {
        guard case .segments(let segments, let ending) = alternative.path else {
            return trie.addTerminal(Terminal(position: position, ending: .anyPath).word, to: start)
        }
        let ignoreCase = alternative.options.ignoreCase
        let strict = alternative.options.strictSlash
        var node = start
        for (place, segment) in segments.enumerated() {
            let label = edge(segment, ignoreCase: ignoreCase, isHost: false)
            node = trie.child(of: node, label: label, position: UInt32(position))
            capture(segment, .path, UInt32(place), ignoreCase: ignoreCase)
        }
        let end: Terminal.Ending
        switch ending {
        case .end: end = strict ? .strictEnd : .end
        case .zeroOrMore: end = strict ? .strictZeroOrMore : .zeroOrMore
        case .oneOrMore: end = strict ? .strictOneOrMore : .oneOrMore
        }
        if let name = ending.name {
            add(capture: name, strict ? .strictTail : .tail, UInt32(segments.count), matcher: 0, index: 0)
        }
        trie.addTerminal(Terminal(position: position, ending: end).word, to: node)
    }

    private mutating func addOpaque(_ prefix: String, _ rest: Bool, _ options: PatternOptions, _ position: Int) {
        let root = enter(.opaque, UInt32(position))
        let label: UInt32
        if rest {
            let flags = IndexRecord.MatcherFlag.prefix | (options.ignoreCase ? IndexRecord.MatcherFlag.ignoreCase : 0)
            let record = [flags, 1, IndexRecord.Part.literal.rawValue, strings.number(of: prefix)]
            label = EdgeLabels.Mark.matcher | matchers.number(of: record)
        } else {
            label = literalEdge(prefix, ignoreCase: options.ignoreCase)
        }
        let node = trie.child(of: root, label: label, position: UInt32(position))
        trie.addTerminal(Terminal(position: position, ending: .anyPath).word, to: node)
    }

    // MARK: Edges

    private mutating func edge(_ matcher: SegmentMatcher, ignoreCase: Bool, isHost: Bool) -> UInt32 {
        if let literal = matcher.literal {
            // Host literals come folded from the pattern.
            return isHost ? strings.label(literal) : literalEdge(literal, ignoreCase: ignoreCase)
        }
        if matcher.isPlainCapture { return EdgeLabels.Mark.plain }
        return EdgeLabels.Mark.matcher | record(matcher, ignoreCase: ignoreCase)
    }

    private mutating func literalEdge(_ text: String, ignoreCase: Bool) -> UInt32 {
        guard ignoreCase else { return strings.label(text) }
        hasFoldedLabels = true
        return EdgeLabels.Mark.folded | strings.label(Self.folded(text))
    }

    private mutating func record(_ matcher: SegmentMatcher, ignoreCase: Bool) -> UInt32 {
        var words: [UInt32] = [
            ignoreCase ? IndexRecord.MatcherFlag.ignoreCase : 0, UInt32(matcher.parts.count),
        ]
        for part in matcher.parts {
            switch part {
            case .literal(let text): words += [IndexRecord.Part.literal.rawValue, strings.number(of: text)]
            case .capture(_, .none): words.append(IndexRecord.Part.plain.rawValue)
            case .capture(_, .words(let list)):
                words += [IndexRecord.Part.words.rawValue, UInt32(list.count)] + list.map { strings.number(of: $0) }
            case .capture(_, .run(let set, let least, let most)):
                let set = ignoreCase ? set.foldingCase : set
                let members = longs.place(of: [set.low, set.high])
                words += [IndexRecord.Part.run.rawValue, members, UInt32(least), UInt32(most ?? 0)]
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

    private mutating func addQuery(_ alternative: Alternative) -> UInt32 {
        constrained.removeAll(keepingCapacity: true)
        if case .literal(let scheme) = alternative.scheme {
            constrained.append(strings.label(scheme) + 1)
        } else {
            constrained.append(0)
        }
        switch alternative.port {
        case .any: constrained.append(IndexRecord.portAny)
        case .schemeDefault: constrained.append(IndexRecord.portDefault)
        case .literal(let port): constrained.append(IndexRecord.portBase + UInt32(port))
        }
        constrained.append(UInt32(alternative.query.count))
        if !alternative.query.isEmpty {
            var words = constrained
            for constraint in alternative.query { addQuery(constraint, to: &words) }
            constrained = words
        }
        return constraints.number(of: constrained)
    }

    private mutating func addQuery(_ constraint: QueryConstraint, to words: inout [UInt32]) {
        words.append(strings.number(of: constraint.name))
        switch constraint.test {
        case .absent: words += [IndexRecord.QueryTest.absent.rawValue, 0]
        case .present: words += [IndexRecord.QueryTest.present.rawValue, 0]
        case .equals(let value): words += [IndexRecord.QueryTest.equals.rawValue, strings.number(of: value)]
        case .capture(let matcher) where matcher.isPlainCapture:
            words += [IndexRecord.QueryTest.present.rawValue, 0]
            for name in matcher.captureNames {
                add(capture: name, .query, strings.number(of: constraint.name), matcher: 0, index: 0)
            }
        case .capture(let matcher):
            let number = record(matcher, ignoreCase: false)
            words += [IndexRecord.QueryTest.matches.rawValue, number]
            for (index, name) in matcher.captureNames.enumerated() {
                add(
                    capture: name, .query, strings.number(of: constraint.name), matcher: number + 1,
                    index: UInt32(index))
            }
        }
    }

    private static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
