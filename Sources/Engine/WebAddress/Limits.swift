/// Limits of this target, each with its reason.
enum Limits {
    /// Longest address in UTF-8 bytes.
    ///
    /// Offsets have 32 bits, and percent-encoding triples a byte. Chromium has the same limit; the limit of the rule
    /// language is much lower.
    static let addressBytesMax = 2 << 20

    /// Longest domain with characters beyond ASCII, in UTF-8 bytes.
    ///
    /// The work of Punycode grows with the square of a label's length. The standard has no limit; the DNS allows 253
    /// octets.
    static let internationalDomainBytesMax = 8192
}
