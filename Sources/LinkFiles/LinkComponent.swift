package import CanonicalJSON
package import WebAddress

/// One rule of a link file: patterns for the parts of an address, and whether a match excludes it.
package struct LinkComponent: Sendable, Equatable {
    /// How the query is compared.
    package enum Query: Sendable, Equatable {
        /// The whole query without `?`.
        case whole(LinkPattern)
        /// Values by name, sorted by name; other items have no effect.
        case items([Item])
    }

    /// A pattern for the values of one query item.
    package struct Item: Sendable, Equatable {
        /// The name of the item.
        package var name: String
        /// The pattern of its value.
        package var value: LinkPattern
    }

    /// The pattern of the path; nil matches every path.
    package var path: LinkPattern?
    /// The patterns of the query; nil matches every query.
    package var query: Query?
    /// The pattern of the fragment without `#`; nil matches every fragment.
    package var fragment: LinkPattern?
    /// Whether a match keeps the address out of the app.
    package var isExcluded = false
    /// Whether the patterns are compared with the percent-encoded address; false compares with the decoded one.
    package var isPercentEncoded = true
    /// Whether an absent query item never matches; false treats it as empty (Apple).
    package var needsItems = false
    /// The place of the rule in its file.
    package var place: JSONPointer

    /// Whether all patterns match.
    ///
    /// Apple: a part or an item that is absent counts as the empty text, and all items of one name must match
    /// (WWDC 2019, session 717, "What's New in Universal Links").
    package func matches(_ address: Address) -> Bool {
        if let path, !path.matches(shown(address.path)) { return false }
        if let fragment, !fragment.matches(shown(address.fragment ?? "")) { return false }
        switch query {
        case nil: return true
        case .whole(let pattern): return pattern.matches(shown(address.query ?? ""))
        case .items(let items): return matches(items, address.query ?? "")
        }
    }

    private func matches(_ items: [Item], _ query: String) -> Bool {
        let pairs = query.split(separator: "&").map { text in
            let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (name: shown(pair[0]), value: pair.count > 1 ? shown(pair[1]) : "")
        }
        return items.allSatisfy { item in
            let values = pairs.filter { $0.name == item.name }.map(\.value)
            if values.isEmpty { return !needsItems && item.value.matches("") }
            return values.allSatisfy(item.value.matches)
        }
    }

    private func shown(_ text: String) -> String {
        isPercentEncoded ? text : PercentEncoding.decodeText(text) ?? text
    }
}
