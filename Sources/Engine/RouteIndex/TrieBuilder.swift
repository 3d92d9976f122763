/// The mutable trie: nodes in the order of their creation, edges in one hash table.
///
/// One trie holds all priorities: every node has the least order position below it, and the order has the priority as
/// its first key.
struct TrieBuilder: ~Copyable {
    struct Node: BitwiseCopyable {
        var label: UInt32
        var least: UInt32
        var lastChild: Int32 = -1
        var previousSibling: Int32 = -1
        var firstTerminal: Int32 = -1
        var lastTerminal: Int32 = -1
    }

    struct Link: BitwiseCopyable {
        var word: UInt32
        var next: Int32
    }

    struct Slot: BitwiseCopyable {
        var key: UInt64 = 0
        var node: Int32 = 0
    }

    private var nodes: UniqueBuffer<Node>
    /// The terminals of all nodes, each with the index of the next one of its node.
    private var terminals: UniqueBuffer<Link>
    /// From parent and label to node + 1; open addressing, at most half full.
    private var slots: UniqueBuffer<Slot>

    /// A trie of the fixed roots only.
    ///
    /// - Parameter positions: The expected number of alternatives.
    init(reserving positions: Int) {
        nodes = UniqueBuffer(reserving: positions * 3)
        for _ in IndexFormat.Root.allCases { nodes.append(Node(label: 0, least: IndexFormat.none)) }
        terminals = UniqueBuffer(reserving: positions)
        var size = 4096
        while size < positions * 4 { size *= 2 }
        slots = UniqueBuffer(repeating: Slot(), count: size)
    }

    /// Inserts an alternative: the path of its edges from a root, and its ending.
    ///
    /// Positions must be inserted in ascending order, so that a node's first position is its least.
    mutating func insert(
        _ root: IndexFormat.Root, _ steps: borrowing UniqueBuffer<UInt32>, _ range: Range<Int>,
        _ ending: Terminal.Ending,
        at place: Int
    ) {
        let position = UInt32(place)
        var node = root.rawValue
        nodes[node].least = min(nodes[node].least, position)
        for step in range { node = child(of: node, label: steps[step], position: position) }
        addTerminal(Terminal(position: place, ending: ending).word, to: node)
    }

    /// The child of a node with a label, which is added if it is missing.
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
        slots[slot] = Slot(key: key, node: Int32(node + 1))
        if nodes.count * 2 > slots.count { grow() }
        return node
    }

    private mutating func addTerminal(_ terminal: UInt32, to node: Int) {
        let place = Int32(terminals.count)
        terminals.append(Link(word: terminal, next: -1))
        let last = nodes[node].lastTerminal
        if last < 0 { nodes[node].firstTerminal = place } else { terminals[Int(last)].next = place }
        nodes[node].lastTerminal = place
    }

    private mutating func grow() {
        var larger = UniqueBuffer(repeating: Slot(), count: slots.count * 2)
        for old in 0..<slots.count where slots[old].node != 0 {
            var slot = Self.slot(slots[old].key, larger.count)
            while larger[slot].node != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = slots[old]
        }
        slots = larger
    }

    private static func slot(_ key: UInt64, _ count: Int) -> Int {
        let mixed = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (count - 1)
    }

    /// The trie as columns of the file: nodes in breadth-first order, siblings sorted by label.
    struct Frozen: ~Copyable {
        var labels: UniqueBuffer<UInt32>
        var nodes: UniqueBuffer<UInt32>
        var terminals: UniqueBuffer<UInt32>
    }

    /// Numbers the nodes for the file.
    ///
    /// - Parameters:
    ///   - edges: The numbering of edge labels.
    ///   - positions: The number of order positions, which is the least position of a root without descendants.
    /// - Returns: The columns.
    /// - Complexity: O(n log n) in the nodes.
    func frozen(_ edges: EdgeLabels, positions: Int) -> Frozen {
        var frozen = Frozen(
            labels: UniqueBuffer(reserving: nodes.count),
            nodes: UniqueBuffer(reserving: (nodes.count + 1) * IndexFormat.nodeWords),
            terminals: UniqueBuffer(reserving: terminals.count))
        var order = UniqueBuffer<UInt64>(reserving: nodes.count)
        for root in IndexFormat.Root.allCases { order.append(UInt64(root.rawValue)) }
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
        frozen.nodes.append(UInt32(order.count))
        frozen.nodes.append(UInt32(frozen.terminals.count))
        frozen.nodes.append(0)
        return frozen
    }

    /// Appends a node's children sorted by label, each as a number with the label in the high and the node in the low 32
    /// bits.
    private func appendChildren(of node: Node, to order: inout UniqueBuffer<UInt64>) {
        let start = order.count
        var child = node.lastChild
        while child >= 0 {
            order.append(UInt64(nodes[Int(child)].label) << 32 | UInt64(child))
            child = nodes[Int(child)].previousSibling
        }
        if order.count > start + 1 { order.sort(from: start) }
    }
}
