/// The offsets of the parts of a serialised address, in UTF-8 bytes.
///
/// The serialisation is ASCII, so byte, scalar and character offsets are equal.
@usableFromInline
package struct AddressParts: Sendable, Equatable {
    @usableFromInline var schemeEnd: UInt32 = 0
    @usableFromInline var usernameEnd: UInt32 = 0
    @usableFromInline var hostStart: UInt32 = 0
    @usableFromInline var hostEnd: UInt32 = 0
    @usableFromInline var pathStart: UInt32 = 0
    @usableFromInline var pathEnd: UInt32 = 0
    @usableFromInline var queryEnd: UInt32 = 0
    @usableFromInline var end: UInt32 = 0
    @usableFromInline var portNumber: UInt16 = 0
    var kind: SchemeKind = .other {
        didSet { if kind.isSpecial { flags.insert(.special) } else { flags.remove(.special) } }
    }
    @usableFromInline var flags: Flags = []

    /// Properties that the offsets do not show, such as an empty query.
    @usableFromInline
    struct Flags: OptionSet, Sendable, Hashable {
        @usableFromInline let rawValue: UInt8

        @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

        @inlinable static var host: Flags { Flags(rawValue: 1) }
        @inlinable static var port: Flags { Flags(rawValue: 2) }
        @inlinable static var opaquePath: Flags { Flags(rawValue: 4) }
        @inlinable static var query: Flags { Flags(rawValue: 8) }
        @inlinable static var fragment: Flags { Flags(rawValue: 16) }
        @inlinable static var special: Flags { Flags(rawValue: 32) }
    }
}

/// Inlinable, because another module (`RouteIndex`) reads them for each address.
extension AddressParts {
    /// The scheme, without its colon.
    @inlinable package var scheme: Range<Int> { 0..<Int(schemeEnd) }

    /// The user name, percent-encoded; empty if there is none.
    @inlinable package var username: Range<Int> {
        hasHost ? Int(schemeEnd) + 3..<Int(usernameEnd) : Int(schemeEnd)..<Int(schemeEnd)
    }

    /// The password, percent-encoded; empty if there is none.
    @inlinable package var password: Range<Int> {
        // The password is between the colon after the user name and the "@" before the host.
        usernameEnd + 1 < hostStart ? Int(usernameEnd) + 1..<Int(hostStart) - 1 : Int(hostStart)..<Int(hostStart)
    }

    /// The serialised host, IPv6 with brackets; empty also if there is none (see ``hasHost``).
    @inlinable package var host: Range<Int> { Int(hostStart)..<Int(hostEnd) }

    /// The path, with its first slash.
    @inlinable package var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

    /// The query without `?`; empty also if there is none (see ``hasQuery``).
    @inlinable package var query: Range<Int> {
        hasQuery ? Int(pathEnd) + 1..<Int(queryEnd) : Int(queryEnd)..<Int(queryEnd)
    }

    /// The fragment without `#`; empty also if there is none (see ``hasFragment``).
    @inlinable package var fragment: Range<Int> { hasFragment ? Int(queryEnd) + 1..<Int(end) : Int(end)..<Int(end) }

    /// The port; nil if there is none or it is the scheme's default.
    @inlinable package var port: UInt16? { flags.contains(.port) ? portNumber : nil }

    /// Whether there is a host, which may be empty.
    @inlinable package var hasHost: Bool { flags.contains(.host) }

    /// Whether there is a query, which may be empty.
    @inlinable package var hasQuery: Bool { flags.contains(.query) }

    /// Whether there is a fragment, which may be empty.
    @inlinable package var hasFragment: Bool { flags.contains(.fragment) }

    /// Whether the path is opaque (without segments), as in `mailto:x`.
    @inlinable package var hasOpaquePath: Bool { flags.contains(.opaquePath) }

    /// Whether there is a user name or a password.
    @inlinable package var hasCredentials: Bool { hasHost && hostStart > schemeEnd + 3 }

    /// Whether the scheme is special (http, https, ws, wss, ftp, file).
    @inlinable package var isSpecial: Bool { flags.contains(.special) }

    /// Whether the scheme is http or https.
    package var isHTTP: Bool { kind == .http || kind == .https }

    /// The default port of the scheme; nil for `file` and schemes that are not special.
    var defaultPort: UInt16? { kind.defaultPort }
}
