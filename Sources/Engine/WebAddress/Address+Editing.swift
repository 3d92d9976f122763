extension Address {
    /// This address with another query, which is percent-encoded as its scheme requires; nil removes the query and `?`.
    package func withQuery(_ query: String?) -> Address {
        var writer = AddressWriter(capacity: href.utf8.count + (query?.utf8.count ?? 0) + 8)
        writer.copy(self, through: .path)
        if let query { writer.query(Self.cleaned(query)[...]) }
        // The fragment is encoded already; encoding it again does not change it.
        if parts.hasFragment { writer.fragment(Array(text(parts.fragment).utf8)[...]) }
        writer.finish()
        return Address(writer)
    }

    /// This address with another fragment, which is percent-encoded; nil removes the fragment and `#`.
    package func withFragment(_ fragment: String?) -> Address {
        guard let fragment else { return withoutFragment }
        var writer = AddressWriter(capacity: href.utf8.count + fragment.utf8.count + 8)
        writer.copy(self, through: .query)
        writer.fragment(Self.cleaned(fragment)[...])
        writer.finish()
        return Address(writer)
    }

    /// This address without its fragment; used at each redirect, to detect a loop.
    private var withoutFragment: Address {
        guard parts.hasFragment else { return self }
        var parts = parts
        parts.flags.remove(.fragment)
        parts.end = parts.queryEnd
        return Address(href: String(text(0..<Int(parts.queryEnd))), parts: parts)
    }

    /// Removes tabs and newlines, as the standard's setters do when they parse a part.
    private static func cleaned(_ text: String) -> [UInt8] {
        text.utf8.filter { !AddressParser.isTabOrNewline($0) }
    }
}
