/// The six schemes that the URL standard treats specially, with their default ports.
///
/// Spec: <https://url.spec.whatwg.org/#special-scheme>.
package enum SpecialScheme {
    /// The default port of a special scheme (lower case); nil for `file` and for every scheme that is not special.
    package static func defaultPort(_ scheme: some StringProtocol) -> UInt16? { kind(scheme)?.defaultPort }

    /// Says whether a scheme (lower case) is special.
    package static func isSpecial(_ scheme: some StringProtocol) -> Bool { kind(scheme)?.isSpecial ?? false }

    private static func kind(_ scheme: some StringProtocol) -> SchemeKind? {
        var packed: UInt64 = 0
        for byte in scheme.utf8 {
            guard byte != 0 else { return nil }
            packed = packed << 8 | UInt64(byte)
        }
        return SchemeKind(packed: packed)
    }
}

/// A scheme as far as the parser cares.
enum SchemeKind: UInt8, Sendable {
    case other, http, https, ws, wss, ftp, file

    /// From a name's bytes, none of them 0, shifted into a word one after the other.
    ///
    /// A longer name fills more bytes of the word than any special one does.
    @inline(__always)
    init(packed word: UInt64) {
        switch word {
        case 0x68_7474_7073: self = .https
        case 0x6874_7470: self = .http
        case 0x77_7373: self = .wss
        case 0x7773: self = .ws
        case 0x66_7470: self = .ftp
        case 0x6669_6C65: self = .file
        default: self = .other
        }
    }

    @inline(__always)
    var isSpecial: Bool { self != .other }

    @inline(__always)
    var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file, .other: nil
        }
    }
}
