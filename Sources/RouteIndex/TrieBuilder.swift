/// The mutable trie: nodes in the order they were made, edges in one hash table.
///
/// One trie serves all priorities: every node knows the least order position below it, and the order already has the
/// priority as its first key, so the walk needs no trie per priority and its work stays within one trie's nodes.
struct TrieBuilder {
    private struct Node {
        var label: UInt32
        var least: UInt32
        var lastChild: Int32 = -1
        var previousSibling: Int32 = -1
        var firstTerminal: Int32 = -1
        var lastTerminal: Int32 = -1
    }

    private var nodes: [Node]
    /// Terminals of all nodes, each with the next one of its node.
    private var terminals: [(word: UInt32, next: Int32)] = []
    /// Parent and label to node + 1; open addressing, at most half full.
    private var slots: [(key: UInt64, node: Int32)]

    /// A trie with the fixed roots and nothing below them.
    init() {
        nodes = IndexFormat.Root.allCases.map { _ in Node(label: 0, least: IndexFormat.none) }
        slots = Array(repeating: (0, 0), count: 4096)
    }

    /// Puts an alternative in: its way from a root, and its end.
    ///
    /// Positions must come in ascending order, so that a node's first is its least.
    mutating func insert(
        _ root: IndexFormat.Root, _ steps: ArraySlice<UInt32>, _ ending: Terminal.Ending, at place: Int
    ) {
        let position = UInt32(place)
        var node = root.rawValue
        nodes[node].least = min(nodes[node].least, position)
        for step in steps { node = child(of: node, label: step, position: position) }
        addTerminal(Terminal(position: place, ending: ending).word, to: node)
    }

    /// The child behind an edge, made where it is missing.
    private mutating func child(of parent: Int, label: UInt32, position: UInt32) -> Int {
        let key = UInt64(parent) << 32 | UInt64(label)
        var slot = Self.slot(key, slots.count)
        while slots[slot].node != 0 {
            if slots[slot].key == key { return Int(slots[slot].node - 1) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let node = nodes.count
        nodes.append(Node(label: label, least: position, previousSibling: nodes[parent].lastChild))
        nodes[parent].lastChild = Int32(node)
        slots[slot] = (key, Int32(node + 1))
        if nodes.count * 2 > slots.count { grow() }
        return node
    }

    private mutating func addTerminal(_ terminal: UInt32, to node: Int) {
        let place = Int32(terminals.count)
        terminals.append((terminal, -1))
        let last = nodes[node].lastTerminal
        if last < 0 { nodes[node].firstTerminal = place } else { terminals[Int(last)].next = place }
        nodes[node].lastTerminal = place
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, 0), count: old.count * 2)
        for entry in old where entry.node != 0 {
            var slot = Self.slot(entry.key, slots.count)
            while slots[slot].node != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }

    private static func slot(_ key: UInt64, _ count: Int) -> Int {
        let mixed = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (count - 1)
    }

    /// The trie as columns, nodes numbered breadth first and siblings sorted by label.
    struct Frozen {
        var labels: [UInt32] = []
        var nodes: [UInt32] = []
        var terminals: [UInt32] = []
    }

    /// Numbers the nodes for the file.
    ///
    /// - Parameters:
    ///   - edges: How edge labels are numbered.
    ///   - positions: How many order positions there are: the least position of a root with nothing below it.
    /// - Returns: The columns.
    /// - Complexity: O(n log n) in the nodes.
    func frozen(_ edges: EdgeLabels, positions: Int) -> Frozen {
        var frozen = Frozen()
        frozen.labels.reserveCapacity(nodes.count)
        frozen.nodes.reserveCapacity((nodes.count + 1) * IndexFormat.nodeWords)
        frozen.terminals.reserveCapacity(terminals.count)
        var order = (0..<UInt64(IndexFormat.Root.allCases.count)).map { $0 }
        order.reserveCapacity(nodes.count)
        var next = 0
        while next < order.count {
            let node = nodes[Int(truncatingIfNeeded: order[next] & 0xFFFF_FFFF)]
            frozen.labels.append(edges.number(of: node.label))
            frozen.nodes.append(UInt32(order.count))
            frozen.nodes.append(UInt32(frozen.terminals.count))
            frozen.nodes.append(min(node.least, UInt32(positions)))
            var terminal = node.firstTerminal
            while terminal >= 0 {
                frozen.terminals.append(terminals[Int(terminal)].word)
                terminal = terminals[Int(terminal)].next
            }
            appendChildren(of: node, to: &order)
            next += 1
        }
        frozen.nodes += [UInt32(order.count), UInt32(frozen.terminals.count), 0]
        return frozen
    }

    /// Adds a node's children sorted by label, each with its label above its number, so that they sort as numbers.
    private func appendChildren(of node: Node, to order: inout [UInt64]) {
        let start = order.count
        var child = node.lastChild
        while child >= 0 {
            order.append(UInt64(nodes[Int(child)].label) << 32 | UInt64(child))
            child = nodes[Int(child)].previousSibling
        }
        if order.count > start + 1 { order[start...].sort() }
    }
}
