extension Address {
    /// The scheme in lower case, without `:`.
    public var scheme: String { String(text(parts.scheme)) }

    /// The user name, percent-encoded; empty if there is none.
    public var username: String { String(text(parts.username)) }

    /// The password, percent-encoded; empty if there is none.
    public var password: String { String(text(parts.password)) }

    /// The host as serialised: domains in ASCII, IPv6 in brackets; nil if there is none, which is not an empty one.
    public var host: String? { parts.hasHost ? String(text(parts.host)) : nil }

    /// The port; nil if none was written or it is the scheme's default.
    public var port: UInt16? { parts.port }

    /// The path, percent-encoded: begins with `/`, or is empty, or is opaque.
    public var path: String { String(text(parts.path)) }

    /// Whether the path is opaque, as in `mailto:x`: it has no segments.
    public var hasOpaquePath: Bool { parts.hasOpaquePath }

    /// The query without `?`, percent-encoded; nil if there is none.
    public var query: String? { parts.hasQuery ? String(text(parts.query)) : nil }

    /// The fragment without `#`, percent-encoded; nil if there is none.
    public var fragment: String? { parts.hasFragment ? String(text(parts.fragment)) : nil }

    /// Whether the scheme is http, https, ws, wss, ftp or file.
    public var isSpecial: Bool { parts.isSpecial }

    /// Whether a user name or a password is there.
    public var hasCredentials: Bool { parts.hasCredentials }

    /// The segments of the path, not decoded: `/a//b/` gives `a`, nothing, `b`, nothing.
    ///
    /// None for an empty and for an opaque path.
    package var rawPathSegments: [Substring] {
        if hasOpaquePath || parts.path.isEmpty { return [] }
        return text(parts.path).utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// A part of the serialisation, without a copy.
    package func text(_ range: Range<Int>) -> Substring {
        let bytes = href.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return href[start..<bytes.index(start, offsetBy: range.count)]
    }
}
