/// The path of an endpoint: literal segments and named ones, such as `/v1/apps/{app}/draft`.
struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The segments, each a literal or a name.
    let segments: [Segment]
    /// The text it was made from; also the key in the OpenAPI document.
    let description: String

    /// One segment of the template.
    enum Segment: Sendable, Hashable {
        /// Stands for itself.
        case literal(String)
        /// Takes one whole segment.
        case name(String)
    }

    init(_ text: String) {
        description = text
        segments = text.split(separator: "/").map { part in
            part.hasPrefix("{") ? .name(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The names in order.
    var names: [String] {
        segments.compactMap { segment in
            if case .name(let name) = segment { name } else { nil }
        }
    }

    /// The values of the names where the path is one of this shape; nil otherwise.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        // Most templates differ in a literal, so nothing is collected before all of them fit.
        for index in segments.indices {
            if case .literal(let literal) = segments[index], literal != path[index] { return nil }
        }
        var values: [String: String] = [:]
        for index in segments.indices {
            guard case .name(let name) = segments[index] else { continue }
            guard !path[index].isEmpty else { return nil }
            values[name] = path[index]
        }
        return values
    }
}
