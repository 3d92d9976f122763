package import WebAddress

/// What a custom scheme's authority means (`settings.authority`).
package enum AuthorityReading: String, Sendable, Hashable, CaseIterable {
    /// A host, as the URL standard has it.
    case host
    /// The first segment of the path: `app://details/12` is read as `/details/12` without a host.
    case firstSegment
}

/// An address as patterns see it: host labels folded, path segments decoded once.
package struct MatchSubject: Sendable {
    /// A decoded path segment.
    package struct Segment: Sendable, Hashable {
        /// The decoded text, or the raw one.
        package var text: String
        /// Whether the segment did not decode to UTF-8 and stays raw.
        package var isRaw: Bool
    }

    /// The address.
    package let address: Address
    /// The scheme in lower case.
    package let scheme: String
    /// Whether there is a user name or a password; such an address matches no pattern.
    package let hasCredentials: Bool
    /// Host labels from the left, decoded, not folded; nil where there is no host.
    package let hostLabels: [String]?
    /// The port as written; nil for the scheme's default or none.
    package let port: UInt16?
    /// The opaque path; nil for a hierarchical one.
    package let opaquePath: String?
    /// All segments of the path, an empty last one included.
    package let segments: [Segment]
    /// Whether the last segment is empty: a final slash.
    package var endsInSlash: Bool { segments.last.map { $0.text.isEmpty && !$0.isRaw } ?? false }
    /// Whether the path has more segments than ``PatternLimits/segmentsMax``, an empty last one not counted; such an
    /// address matches nothing.
    package var isTooLong: Bool {
        segments.count - (endsInSlash ? 1 : 0) > PatternLimits.segmentsMax
            || address.href.utf8.count > PatternLimits.textBytesMax
    }

    /// Reads an address, with the authority of custom schemes as the app's settings have it.
    package init(_ address: Address, authority: [String: AuthorityReading] = [:]) {
        self.address = address
        scheme = address.scheme
        hasCredentials = address.hasCredentials
        port = address.port
        opaquePath = address.hasOpaquePath ? address.path : nil
        var path = address.rawPathSegments.map(Self.decode)
        let host = address.host.flatMap { $0.isEmpty ? nil : $0 }
        if let host, authority[address.scheme] == .firstSegment {
            path.insert(Self.decode(Substring(host)), at: 0)
            hostLabels = nil
        } else {
            hostLabels = host.map(Self.labels)
        }
        segments = path
    }

    /// The query items, form-decoded.
    package var queryItems: [FormItem] { address.query.map { FormURLEncoded.items($0) } ?? [] }

    private static func decode(_ raw: Substring) -> Segment {
        PercentEncoding.decodeText(raw).map { Segment(text: $0, isRaw: false) }
            ?? Segment(text: String(raw), isRaw: true)
    }

    /// An IPv6 address is one label.
    private static func labels(_ host: String) -> [String] {
        if host.hasPrefix("[") { return [host] }
        let text = PercentEncoding.decodeText(host) ?? host
        return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
