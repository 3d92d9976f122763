/// Where the parts of a serialised address lie, as offsets in UTF-8 bytes.
///
/// The serialisation is always ASCII, so that bytes, scalars and characters count alike.
@usableFromInline
package struct AddressParts: Sendable, Hashable {
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

    /// What is there at all, beyond what the offsets can tell.
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

/// Inlinable, because the resolver reads them for every address from another module.
extension AddressParts {
    /// The scheme, without its colon.
    @inlinable package var scheme: Range<Int> { 0..<Int(schemeEnd) }

    /// The user name, percent-encoded; empty if there is none.
    @inlinable package var username: Range<Int> {
        hasHost ? Int(schemeEnd) + 3..<Int(usernameEnd) : Int(schemeEnd)..<Int(schemeEnd)
    }

    /// The password, percent-encoded; empty if there is none.
    @inlinable package var password: Range<Int> {
        // "user:secret@": between the name's colon and the "@" before the host.
        usernameEnd + 1 < hostStart ? Int(usernameEnd) + 1..<Int(hostStart) - 1 : Int(hostStart)..<Int(hostStart)
    }

    /// The host as serialised, IPv6 with its brackets; empty also where there is none (see ``hasHost``).
    @inlinable package var host: Range<Int> { Int(hostStart)..<Int(hostEnd) }

    /// The path, with its first slash unless it is opaque.
    @inlinable package var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

    /// The query without `?`; empty also where there is none (see ``hasQuery``).
    @inlinable package var query: Range<Int> {
        hasQuery ? Int(pathEnd) + 1..<Int(queryEnd) : Int(queryEnd)..<Int(queryEnd)
    }

    /// The fragment without `#`; empty also where there is none (see ``hasFragment``).
    @inlinable package var fragment: Range<Int> { hasFragment ? Int(queryEnd) + 1..<Int(end) : Int(end)..<Int(end) }

    /// The port; nil if there is none or it is the scheme's default.
    @inlinable package var port: UInt16? { flags.contains(.port) ? portNumber : nil }

    /// Whether there is a host, be it an empty one.
    @inlinable package var hasHost: Bool { flags.contains(.host) }

    /// Whether there is a query, be it an empty one.
    @inlinable package var hasQuery: Bool { flags.contains(.query) }

    /// Whether there is a fragment, be it an empty one.
    @inlinable package var hasFragment: Bool { flags.contains(.fragment) }

    /// Whether the path is opaque: no slash-separated segments, as in `mailto:x`.
    @inlinable package var hasOpaquePath: Bool { flags.contains(.opaquePath) }

    /// Whether a user name or a password is there.
    @inlinable package var hasCredentials: Bool { hasHost && hostStart > schemeEnd + 3 }

    /// Whether the scheme is one of the standard's special ones.
    @inlinable package var isSpecial: Bool { flags.contains(.special) }

    /// The port that the scheme stands for; nil for `file` and schemes that are not special.
    package var defaultPort: UInt16? { kind.defaultPort }
}
