/// The parts of an address below its base: path segments and query, all decoded.
public struct RouteParts: Sendable {
    /// The path segments.
    public var segments: [String]
    /// The query, in order.
    public var query: [(name: String, value: String)]

    /// Makes parts.
    public init(segments: [String], query: [(String, String)] = []) {
        self.segments = segments
        self.query = query.map { (name: $0.0, value: $0.1) }
    }

    /// Makes parts.
    public init(_ segments: String..., query: [(String, String)] = []) {
        self.init(segments: segments, query: query)
    }

    /// The first value of a query name.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}
