public import RouteProtocols
import WebAddress

/// Reads the query of an address.
public enum QueryItems {
    /// The query items in order, form-decoded.
    static func of(_ address: Address) -> [Parameters.Item] {
        guard let query = address.query else { return [] }
        return FormURLEncoded.items(query).map { Parameters.Item($0.name, $0.value) }
    }

    /// The query as a dictionary: names in lower case, the last value of a name counts, a later item without `=` removes the
    /// name, and `+` stays a plus.
    ///
    /// - Parameters:
    ///   - address: an address; any other text has no query.
    ///   - kind: how it came to the app. For links from outside the first value of a name counts, as everywhere else.
    /// - Returns: values by name, the names in lower case.
    @available(*, deprecated, message: "read parameters, or copy Config/examples/OlderRouter; goes in 0.3.0")
    public static func flattenedAsInLessons(_ address: String, from kind: LinkKind = .internal) -> [String: String] {
        guard let parsed = try? Address(address), let query = parsed.query else { return [:] }
        guard !kind.isExternal else {
            return Dictionary(of(parsed).map { ($0.name.lowercased(), $0.value.text) }) { first, _ in first }
        }
        var flat: [String: String] = [:]
        for item in query.split(separator: "&", omittingEmptySubsequences: true) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentEncoding.decodeText(parts[0]) ?? String(parts[0])
            flat[name.lowercased()] = parts.count == 2 ? PercentEncoding.decodeText(parts[1]) ?? String(parts[1]) : nil
        }
        return flat
    }
}
