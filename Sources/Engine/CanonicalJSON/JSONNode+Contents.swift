/// The elements of an array, in order.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var entry: Int
    private let end: Int

    init(_ node: JSONNode) {
        storage = node.storage
        let inside = node.kind == .array ? node.inside : 0..<0
        entry = inside.lowerBound
        end = inside.upperBound
    }

    /// Returns the next element; nil at the end.
    package mutating func next() -> JSONNode? {
        guard entry < end else { return nil }
        defer { entry = Int(storage.tape[entry].next) }
        return JSONNode(storage: storage, entry: entry)
    }

    /// The number of elements that are left.
    ///
    /// - Complexity: O(elements).
    package var count: Int {
        var (entry, count) = (entry, 0)
        while entry < end {
            entry = Int(storage.tape[entry].next)
            count += 1
        }
        return count
    }
}

/// The members of an object, in the order of the text.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var entry: Int
    private let end: Int

    init(_ node: JSONNode) {
        storage = node.storage
        let inside = node.kind == .object ? node.inside : 0..<0
        entry = inside.lowerBound
        end = inside.upperBound
    }

    /// Returns the next member; nil at the end.
    package mutating func next() -> JSONMember? {
        guard entry < end else { return nil }
        defer { entry = Int(storage.tape[entry + 1].next) }
        return JSONMember(storage: storage, entry: entry)
    }

    /// The number of members that are left.
    ///
    /// - Complexity: O(members).
    package var count: Int {
        var (entry, count) = (entry, 0)
        while entry < end {
            entry = Int(storage.tape[entry + 1].next)
            count += 1
        }
        return count
    }
}

/// One `"name": value` of an object.
package struct JSONMember: Sendable {
    let storage: JSONStorage
    let entry: Int

    /// The decoded name.
    package var name: String { JSONNode.text(storage.tape[entry], storage.bytes) }

    /// The byte offset of the name's opening quote.
    package var nameOffset: Int { Int(storage.tape[entry].start) - 1 }

    /// The value.
    package var value: JSONNode { JSONNode(storage: storage, entry: entry + 1) }

    /// Whether the member has exactly that name, compared as bytes; it makes a string only if the name has escapes.
    package func isNamed(_ name: String) -> Bool {
        let tape = storage.tape[entry]
        if tape.isIntricate { return self.name.utf8.elementsEqual(name.utf8) }
        guard Int(tape.end - tape.start) == name.utf8.count else { return false }
        return storage.bytes[Int(tape.start)..<Int(tape.end)].elementsEqual(name.utf8)
    }

    /// The position of the name in a table of known names; nil if it is not known.
    package func index(in table: JSONNameTable) -> Int? {
        let tape = storage.tape[entry]
        if tape.isIntricate { return table.index(of: Array(name.utf8)[...]) }
        return table.index(of: storage.bytes[Int(tape.start)..<Int(tape.end)])
    }
}
