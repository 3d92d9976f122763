/// The six special schemes of the URL standard and their default ports.
///
/// Spec: <https://url.spec.whatwg.org/#special-scheme>.
package enum SpecialScheme {
    /// The default port of a scheme in lower case; nil for `file` and for schemes that are not special.
    package static func defaultPort(_ scheme: some StringProtocol) -> UInt16? { kind(scheme)?.defaultPort }

    /// Whether a scheme in lower case is special.
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

/// A special scheme, or `other` for all other schemes.
enum SchemeKind: UInt8, Sendable {
    case other, http, https, ws, wss, ftp, file

    /// Makes a kind from the bytes of a name, shifted into a word one after the other; no byte may be 0.
    ///
    /// A name of six bytes or more has non-zero bytes above those of every special scheme.
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
