package import WebAddress

/// The schemes and hosts that redirects may have as targets: the setting `destinations`.
///
/// An entry is `scheme://host`, `scheme://host:port`, `scheme://*.host` (every host below `host`, but not `host`
/// itself), or `scheme:` (every address of the scheme); language.md L5.6.
package struct DestinationAllowList: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var scheme: String
        /// In lower case; nil matches every address of the scheme, with and without a host.
        var host: String?
        /// Nil for the scheme's default port.
        var port: UInt16?
        /// Whether ``host`` begins with a dot, and the entry matches the hosts that end in it.
        var matchesSubdomains: Bool
    }

    private let entries: [Entry]
    /// The entries as they were given.
    package let texts: [String]

    /// Parses the entries.
    ///
    /// - Throws: ``DestinationError`` for the first entry that is not valid.
    package init(_ texts: [String]) throws(DestinationError) {
        var entries: [Entry] = []
        for (index, text) in texts.enumerated() { entries.append(try Self.entry(text, index)) }
        self.entries = entries
        self.texts = texts
    }

    /// Whether a redirect may lead to the address; false for any address with a user name or password.
    package func allows(_ address: Address) -> Bool {
        let parts = address.parts
        guard !parts.hasCredentials else { return false }
        return entries.contains { entry in
            guard address.matchesFolding(parts.scheme, entry.scheme) else { return false }
            guard let wanted = entry.host else { return true }
            guard parts.hasHost, entry.port == parts.port else { return false }
            // Hosts of own schemes alone can have capital letters (URL Standard, section 3.5).
            return address.matchesFolding(
                entry.matchesSubdomains ? parts.host.suffix(wanted.utf8.count) : parts.host, wanted)
        }
    }

    private static func entry(_ text: String, _ index: Int) throws(DestinationError) -> Entry {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].isEmpty, let probe = try? Address(text + "//x/") {
            return Entry(scheme: probe.scheme, host: nil, port: nil, matchesSubdomains: false)
        }
        let matchesSubdomains = parts.count == 2 && parts[1].hasPrefix("//*.")
        let plain = matchesSubdomains ? "\(parts[0])://\(parts[1].dropFirst(4))" : text
        guard let address = try? Address(plain), let host = address.host, !host.isEmpty else {
            throw DestinationError(index: index, detail: "“\(text)” has no scheme and host")
        }
        let isBare = ["", "/"].contains(address.path) && address.query == nil && address.fragment == nil
        guard isBare, !address.hasCredentials else {
            throw DestinationError(index: index, detail: "“\(text)” has more than a scheme, a host and a port")
        }
        return Entry(
            scheme: address.scheme, host: (matchesSubdomains ? "." : "") + host.lowercased(), port: address.port,
            matchesSubdomains: matchesSubdomains)
    }
}

/// An entry of `destinations` that is not valid.
package struct DestinationError: Error, Sendable, Equatable {
    /// The entry's position in the list, from 0.
    var index: Int
    /// What is wrong, for a person.
    package var detail: String
    /// What to write instead, for a person.
    package var hint: String { "write scheme://host, scheme://*.host, or scheme: for a whole scheme" }
}
