/// Where the parts of a serialised address lie, as offsets in UTF-8 bytes.
///
/// The serialisation is always ASCII, so that bytes, scalars and characters count alike.
package struct AddressParts: Sendable, Hashable {
    var schemeEnd: UInt32 = 0
    var usernameEnd: UInt32 = 0
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    var pathStart: UInt32 = 0
    var pathEnd: UInt32 = 0
    var queryEnd: UInt32 = 0
    var end: UInt32 = 0
    var portNumber: UInt16 = 0
    var kind: SchemeKind = .other
    var flags: Flags = []

    /// What is there at all, beyond what the offsets can tell.
    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let host = Flags(rawValue: 1)
        static let port = Flags(rawValue: 2)
        static let opaquePath = Flags(rawValue: 4)
        static let query = Flags(rawValue: 8)
        static let fragment = Flags(rawValue: 16)
    }
}

extension AddressParts {
    /// The scheme, without its colon.
    package var scheme: Range<Int> { 0..<Int(schemeEnd) }

    /// The user name, percent-encoded; empty if there is none.
    package var username: Range<Int> {
        hasHost ? Int(schemeEnd) + 3..<Int(usernameEnd) : Int(schemeEnd)..<Int(schemeEnd)
    }

    /// The password, percent-encoded; empty if there is none.
    package var password: Range<Int> {
        // "user:secret@": between the name's colon and the "@" before the host.
        usernameEnd + 1 < hostStart ? Int(usernameEnd) + 1..<Int(hostStart) - 1 : Int(hostStart)..<Int(hostStart)
    }

    /// The host as serialised, IPv6 with its brackets; empty also where there is none (see ``hasHost``).
    package var host: Range<Int> { Int(hostStart)..<Int(hostEnd) }

    /// The path, with its first slash unless it is opaque.
    package var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

    /// The query without `?`; empty also where there is none (see ``hasQuery``).
    package var query: Range<Int> { hasQuery ? Int(pathEnd) + 1..<Int(queryEnd) : Int(queryEnd)..<Int(queryEnd) }

    /// The fragment without `#`; empty also where there is none (see ``hasFragment``).
    package var fragment: Range<Int> { hasFragment ? Int(queryEnd) + 1..<Int(end) : Int(end)..<Int(end) }

    /// The port; nil if there is none or it is the scheme's default.
    package var port: UInt16? { flags.contains(.port) ? portNumber : nil }

    /// Whether there is a host, be it an empty one.
    package var hasHost: Bool { flags.contains(.host) }

    /// Whether there is a query, be it an empty one.
    package var hasQuery: Bool { flags.contains(.query) }

    /// Whether there is a fragment, be it an empty one.
    package var hasFragment: Bool { flags.contains(.fragment) }

    /// Whether the path is opaque: no slash-separated segments, as in `mailto:x`.
    package var hasOpaquePath: Bool { flags.contains(.opaquePath) }

    /// Whether a user name or a password is there.
    package var hasCredentials: Bool { hasHost && hostStart > schemeEnd + 3 }

    /// Whether the scheme is one of the standard's special ones.
    package var isSpecial: Bool { kind.isSpecial }

    /// The port that the scheme stands for; nil for `file` and schemes that are not special.
    package var defaultPort: UInt16? { kind.defaultPort }
}
