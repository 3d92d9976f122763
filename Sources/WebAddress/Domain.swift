/// Domains in the form that goes over the wire.
package enum Domain {
    /// The domain in ASCII and lower case: the URL standard's "domain to ASCII", not strict.
    ///
    /// A domain that is all ASCII is only lowercased, whatever its `xn--` labels hold (the standard since June 2026).
    /// Spec: <https://url.spec.whatwg.org/#concept-domain-to-ascii>.
    /// - Throws: ``AddressError`` of code `invalidDomain` or `forbiddenHostCharacter`, offsets in the domain.
    package static func toASCII(_ domain: String) throws(AddressError) -> String {
        String(decoding: try toASCII(Array(domain.utf8)), as: UTF8.self)
    }

    /// As above, of bytes that were percent-decoded and need not be UTF-8.
    static func toASCII(_ domain: [UInt8]) throws(AddressError) -> [UInt8] {
        if domain.allSatisfy({ $0 < 0x80 }) {
            try HostParser.refuse(ASCIISet.forbiddenDomain, in: domain[...])
            return domain.map(\.asciiLowercased)
        }
        throw AddressError(code: .invalidDomain, offset: 0, detail: "characters beyond ASCII")
    }
}
