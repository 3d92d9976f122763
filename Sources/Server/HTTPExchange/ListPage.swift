package import CanonicalJSON
package import HTTPWire
import WebAddress

/// One page of a list.
///
/// A page ends at the number of items that its request allows, and at ``ExchangeLimits/pageBytesMax``, so that the memory
/// for an answer does not depend on how long the items are.
package enum ListPage {
    /// The answer with a page.
    ///
    /// - Parameters:
    ///   - request: The request for it.
    ///   - name: The member with the items.
    ///   - items: The items that the request allows.
    ///   - hasMore: Whether the list has items behind these.
    ///   - total: The number of items of the whole list; nil where nothing counts them.
    ///   - cursor: The cursor `next` of a page that ends with an item.
    ///   - json: An item as JSON.
    /// - Returns: The items, of which the first may be longer than a page, and `next`.
    package static func answer<Items: Sequence>(
        to request: EndpointRequest, _ name: String, _ items: Items, hasMore: Bool, total: Int? = nil,
        cursor: (Items.Element) -> String, json: (Items.Element) -> JSONValue
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
        return answer(to: request, name, shown, next: isCut || hasMore ? last.map(cursor) : nil, total: total)
    }

    /// The answer with a page that its handler has made.
    ///
    /// - Parameters:
    ///   - request: The request for it.
    ///   - name: The member with the items.
    ///   - items: The items as JSON.
    ///   - next: The cursor of the next page; nil on the last one.
    ///   - total: The number of items of the whole list; nil where nothing counts them.
    ///   - fields: Further fields.
    /// - Returns: The items, `next` and `total`, with the next page as a link.
    package static func answer(
        to request: EndpointRequest, _ name: String, _ items: [JSONValue], next: String?, total: Int? = nil,
        fields: [HeaderField] = []
    ) -> Answer {
        var json: JSONValue = [name: .array(items), "next": next.map(JSONValue.string) ?? .null]
        if let total { json = json.adding("total", .integer(Int64(total))) }
        return .json(200, json, fields: link(to: next, after: request) + fields)
    }

    /// `Link` to the next page, with the parameters of the request (RFC 8288).
    package static func link(to next: String?, after request: EndpointRequest) -> [HeaderField] {
        guard let next else { return [] }
        let others = request.query.pairs.filter { $0.name != "after" }.map { ($0.name, $0.value) }
        let query = FormURLEncoded.serialize(others + [("after", next)])
        return [HeaderField("Link", "<\(request.path)?\(query)>; rel=\"next\"")]
    }
}
