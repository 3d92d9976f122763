/// One item of a query: a name and a value.
package struct FormItem: Sendable, Equatable {
    /// The decoded name; invalid UTF-8 is replaced by U+FFFD.
    package var name: String
    /// The decoded value; empty if there is none.
    package var value: String
    /// The encoded item, without the `&` around it.
    package var raw: Substring
    /// Whether the item has an `=`.
    package var hasValue: Bool
}

/// The form coding of queries, `application/x-www-form-urlencoded`.
///
/// Spec: <https://url.spec.whatwg.org/#application/x-www-form-urlencoded>.
package enum FormURLEncoded {
    /// The items of a query (without its `?`), in order; empty text between two `&` is not an item.
    package static func items(_ query: String) -> [FormItem] { items(query[...]) }

    /// The items of a query (without its `?`), in order; empty text between two `&` is not an item.
    package static func items(_ query: Substring) -> [FormItem] {
        // The scan runs over bytes; indices of the text are computed once for each item.
        let bytes = Array(query.utf8)
        var items: [FormItem] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            if start < end { items.append(item(bytes[start..<end], in: query)) }
            start = end + 1
        }
        return items
    }

    private static func item(_ bytes: ArraySlice<UInt8>, in query: Substring) -> FormItem {
        let equals = bytes.firstIndex(of: UInt8(ascii: "="))
        let start = query.utf8.index(query.startIndex, offsetBy: bytes.startIndex)
        let end = query.utf8.index(start, offsetBy: bytes.count)
        return FormItem(
            name: decode(bytes[..<(equals ?? bytes.endIndex)]), value: equals.map { decode(bytes[($0 + 1)...]) } ?? "",
            raw: query[start..<end], hasValue: equals != nil)
    }

    /// Makes a query of names and values; the space becomes `+`.
    package static func serialize(_ items: [(String, String)]) -> String {
        var output: [UInt8] = []
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "&")) }
            append(item.0, to: &output)
            output.append(UInt8(ascii: "="))
            append(item.1, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        if !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: PercentEncoding.decode(bytes, plusIsSpace: true), as: UTF8.self)
    }

    private static func append(_ text: String, to output: inout [UInt8]) {
        let members = PercentEncoding.EncodeSet.formURLEncoded.members
        for byte in text.utf8 {
            if byte == 0x20 {
                output.append(UInt8(ascii: "+"))
            } else if byte >= 0x80 || members.contains(byte) {
                PercentEncoding.appendEscape(of: byte, to: &output)
            } else {
                output.append(byte)
            }
        }
    }
}
