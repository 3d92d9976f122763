import RouteModel
import WebAddress

/// A route as a value instead of a text: usually an enum of a module, one case for each of its pages.
///
/// ```swift
/// enum ShopRoute: TypedRoute {
///     case product(id: Int)
///     case search(text: String)
///
///     static let base = "moments://shop.example.com"
///
///     var parts: RouteParts {
///         switch self {
///         case .product(let id): RouteParts("product", "\(id)")
///         case .search(let text): RouteParts("search", query: [("text", text)])
///         }
///     }
///
///     init?(_ parts: RouteParts) {
///         switch (parts.segments.first, parts.segments.count) {
///         case ("product", 2):
///             guard let id = Int(parts.segments[1]) else { return nil }
///             self = .product(id: id)
///         case ("search", 1): self = .search(text: parts["text"] ?? "")
///         default: return nil
///         }
///     }
/// }
/// ```
///
/// ``address`` makes an address of a value, and ``init(address:)`` makes an equal value of that address.
public protocol TypedRoute: Sendable, Equatable {
    /// Scheme and host of its addresses, such as `moments://shop.example.com`.
    static var base: String { get }
    /// The value as parts of an address.
    var parts: RouteParts { get }
    /// The value of parts; nil if they are not of this type.
    init?(_ parts: RouteParts)
}

extension TypedRoute {
    /// The value as an address; nil if the parts cannot make one, for example because a path segment is empty.
    public var address: String? {
        var builder = AddressBuilder(Self.base)
        for segment in parts.segments { builder = builder.segment(segment) }
        for item in parts.query { builder = builder.query(item.name, item.value) }
        return builder.address
    }

    /// The value of an address; nil if the address has another base, or no value of this type.
    public init?(address text: String) {
        guard let address = try? Address(text), let base = try? Address(Self.base), address.scheme == base.scheme,
            address.host == base.host, address.port == base.port
        else { return nil }
        let segments = RouteParts.segments(of: address.path)
        let first = RouteParts.segments(of: base.path)
        guard let segments, let first, segments.starts(with: first) else { return nil }
        let query = FormURLEncoded.items(address.query ?? "").map { ($0.name, $0.value) }
        self.init(RouteParts(segments: Array(segments.dropFirst(first.count)), query: query))
    }
}

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

    /// The decoded segments of a path, without an empty last one; nil if one cannot be decoded.
    static func segments(of path: String) -> [String]? {
        var pieces = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if pieces.last == "" { pieces.removeLast() }
        var segments: [String] = []
        for piece in pieces {
            guard let text = PercentEncoding.decodeText(piece) else { return nil }
            segments.append(text)
        }
        return segments
    }
}
