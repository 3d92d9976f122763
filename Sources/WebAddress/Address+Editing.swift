extension Address {
    /// This address with another query, percent-encoded as its scheme wants; nil removes the query and its `?`.
    package func withQuery(_ query: String?) -> Address {
        var writer = AddressWriter(capacity: href.utf8.count + (query?.utf8.count ?? 0) + 8)
        writer.copy(self, through: .path)
        if let query { writer.query(Self.cleaned(query)[...]) }
        // Already encoded: the fragment's set leaves it as it is.
        if parts.hasFragment { writer.fragment(Array(text(parts.fragment).utf8)[...]) }
        writer.finish()
        return Address(writer)
    }

    /// This address with another fragment, percent-encoded; nil removes the fragment and its `#`.
    package func withFragment(_ fragment: String?) -> Address {
        guard let fragment else { return withoutFragment }
        var writer = AddressWriter(capacity: href.utf8.count + fragment.utf8.count + 8)
        writer.copy(self, through: .query)
        writer.fragment(Self.cleaned(fragment)[...])
        writer.finish()
        return Address(writer)
    }

    /// Asked for on every hop, to see whether an address comes again.
    private var withoutFragment: Address {
        guard parts.hasFragment else { return self }
        var parts = parts
        parts.flags.remove(.fragment)
        parts.end = parts.queryEnd
        return Address(href: String(text(0..<Int(parts.queryEnd))), parts: parts)
    }

    /// Tabs and newlines vanish, as they do when the standard's setters parse a part.
    private static func cleaned(_ text: String) -> [UInt8] {
        text.utf8.filter { !AddressParser.isTabOrNewline($0) }
    }
}
