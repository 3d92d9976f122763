/// The search of one address in the trie: full backtracking with branch and bound.
///
/// Every node knows the least order position below it. The walk remembers the best position whose alternative fits
/// and whose conditions hold, and does not enter a subtree that holds nothing better. So it finds the first match in
/// `order` whatever the ranks of equal keys are, and visits each node at most once. It captures nothing on its way:
/// captures are read from the pieces when the winner is known, so nothing has to be restored on the way back.
///
/// Plain words, not generic and without references, because a generic type that owns something is destroyed through
/// its metadata: making those asked every loaded library what conforms to what, a tenth of a launch. So the judge, who
/// says whether an alternative whose host and path fit is taken, is handed along.
struct Walk: BitwiseCopyable {
    let tables: IndexTables
    let address: AddressPieces
    /// The best position so far; an alternative must come before it.
    private(set) var best: UInt32 = IndexFormat.none

    init(tables: IndexTables, address: AddressPieces) {
        self.tables = tables
        self.address = address
    }

    /// Searches the whole trie.
    ///
    /// - Complexity: O(min(nodes, 2^segments)) steps without constrained captures and `ignoreCase`.
    mutating func run<Judge: TerminalJudge>(_ conditions: ConditionReader, _ judge: inout Judge) {
        if address.isOpaque { return opaque(IndexFormat.Root.opaque.rawValue, conditions, &judge) }
        if !address.hasHost {
            path(IndexFormat.Root.noHost.rawValue, 0, conditions, &judge)
        } else {
            let root = IndexFormat.Root.wholeHosts.rawValue
            if let child = literal(address.wholeHost, below: root) { path(child, 0, conditions, &judge) }
            if tables.hasHostLabels { host(IndexFormat.Root.hostLabels.rawValue, 0, conditions, &judge) }
        }
        path(IndexFormat.Root.anyHost.rawValue, 0, conditions, &judge)
    }

    // MARK: Steps

    /// Compares host labels from the right.
    private mutating func host<Judge: TerminalJudge>(
        _ node: Int, _ place: Int, _ conditions: ConditionReader, _ judge: inout Judge
    ) {
        guard tables.least(node) < best else { return }
        judge.reached(node, place, isPath: false)
        let first = tables.firstChild(node)
        var end = tables.firstChild(node &+ 1)
        while end > first {
            let label = tables.nodeLabels[end &- 1]
            guard label >= tables.edges.hostWildcard else { break }
            end &-= 1
            switch label {
            case tables.edges.hostEnd where place == address.hostCount: path(end, 0, conditions, &judge)
            case tables.edges.hostWildcard where place < address.hostCount: path(end, 0, conditions, &judge)
            case tables.edges.plain where place < address.hostCount && address.host(place).bytes.count > 0:
                host(end, place &+ 1, conditions, &judge)
            default: break
            }
        }
        guard place < address.hostCount else { return }
        let piece = address.host(place)
        if let child = literal(piece.label, from: first, to: end) { host(child, place &+ 1, conditions, &judge) }
        while end > first, tables.nodeLabels[end &- 1] >= tables.edges.matcher {
            end &-= 1
            if tables.least(end) < best, fits(tables.nodeLabels[end], piece) {
                host(end, place &+ 1, conditions, &judge)
            }
        }
    }

    /// Compares path segments from the left.
    private mutating func path<Judge: TerminalJudge>(
        _ node: Int, _ place: Int, _ conditions: ConditionReader, _ judge: inout Judge
    ) {
        let row = tables.node(node)
        guard row.least < best else { return }
        judge.reached(node, place, isPath: true)
        if row.firstTerminal < row.lastTerminal { terminals(row, place, conditions, &judge) }
        let first = row.firstChild
        var end = row.lastChild
        guard end > first, place < address.pathCount else { return }
        let piece = address.segment(place)
        var plain = -1
        if tables.nodeLabels[end &- 1] == tables.edges.plain {
            end &-= 1
            if piece.bytes.count > 0 { plain = end }
        }
        if let child = literal(piece.label, from: first, to: end) { path(child, place &+ 1, conditions, &judge) }
        if end > first, tables.nodeLabels[end &- 1] >= tables.edges.folded {
            unusual(piece, place, first, end, conditions, &judge)
        }
        if plain >= 0 { path(plain, place &+ 1, conditions, &judge) }
    }

    /// The edges that most nodes lack: literals without case, and matchers.
    private mutating func unusual<Judge: TerminalJudge>(
        _ piece: Piece, _ place: Int, _ first: Int, _ last: Int, _ conditions: ConditionReader,
        _ judge: inout Judge
    ) {
        var end = last
        while end > first, tables.nodeLabels[end &- 1] >= tables.edges.matcher {
            end &-= 1
            if tables.least(end) < best, fits(tables.nodeLabels[end], piece) {
                path(end, place &+ 1, conditions, &judge)
            }
        }
        if piece.folded != IndexFormat.none,
            let child = tables.child(piece.folded &+ tables.edges.folded, from: first, to: end)
        {
            path(child, place &+ 1, conditions, &judge)
        }
    }

    /// Compares an opaque path as a whole.
    private mutating func opaque<Judge: TerminalJudge>(_ root: Int, _ conditions: ConditionReader, _ judge: inout Judge)
    {
        guard tables.least(root) < best else { return }
        let piece = address.segment(0)
        let first = tables.firstChild(root)
        var end = tables.firstChild(root &+ 1)
        while end > first, tables.nodeLabels[end &- 1] >= tables.edges.matcher {
            end &-= 1
            if hasPrefix(tables.nodeLabels[end], piece) { terminals(tables.node(end), 1, conditions, &judge) }
        }
        if let child = literal(piece.label, from: first, to: end) {
            terminals(tables.node(child), 1, conditions, &judge)
        }
        if piece.folded != IndexFormat.none,
            let child = tables.child(piece.folded &+ tables.edges.folded, from: first, to: end)
        {
            terminals(tables.node(child), 1, conditions, &judge)
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

    /// Offers the alternatives that end on a node, best first.
    @inline(__always)
    private mutating func terminals<Judge: TerminalJudge>(
        _ node: IndexTables.Node, _ place: Int, _ conditions: ConditionReader, _ judge: inout Judge
    ) {
        var next = node.firstTerminal
        while next < node.lastTerminal {
            let terminal = Terminal(word: tables.terminals[next])
            if terminal.position >= best { return }
            if ends(terminal, place), judge.takes(terminal.position, conditions) {
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

/// Decides at the end of a walk what the trie does not know: scheme, port, query and conditions.
protocol TerminalJudge {
    /// Whether the alternative at an order position is taken.
    mutating func takes(_ position: UInt32, _ conditions: ConditionReader) -> Bool

    /// Hears of every node the walk enters, with how many pieces led to it.
    mutating func reached(_ node: Int, _ place: Int, isPath: Bool)
}

extension TerminalJudge {
    @inline(__always)
    mutating func reached(_ node: Int, _ place: Int, isPath: Bool) {}
}
