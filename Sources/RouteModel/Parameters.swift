/// What is handed to a screen: four layers that never overwrite each other, and one flat view over them.
public struct Parameters: Sendable, Hashable {
    /// One name with its value.
    public struct Item: Sendable, Hashable {
        /// The name as the pattern, rule or query wrote it.
        public var name: String
        /// The value, decoded once.
        public var value: Value

        /// Makes an item.
        @inlinable
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// Makes an item with a text.
        @inlinable
        public init(_ name: String, _ text: String) { self.init(name, .text(text)) }
    }

    /// A text, or the segments of a tail.
    public enum Value: Sendable, Hashable {
        case text(String)
        case list([String])

        /// The text, or the segments joined by `/`.
        public var text: String {
            switch self {
            case .text(let text): text
            case .list(let segments): segments.joined(separator: "/")
            }
        }
    }

    /// What the last match captured from host, path and constrained query.
    public var path: [Item]
    /// What the rule gives the screen itself.
    public var constants: [Item]
    /// The query of the last address, in order, names repeated as they are there.
    public var query: [Item]
    /// Everything matched on earlier steps.
    public var carried: [Item]

    /// Makes parameters from their layers.
    @inlinable
    public init(path: [Item] = [], constants: [Item] = [], query: [Item] = [], carried: [Item] = []) {
        self.path = path
        self.constants = constants
        self.query = query
        self.carried = carried
    }

    /// The first value of that name, letter case aside, looked for in path, constants, query, carried.
    public subscript(name: String) -> String? {
        first(name)?.text
    }

    /// The segments of the first value of that name; a text is one segment.
    public func list(_ name: String) -> [String]? {
        switch first(name) {
        case .text(let text): [text]
        case .list(let segments): segments
        case nil: nil
        }
    }

    /// Every value of that name, letter case aside, in the order of the layers.
    public func all(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return items.filter { $0.name.lowercased() == wanted }.map(\.value.text)
    }

    /// Every item in the order of the layers.
    public var items: [Item] { path + constants + query + carried }

    /// The flat view: each name once, letter case aside, with the value found first.
    public var flat: [Item] {
        var seen: Set<String> = []
        return items.filter { seen.insert($0.name.lowercased()).inserted }
    }

    /// Says whether nothing is handed over.
    public var isEmpty: Bool { path.isEmpty && constants.isEmpty && query.isEmpty && carried.isEmpty }

    private func first(_ name: String) -> Value? {
        for layer in [path, constants, query, carried] {
            if let item = layer.first(where: { $0.name == name }) { return item.value }
            let wanted = name.lowercased()
            if let item = layer.first(where: { $0.name.lowercased() == wanted }) { return item.value }
        }
        return nil
    }
}
