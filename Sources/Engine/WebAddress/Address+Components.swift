extension Address {
    /// The scheme in lower case, without `:`.
    public var scheme: String { String(text(parts.scheme)) }

    /// The user name, percent-encoded; empty if there is none.
    public var username: String { String(text(parts.username)) }

    /// The password, percent-encoded; empty if there is none.
    public var password: String { String(text(parts.password)) }

    /// The serialised host: a domain in ASCII, IPv6 in brackets; nil if there is none; a host may be empty.
    public var host: String? { parts.hasHost ? String(text(parts.host)) : nil }

    /// The port; nil if there is none or it is the default port of the scheme.
    public var port: UInt16? { parts.port }

    /// The path, percent-encoded: begins with `/`, or is empty, or is opaque.
    public var path: String { String(text(parts.path)) }

    /// Whether the path is opaque (without segments), as in `mailto:x`.
    public var hasOpaquePath: Bool { parts.hasOpaquePath }

    /// The query without `?`, percent-encoded; nil if there is none.
    public var query: String? { parts.hasQuery ? String(text(parts.query)) : nil }

    /// The fragment without `#`, percent-encoded; nil if there is none.
    public var fragment: String? { parts.hasFragment ? String(text(parts.fragment)) : nil }

    /// Whether the scheme is http, https, ws, wss, ftp or file.
    public var isSpecial: Bool { parts.isSpecial }

    /// Whether there is a user name or a password.
    public var hasCredentials: Bool { parts.hasCredentials }

    /// The segments of the path, percent-encoded: `/a//b/` has `a`, an empty segment, `b`, an empty segment.
    ///
    /// An empty path and an opaque path have none.
    package var rawPathSegments: [Substring] {
        if hasOpaquePath || parts.path.isEmpty { return [] }
        return text(parts.path).utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// The text of a range of UTF-8 offsets in ``href``, without a copy.
    func text(_ range: Range<Int>) -> Substring {
        let bytes = href.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return href[start..<bytes.index(start, offsetBy: range.count)]
    }
}
