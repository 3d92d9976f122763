import WebAddress

/// Builds an address, with every part encoded for its place.
public struct AddressBuilder: Sendable, Hashable {
    private var base: String
    private var segments: [String] = []
    private var query: [QueryPair] = []

    private struct QueryPair: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// Starts with a base such as `https://moments.example.com` or `moments://moments.example.com`.
    /// - Parameter base: scheme and host, with or without a final slash.
    public init(_ base: String) {
        self.base = base
        while self.base.hasSuffix("/") && !self.base.hasSuffix("//") { self.base.removeLast() }
    }

    /// Adds one path segment; a slash in it is encoded.
    public func segment(_ text: String) -> AddressBuilder {
        var copy = self
        copy.segments.append(text)
        return copy
    }

    /// Adds one query item.
    public func query(_ name: String, _ value: String) -> AddressBuilder {
        var copy = self
        copy.query.append(QueryPair(name: name, value: value))
        return copy
    }

    /// The address; nil if base and parts do not make one, or a segment is empty, `.` or `..`.
    public var address: String? {
        guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
        let path = segments.map { "/" + PercentEncoding.encode($0, .component) }.joined()
        let items = query.map { ($0.name, $0.value) }
        let tail = items.isEmpty ? "" : "?" + FormURLEncoded.serialize(items)
        do throws(AddressError) { return try Address(base + path + tail).href } catch { return nil }
    }
}
