package import RoutePattern
package import WebAddress

/// An address prepared for matching: cut into host labels and path segments, each decoded once (language.md
/// L3.4).
package struct MatchSubject: Sendable {
    /// A decoded path segment.
    package struct Segment: Sendable, Equatable {
        /// The decoded text, or the raw text if ``isRaw``.
        package var text: String
        /// Whether the segment does not decode to UTF-8.
        package var isRaw: Bool
    }

    /// The address.
    package let address: Address
    /// The scheme in lower case.
    package let scheme: String
    /// Whether the address has a user name or a password; such an address matches no pattern.
    package let hasCredentials: Bool
    /// Host labels from the left, decoded, not case-folded; nil without a host.
    package let hostLabels: [String]?
    /// The port in the address; nil for the default port of the scheme, or none.
    package let port: UInt16?
    /// The opaque path; nil for a hierarchical one.
    package let opaquePath: String?
    /// All path segments, including an empty last one.
    package let segments: [Segment]
    /// Whether the path ends in a slash: the last segment is empty.
    package var endsInSlash: Bool { segments.last.map { $0.text.isEmpty && !$0.isRaw } ?? false }
    /// Whether the address has more bytes or segments than ``PatternLimits`` allows and therefore matches nothing; an
    /// empty last segment is not counted.
    package var isTooLong: Bool {
        segments.count - (endsInSlash ? 1 : 0) > PatternLimits.segmentsMax
            || address.href.utf8.count > PatternLimits.textBytesMax
    }

    /// Prepares an address; `authority` is the app's setting of that name.
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

    /// The labels of a host; an IPv6 address is one label.
    private static func labels(_ host: String) -> [String] {
        if host.hasPrefix("[") { return [host] }
        let text = PercentEncoding.decodeText(host) ?? host
        return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
