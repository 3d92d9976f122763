/// A server: scheme, host and port.
package struct FetchOrigin: Sendable, Hashable, CustomStringConvertible {
    /// Whether the scheme is https.
    let isSecure: Bool
    /// The host as in an address, an IPv6 literal in brackets.
    let host: String
    let port: UInt16

    /// Makes an origin of the parts of an `http` or `https` address.
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - host: not empty, in ASCII.
    ///   - port: nil for the scheme's default.
    /// - Throws: `invalidRequest`.
    package init(scheme: String, host: String, port: UInt16?) throws(FetchError) {
        guard scheme == "http" || scheme == "https" else {
            throw FetchError(.invalidRequest, "\(scheme): only http and https can be fetched")
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw FetchError(.invalidRequest, "“\(host)” is not a host")
        }
        isSecure = scheme == "https"
        self.host = host
        self.port = port ?? (isSecure ? 443 : 80)
    }

    /// The host without the brackets of an IPv6 literal.
    var bareHost: String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The value of the field Host (RFC 9110 section 7.2): without the scheme's default port.
    var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    /// `https://HOST:PORT`.
    package var description: String { "\(isSecure ? "https" : "http")://\(authority)" }
}
