public import RouteModel
import WebAddress

extension Parameters {
    /// The value of a name, whatever its letter case; for factories of screens that cannot do without.
    public func require(_ name: String) throws(ScreenRegistration.Refusal) -> String {
        guard let value = self[name] else { throw .missingParameter(name) }
        return value
    }

    /// The value of a name as a whole number.
    public func requireInteger(_ name: String) throws(ScreenRegistration.Refusal) -> Int {
        guard let number = Int(try require(name)) else { throw .other("\(name) is not a whole number") }
        return number
    }
}

/// The query of an address, read in the ways that screens and originals expect.
public enum QueryItems {
    /// In order, names repeated, form-decoded once.
    static func of(_ address: Address) -> [Parameters.Item] {
        guard let query = address.query else { return [] }
        return FormURLEncoded.items(query).map { Parameters.Item($0.name, $0.value) }
    }

    /// The query as the lessons flattened it: names in lower case, later values win, a later bare name takes the
    /// earlier value away, `+` stays a plus.
    ///
    /// For apps that migrate screens written against it; new screens read `Parameters`.
    /// - Parameters:
    ///   - address: an address; what is not one has no query.
    ///   - kind: how it came in. For links from outside the first value of a name counts, as it does everywhere else.
    /// - Returns: values by name, the names in lower case.
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
