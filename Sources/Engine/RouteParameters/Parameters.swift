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

        /// Compares names and values by their bytes.
        public static func == (left: Item, right: Item) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
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

        /// Compares texts by their bytes: canonically equivalent ones are different.
        public static func == (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
            case (.list(let left), .list(let right)): left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
            default: false
            }
        }
    }

    /// All items in the order of the layers: path, constants, query, carried.
    ///
    /// One array, because a resolution makes and destroys its parameters for each address.
    public private(set) var items: [Item]
    /// Where the layers but the last one end in ``items``.
    private var pathEnd: Int
    private var constantsEnd: Int
    private var queryEnd: Int

    /// Makes parameters from their layers.
    public init(path: [Item] = [], constants: [Item] = [], query: [Item] = [], carried: [Item] = []) {
        items = []
        items.reserveCapacity(path.count + constants.count + query.count + carried.count)
        items += path
        items += constants
        items += query
        items += carried
        pathEnd = path.count
        constantsEnd = pathEnd + constants.count
        queryEnd = constantsEnd + query.count
    }

    /// Makes parameters from the items of all layers in their order, and the number of items of each layer but the last.
    package init(_ items: [Item], path: Int, constants: Int, query: Int) {
        self.items = items
        pathEnd = path
        constantsEnd = path + constants
        queryEnd = path + constants + query
        precondition(queryEnd <= items.count, "the layers have more items than there are")
    }

    /// The captures of the last match from host, path and query.
    public var path: [Item] {
        get { Array(layers.path) }
        set { replace(path: newValue) }
    }
    /// The constants of the rule.
    public var constants: [Item] {
        get { Array(layers.constants) }
        set { replace(constants: newValue) }
    }
    /// The query items of the last address, in order, with repeated names.
    public var query: [Item] {
        get { Array(layers.query) }
        set { replace(query: newValue) }
    }
    /// The captures of earlier hops, the latest hop first.
    public var carried: [Item] {
        get { Array(layers.carried) }
        set { replace(carried: newValue) }
    }

    /// Replaces the layers that are given; not inlined, because four setters call it.
    @inline(never)
    private mutating func replace(
        path: [Item]? = nil, constants: [Item]? = nil, query: [Item]? = nil, carried: [Item]? = nil
    ) {
        self = Parameters(
            path: path ?? self.path, constants: constants ?? self.constants, query: query ?? self.query,
            carried: carried ?? self.carried)
    }

    /// The four layers, without copies.
    package var layers:
        (path: ArraySlice<Item>, constants: ArraySlice<Item>, query: ArraySlice<Item>, carried: ArraySlice<Item>)
    {
        (items[..<pathEnd], items[pathEnd..<constantsEnd], items[constantsEnd..<queryEnd], items[queryEnd...])
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

    /// The flat view: each name once, ignoring ASCII letter case, with its first value (language.md L5.10).
    public var flat: [Item] {
        guard items.count <= Self.comparedMax else {
            var seen: Set<[UInt8]> = []
            return items.filter { seen.insert(Self.key($0.name)).inserted }
        }
        var flat: [Item] = []
        flat.reserveCapacity(items.count)
        for item in items where !flat.contains(where: { Self.isSame($0.name, item.name) }) { flat.append(item) }
        return flat
    }

    /// The items of each name's first layer, ignoring ASCII letter case: what the subscript chooses from, with all items of
    /// a list.
    package var firstLayers: [Item] {
        var (found, seen) = ([Item](), Set<[UInt8]>())
        for layer in [layers.path, layers.constants, layers.query, layers.carried] {
            let items = layer.filter { !seen.contains(Self.key($0.name)) }
            found += items
            seen.formUnion(items.map { Self.key($0.name) })
        }
        return found
    }

    /// The most items whose names are compared with each other: for these that costs less than a set.
    private static let comparedMax = 16

    /// Whether there are no parameters.
    public var isEmpty: Bool { items.isEmpty }

    private func first(_ name: String) -> Value? {
        let layers = layers
        for layer in [layers.path, layers.constants, layers.query, layers.carried] {
            if let item = layer.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return item.value }
            if let item = layer.first(where: { Self.isSame($0.name, name) }) { return item.value }
        }
        return nil
    }

    /// Whether two names differ in the case of ASCII letters only.
    package static func isSame(_ name: String, _ other: String) -> Bool {
        name.utf8.elementsEqual(other.utf8) { $0 == $1 || folded($0) == folded($1) }
    }

    /// The bytes of a name without ASCII letter case, which sets of names compare.
    package static func key(_ name: String) -> [UInt8] { name.utf8.map(folded) }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
