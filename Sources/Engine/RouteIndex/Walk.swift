/// The search of one address in the trie: full backtracking with branch and bound.
///
/// Every node has the least order position below it. The walk stores the best position whose alternative matches and
/// whose conditions hold, and does not enter a subtree without a better one. So it finds the first match in `order` and
/// visits each node at most once. Captures are read from the pieces when the winner is found, so backtracking has
/// nothing to undo.
///
/// The type is not generic and has no references: a generic type with references is destroyed through its metadata. To
/// create them the runtime searched every loaded library for protocol conformances, which took a tenth of a launch. So
/// the filter, which accepts or rejects an alternative whose host and path match, is an argument of each function.
struct Walk: BitwiseCopyable {
    let tables: IndexTables
    let address: AddressPieces
    /// The best position so far; only smaller ones are searched for.
    private(set) var best: UInt32 = IndexFormat.none

    /// Searches the whole trie.
    ///
    /// - Complexity: O(min(nodes, 2^segments)) steps without constrained captures and `ignoreCase`.
    mutating func run<Filter: AlternativeFilter>(_ conditions: ConditionReader, _ filter: inout Filter) {
        if address.isOpaque { return opaque(IndexFormat.Root.opaque.rawValue, conditions, &filter) }
        if !address.hasHost {
            path(IndexFormat.Root.noHost.rawValue, 0, conditions, &filter)
        } else {
            let root = IndexFormat.Root.wholeHosts.rawValue
            if let child = literal(address.wholeHost, below: root) { path(child, 0, conditions, &filter) }
            if tables.hasHostLabels { host(IndexFormat.Root.hostLabels.rawValue, 0, conditions, &filter) }
        }
        path(IndexFormat.Root.anyHost.rawValue, 0, conditions, &filter)
    }

    // MARK: Steps

    /// Compares host labels from the right.
    private mutating func host<Filter: AlternativeFilter>(
        _ node: Int, _ place: Int, _ conditions: ConditionReader, _ filter: inout Filter
    ) {
        guard tables.least(node) < best else { return }
        filter.reached(node, place, isPath: false)
        let first = tables.firstChild(node)
        var end = tables.firstChild(node &+ 1)
        while end > first {
            let label = tables.nodeLabels[end &- 1]
            guard label >= tables.edges.hostWildcard else { break }
            end &-= 1
            switch label {
            case tables.edges.hostEnd where place == address.hostCount: path(end, 0, conditions, &filter)
            case tables.edges.hostWildcard where place < address.hostCount: path(end, 0, conditions, &filter)
            case tables.edges.plain where place < address.hostCount && address.host(place).bytes.count > 0:
                host(end, place &+ 1, conditions, &filter)
            default: break
            }
        }
        guard place < address.hostCount else { return }
        let piece = address.host(place)
        if let child = literal(piece.label, from: first, to: end) { host(child, place &+ 1, conditions, &filter) }
        while end > first, tables.nodeLabels[end &- 1] >= tables.edges.matcher {
            end &-= 1
            if tables.least(end) < best, fits(tables.nodeLabels[end], piece) {
                host(end, place &+ 1, conditions, &filter)
            }
        }
    }

    /// Compares path segments from the left.
    private mutating func path<Filter: AlternativeFilter>(
        _ node: Int, _ place: Int, _ conditions: ConditionReader, _ filter: inout Filter
    ) {
        let row = tables.node(node)
        guard row.least < best else { return }
        filter.reached(node, place, isPath: true)
        if row.firstTerminal < row.lastTerminal { terminals(row, place, conditions, &filter) }
        let first = row.firstChild
        var end = row.lastChild
        guard end > first, place < address.pathCount else { return }
        let piece = address.segment(place)
        var plain = -1
        if tables.nodeLabels[end &- 1] == tables.edges.plain {
            end &-= 1
            if piece.bytes.count > 0 { plain = end }
        }
        if let child = literal(piece.label, from: first, to: end) { path(child, place &+ 1, conditions, &filter) }
        if end > first, tables.nodeLabels[end &- 1] >= tables.edges.folded {
            unusual(piece, place, first, end, conditions, &filter)
        }
        if plain >= 0 { path(plain, place &+ 1, conditions, &filter) }
    }

    /// Follows the edges that most nodes do not have: matchers, and literals that ignore ASCII case.
    private mutating func unusual<Filter: AlternativeFilter>(
        _ piece: Piece, _ place: Int, _ first: Int, _ last: Int, _ conditions: ConditionReader,
        _ filter: inout Filter
    ) {
        var end = last
        while end > first, tables.nodeLabels[end &- 1] >= tables.edges.matcher {
            end &-= 1
            if tables.least(end) < best, fits(tables.nodeLabels[end], piece) {
                path(end, place &+ 1, conditions, &filter)
            }
        }
        if piece.folded != IndexFormat.none,
            let child = tables.child(piece.folded &+ tables.edges.folded, from: first, to: end)
        {
            path(child, place &+ 1, conditions, &filter)
        }
    }

    /// Compares a whole opaque path.
    private mutating func opaque<Filter: AlternativeFilter>(
        _ root: Int, _ conditions: ConditionReader, _ filter: inout Filter
    ) {
        guard tables.least(root) < best else { return }
        let piece = address.segment(0)
        let first = tables.firstChild(root)
        var end = tables.firstChild(root &+ 1)
        while end > first, tables.nodeLabels[end &- 1] >= tables.edges.matcher {
            end &-= 1
            if hasPrefix(tables.nodeLabels[end], piece) { terminals(tables.node(end), 1, conditions, &filter) }
        }
        if let child = literal(piece.label, from: first, to: end) {
            terminals(tables.node(child), 1, conditions, &filter)
        }
        if piece.folded != IndexFormat.none,
            let child = tables.child(piece.folded &+ tables.edges.folded, from: first, to: end)
        {
            terminals(tables.node(child), 1, conditions, &filter)
        }
    }

    // MARK: Edges and ends

    @inline(__always)
    private func literal(_ label: UInt32, below node: Int) -> Int? {
        literal(label, from: tables.firstChild(node), to: tables.firstChild(node &+ 1))
    }

    @inline(__always)
    private func literal(_ label: UInt32, from first: Int, to end: Int) -> Int? {
        label == IndexFormat.none ? nil : tables.child(label, from: first, to: end)
    }

    private func fits(_ edge: UInt32, _ piece: Piece) -> Bool {
        var runner = MatcherRunner(tables, matcher: edge &- tables.edges.matcher, text: piece.bytes)
        return (!piece.isRaw || runner.isRun) && runner.run()
    }

    private func hasPrefix(_ edge: UInt32, _ piece: Piece) -> Bool {
        var runner = MatcherRunner(tables, matcher: edge &- tables.edges.matcher, text: piece.bytes)
        return runner.isPrefix
    }

    /// Passes the alternatives that end at a node to the filter, best first, until it accepts one.
    @inline(__always)
    private mutating func terminals<Filter: AlternativeFilter>(
        _ node: IndexTables.Node, _ place: Int, _ conditions: ConditionReader, _ filter: inout Filter
    ) {
        var next = node.firstTerminal
        while next < node.lastTerminal {
            let terminal = Terminal(word: tables.terminals[next])
            if terminal.position >= best { return }
            if ends(terminal, place), filter.accepts(terminal.position, conditions) {
                best = terminal.position
                return
            }
            next &+= 1
        }
    }

    @inline(__always)
    private func ends(_ terminal: Terminal, _ place: Int) -> Bool {
        switch terminal.ending {
        case .end: place == address.looseCount
        case .strictEnd: place == address.pathCount
        case .zeroOrMore: place <= address.looseCount
        case .strictZeroOrMore: place <= address.pathCount
        case .oneOrMore: place < address.looseCount
        case .strictOneOrMore: place < address.pathCount
        case .anyPath: true
        case nil: false
        }
    }
}

/// Checks an alternative whose host and path match: scheme, port, query and conditions, which are not in the trie.
protocol AlternativeFilter {
    /// Whether the alternative at an order position matches and its conditions hold.
    mutating func accepts(_ position: UInt32, _ conditions: ConditionReader) -> Bool

    /// Called for every node that the walk enters; `place` is the number of host labels or path segments above it.
    mutating func reached(_ node: Int, _ place: Int, isPath: Bool)
}

extension AlternativeFilter {
    @inline(__always)
    mutating func reached(_ node: Int, _ place: Int, isPath: Bool) {}
}
