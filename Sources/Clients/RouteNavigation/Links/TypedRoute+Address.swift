public import RouteProtocols
import WebAddress

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

extension RouteParts {
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
