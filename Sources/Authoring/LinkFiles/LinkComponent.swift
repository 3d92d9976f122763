package import CanonicalJSON
import WebAddress

/// One rule of a link file: patterns for the parts of an address, and whether a match excludes it.
package struct LinkComponent: Sendable, Equatable {
    /// How the query is compared.
    enum Query: Sendable, Equatable {
        /// The whole query without `?`.
        case whole(LinkPattern)
        /// Values by name, sorted by name; other items have no effect.
        case items([Item])
    }

    /// A pattern for the values of one query item.
    struct Item: Sendable, Equatable {
        var name: String
        var value: LinkPattern
    }

    /// How a system compares what an address lacks or has several times.
    enum Comparison: Sendable, Equatable {
        /// A part or an item that is absent counts as the empty text, and all items of one name must match.
        ///
        /// Source: WWDC 2019, session 717, "What's New in Universal Links".
        case apple
        /// An absent part never matches, and one matching item of a name suffices.
        ///
        /// Parts are decoded first, then the query is divided at `&`, or at `;` where it has no `&`.
        /// Source: AOSP, `core/java/android/content/UriRelativeFilter.java`, `matchData` and `matchQuery`, and
        /// <https://developer.android.com/guide/topics/manifest/uri-relative-filter-group-element>. How Google's
        /// services translate an item of the file is not published; `name=pattern` is assumed.
        case android
    }

    /// The pattern of the path; nil matches every path.
    package var path: LinkPattern?
    /// The patterns of the query; nil matches every query.
    var query: Query?
    /// The pattern of the fragment without `#`; nil matches every fragment.
    var fragment: LinkPattern?
    /// Whether a match keeps the address out of the app.
    var isExcluded = false
    /// The rules of the system that reads the file.
    var comparison = Comparison.apple
    /// Whether the patterns are compared with the percent-encoded address; false compares with the decoded one.
    ///
    /// Apple: true unless `percentEncoded` says otherwise, in the rule or in `defaults` of the app or the domain
    /// (<https://developer.apple.com/documentation/bundleresources/applinks/defaults-swift.dictionary>). Android: always
    /// false, since `Uri.getPath`, `getQuery` and `getFragment` decode.
    var isPercentEncoded = true
    /// The place of the rule in its file.
    package var place: JSONPointer

    /// Whether all patterns match.
    func matches(_ address: Address) -> Bool {
        if let path, !path.matches(shown(address.path)) { return false }
        if let fragment {
            guard let text = address.fragment ?? (comparison == .apple ? "" : nil) else { return false }
            if !fragment.matches(shown(text)) { return false }
        }
        switch query {
        case nil: return true
        case .whole(let pattern): return pattern.matches(shown(address.query ?? ""))
        case .items(let items):
            let query = address.query ?? ""
            return comparison == .apple ? matchesAll(items, query) : matchesAny(items, shown(query))
        }
    }

    private func matchesAll(_ items: [Item], _ query: String) -> Bool {
        let pairs = query.split(separator: "&").map { text in
            let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (name: shown(pair[0]), value: pair.count > 1 ? shown(pair[1]) : "")
        }
        return items.allSatisfy { item in
            let values = pairs.filter { $0.name.utf8.elementsEqual(item.name.utf8) }.map(\.value)
            return values.isEmpty ? item.value.matches("") : values.allSatisfy(item.value.matches)
        }
    }

    private func matchesAny(_ items: [Item], _ query: String) -> Bool {
        let words = query.split(separator: query.contains("&") ? "&" : ";")
        return items.allSatisfy { item in
            // Byte by byte, since equal characters can have different code points.
            let start = Array((item.name + "=").utf8)
            return words.contains { word in
                word.utf8.starts(with: start)
                    && item.value.matches(String(decoding: word.utf8.dropFirst(start.count), as: UTF8.self))
            }
        }
    }

    private func shown(_ text: String) -> String {
        isPercentEncoded ? text : LinkPath.decoded(text)
    }
}
