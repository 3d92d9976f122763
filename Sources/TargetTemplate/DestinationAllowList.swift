package import WebAddress

/// Where redirects may lead: the setting `destinations`, as schemes and hosts.
///
/// An entry is `scheme://host` or `scheme://host:port`, `scheme://*.host` for every host below one, or `scheme:` for
/// every address of a scheme.
package struct DestinationAllowList: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var scheme: String
        /// nil: every host and none.
        var host: String?
        var port: UInt16?
        var isBelow: Bool
    }

    private let entries: [Entry]
    /// The entries as they were given.
    package let texts: [String]

    /// Reads the entries.
    ///
    /// - Throws: The index of the first entry that is none, and why.
    package init(_ texts: [String]) throws(DestinationError) {
        var entries: [Entry] = []
        for (index, text) in texts.enumerated() { entries.append(try Self.entry(text, index)) }
        self.entries = entries
        self.texts = texts
    }

    /// Whether a redirect may lead to the address; one with a user name or a password never.
    package func allows(_ address: Address) -> Bool {
        guard !address.hasCredentials else { return false }
        let scheme = address.scheme
        var lowered: String?
        return entries.contains { entry in
            guard entry.scheme == scheme else { return false }
            guard let host = entry.host else { return true }
            guard address.host != nil, entry.port == address.port else { return false }
            let other = lowered ?? address.host?.lowercased() ?? ""
            lowered = other
            return entry.isBelow ? other.hasSuffix("." + host) : other == host
        }
    }

    private static func entry(_ text: String, _ index: Int) throws(DestinationError) -> Entry {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].isEmpty, let probe = try? Address(text + "//x/") {
            return Entry(scheme: probe.scheme, host: nil, port: nil, isBelow: false)
        }
        let isBelow = parts.count == 2 && parts[1].hasPrefix("//*.")
        let plain = isBelow ? "\(parts[0])://\(parts[1].dropFirst(4))" : text
        guard let address = try? Address(plain), let host = address.host, !host.isEmpty else {
            throw DestinationError(index: index, detail: "“\(text)” names no scheme and host")
        }
        let isBare = ["", "/"].contains(address.path) && address.query == nil && address.fragment == nil
        guard isBare, !address.hasCredentials else {
            throw DestinationError(index: index, detail: "“\(text)” says more than a scheme and a host")
        }
        return Entry(scheme: address.scheme, host: host.lowercased(), port: address.port, isBelow: isBelow)
    }
}

/// An entry of `destinations` that is none.
package struct DestinationError: Error, Sendable, Hashable {
    /// Which entry.
    package var index: Int
    /// What is wrong, for a person.
    package var detail: String
    /// What to write, for a person.
    package var hint: String { "write scheme://host, scheme://*.host, or scheme: for a whole scheme" }
}
