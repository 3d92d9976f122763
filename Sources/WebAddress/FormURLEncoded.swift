/// One name with its value, as they stood in a query.
package struct FormItem: Sendable, Hashable {
    /// The decoded name; bytes that are not UTF-8 are replaced by U+FFFD.
    package var name: String
    /// The decoded value; empty if there was none.
    package var value: String
    /// The item as written, without the `&` around it.
    package var raw: Substring
    /// Whether the item had an `=`.
    package var hasValue: Bool

    /// An item from its parts.
    package init(name: String, value: String, raw: Substring, hasValue: Bool) {
        self.name = name
        self.value = value
        self.raw = raw
        self.hasValue = hasValue
    }
}

/// `application/x-www-form-urlencoded`, which is what a query means.
///
/// Spec: <https://url.spec.whatwg.org/#application/x-www-form-urlencoded>.
package enum FormURLEncoded {
    /// The items of a query (without its `?`), in order; empty stretches between `&` are no items.
    package static func items(_ query: some StringProtocol) -> [FormItem] {
        let whole = Substring(query)
        var items: [FormItem] = []
        for raw in whole.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
            let equals = raw.firstIndex(of: UInt8(ascii: "="))
            let name = decode(raw[..<(equals ?? raw.endIndex)])
            let value = equals.map { decode(raw[raw.index(after: $0)...]) } ?? ""
            items.append(FormItem(name: name, value: value, raw: Substring(raw), hasValue: equals != nil))
        }
        return items
    }

    /// The items as a query: names and values form-encoded, the space as `+`.
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

    private static func decode(_ bytes: Substring.UTF8View) -> String {
        if !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
            return String(Substring(bytes))
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
