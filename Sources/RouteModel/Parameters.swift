/// The parameters of a screen: four layers that do not overwrite each other, and one flat view of them.
public struct Parameters: Sendable, Hashable {
    /// One name with its value.
    public struct Item: Sendable, Hashable {
        /// The name as it is in the pattern, rule or query.
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
        /// A text.
        case text(String)
        /// The segments of a tail.
        case list([String])

        /// The text, or the segments joined by `/`.
        public var text: String {
            switch self {
            case .text(let text): text
            case .list(let segments): segments.joined(separator: "/")
            }
        }
    }

    /// The captures of the last match from host, path and query.
    public var path: [Item]
    /// The constants of the rule.
    public var constants: [Item]
    /// The query items of the last address, in order, with repeated names.
    public var query: [Item]
    /// The captures of earlier hops, the latest hop first.
    public var carried: [Item]

    /// Makes parameters from their layers.
    @inlinable
    public init(path: [Item] = [], constants: [Item] = [], query: [Item] = [], carried: [Item] = []) {
        self.path = path
        self.constants = constants
        self.query = query
        self.carried = carried
    }

    /// The first value of a name in the order path, constants, query, carried.
    ///
    /// ASCII letter case is ignored; inside a layer the exact spelling is preferred.
    public subscript(name: String) -> String? {
        first(name)?.text
    }

    /// The segments of the first value of a name; a text is one segment.
    public func list(_ name: String) -> [String]? {
        switch first(name) {
        case .text(let text): [text]
        case .list(let segments): segments
        case nil: nil
        }
    }

    /// All values of a name, ignoring ASCII letter case, in the order of the layers.
    public func all(_ name: String) -> [String] {
        items.filter { Self.isSame($0.name, name) }.map { $0.value.text }
    }

    /// All items in the order of the layers.
    public var items: [Item] {
        var items: [Item] = []
        items.reserveCapacity(path.count + constants.count + query.count + carried.count)
        items += path
        items += constants
        items += query
        items += carried
        return items
    }

    /// The flat view: each name once, ignoring ASCII letter case, with its first value (language.md L5.10).
    public var flat: [Item] {
        let items = items
        guard items.count <= Self.comparedMax else {
            var seen: Set<[UInt8]> = []
            return items.filter { seen.insert($0.name.utf8.map(Self.folded)).inserted }
        }
        var flat: [Item] = []
        flat.reserveCapacity(items.count)
        for item in items where !flat.contains(where: { Self.isSame($0.name, item.name) }) { flat.append(item) }
        return flat
    }

    /// The most items whose names are compared with each other: for these that costs less than a set.
    private static let comparedMax = 16

    /// Whether there are no parameters.
    public var isEmpty: Bool { path.isEmpty && constants.isEmpty && query.isEmpty && carried.isEmpty }

    private func first(_ name: String) -> Value? {
        for layer in [path, constants, query, carried] {
            if let item = layer.first(where: { ExactText.isSame($0.name, name) }) { return item.value }
            if let item = layer.first(where: { Self.isSame($0.name, name) }) { return item.value }
        }
        return nil
    }

    /// Whether two names differ in the case of ASCII letters only.
    private static func isSame(_ name: String, _ other: String) -> Bool {
        name.utf8.elementsEqual(other.utf8) { $0 == $1 || folded($0) == folded($1) }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
