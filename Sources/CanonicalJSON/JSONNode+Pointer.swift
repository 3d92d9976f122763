extension JSONNode {
    /// The way from the document's root to this value.
    ///
    /// Computed by walking down the tape, so that decoders carry no path around.
    /// - Complexity: O(values of the document); for findings, not for every node.
    package var pointer: JSONPointer {
        var pointer = JSONPointer()
        var at = JSONNode(storage: storage, entry: 0)
        while at.entry != entry {
            guard let step = at.step(towards: entry, pointer: pointer) else { return pointer }
            (at, pointer) = step
        }
        return pointer
    }

    private func step(towards target: Int, pointer: JSONPointer) -> (JSONNode, JSONPointer)? {
        for (index, element) in elements.enumerated() where element.holds(target) {
            return (element, pointer.appending(index))
        }
        for member in members where member.value.holds(target) || member.entry == target {
            return (member.value, pointer.appending(member.name))
        }
        return nil
    }

    private func holds(_ target: Int) -> Bool {
        target >= entry && target < Int(storage.tape[entry].next)
    }

    /// The value that a pointer leads to.
    package func descendant(_ pointer: JSONPointer) -> JSONNode? {
        var node = self
        for token in pointer.tokens {
            let child = node.kind == .array ? JSONPointer.index(token).flatMap { node[$0] } : node[token]
            guard let child else { return nil }
            node = child
        }
        return node
    }
}
