/// The path of an endpoint: literal segments and named ones, such as `/v1/apps/{app}/draft`.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The segments, each a literal or a name.
    let segments: [Segment]
    /// The text of the template; also the key in the OpenAPI document.
    package let description: String

    enum Segment: Sendable, Hashable {
        /// Matches this text only.
        case literal(String)
        /// Matches one whole segment that is not empty.
        case name(String)
    }

    /// Reads a template; a segment in braces is a name.
    package init(_ text: String) {
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

    /// Whether the segment at a place is a name.
    package func isName(_ place: Int) -> Bool {
        if case .name = segments[place] { true } else { false }
    }

    /// The values of the names if the path matches, else nil.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        // Most templates differ in a literal, so literals are compared before values are collected.
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
