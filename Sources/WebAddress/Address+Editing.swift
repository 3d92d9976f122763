extension Address {
    /// This address with another query, percent-encoded as its scheme wants; nil removes the query and its `?`.
    package func withQuery(_ query: String?) -> Address {
        var record = AddressRecord(self)
        record.query = query.map { Self.encoded($0, parts.isSpecial ? .specialQuery : .query) }
        return Address(record)
    }

    /// This address with another fragment, percent-encoded; nil removes the fragment and its `#`.
    package func withFragment(_ fragment: String?) -> Address {
        if fragment == nil && !parts.hasFragment { return self }
        var text = String(text(0..<Int(parts.queryEnd)))
        var parts = parts
        parts.flags.remove(.fragment)
        if let fragment {
            text += "#"
            text += String(decoding: Self.encoded(fragment, .fragment), as: UTF8.self)
            parts.flags.insert(.fragment)
        }
        parts.end = UInt32(text.utf8.count)
        return Address(href: text, parts: parts)
    }

    /// Tabs and newlines vanish, as they do when the standard's setters parse a part.
    private static func encoded(_ text: String, _ set: PercentEncoding.EncodeSet) -> [UInt8] {
        var output: [UInt8] = []
        let kept = text.utf8.filter { !AddressParser.isTabOrNewline($0) }
        PercentEncoding.append(kept[...], encoding: set.members, to: &output)
        return output
    }
}
