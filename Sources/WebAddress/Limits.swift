/// The bounds of this room, each with its reason.
enum Limits {
    /// Longest address, in UTF-8 bytes.
    ///
    /// Offsets are 32 bits wide, escapes triple a byte and Punycode is quadratic;
    /// browsers stop at 2 MB too, and the routing language far below.
    static let addressBytesMax = 2 << 20

    /// Longest domain with characters beyond ASCII, in UTF-8 bytes.
    ///
    /// Punycode's and normalisation's work grows with the
    /// square of a label. The standard names no bound; the DNS stops at 253 octets.
    static let internationalDomainBytesMax = 8192
}
