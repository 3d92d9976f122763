package import CanonicalJSON

/// One page of a list.
///
/// A page ends at the number of items that its request allows, and at ``ExchangeLimits/pageBytesMax``, so that the memory
/// for an answer does not depend on how long the items are.
package enum ListPage {
    /// The answer with a page.
    ///
    /// - Parameters:
    ///   - name: The member with the items.
    ///   - items: The items that the request allows.
    ///   - hasMore: Whether the list has items behind these.
    ///   - cursor: The cursor `next` of a page that ends with an item.
    ///   - json: An item as JSON.
    /// - Returns: The items, of which the first may be longer than a page, and `next`.
    package static func answer<Items: Sequence>(
        _ name: String, _ items: Items, hasMore: Bool, cursor: (Items.Element) -> String,
        json: (Items.Element) -> JSONValue
    ) -> Answer {
        var shown: [JSONValue] = []
        var (last, byteCount, isCut) = (Items.Element?.none, 0, false)
        for item in items {
            let value = json(item)
            byteCount += value.canonicalBytes.count
            isCut = byteCount > ExchangeLimits.pageBytesMax && !shown.isEmpty
            if isCut { break }
            shown.append(value)
            last = item
        }
        let next = isCut || hasMore ? last.map { JSONValue.string(cursor($0)) } : nil
        return .json(200, [name: .array(shown), "next": next ?? .null])
    }
}
