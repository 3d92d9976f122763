/// Hosts: domains, IPv4, IPv6, and the opaque hosts of schemes that are not special.
///
/// Spec: <https://url.spec.whatwg.org/#host-parsing>. Offsets of errors count from the start of the host.
enum HostParser {
    /// The host in its serialised form.
    static func parse(_ input: ArraySlice<UInt8>, isOpaque: Bool) throws(AddressError) -> [UInt8] {
        if input.first == UInt8(ascii: "[") {
            guard input.count > 1, input.last == UInt8(ascii: "]") else {
                throw AddressError(code: .invalidIPv6, offset: 0, detail: "the bracket is not closed")
            }
            let pieces = try IPv6.parse(Array(input.dropFirst().dropLast()))
            return [UInt8(ascii: "[")] + IPv6.serialize(pieces) + [UInt8(ascii: "]")]
        }
        return isOpaque ? try opaque(input) : try domainOrIPv4(input)
    }

    // Spec: https://url.spec.whatwg.org/#concept-opaque-host-parser
    private static func opaque(_ input: ArraySlice<UInt8>) throws(AddressError) -> [UInt8] {
        try refuse(ASCIISet.forbiddenHost, in: input)
        var host: [UInt8] = []
        PercentEncoding.append(input, encoding: PercentEncoding.EncodeSet.c0Control.members, to: &host)
        return host
    }

    private static func domainOrIPv4(_ input: ArraySlice<UInt8>) throws(AddressError) -> [UInt8] {
        let decoded = input.contains(UInt8(ascii: "%")) ? PercentEncoding.decode(input) : Array(input)
        do throws(AddressError) {
            let domain = try Domain.toASCII(decoded)
            return IPv4.endsInNumber(domain) ? IPv4.serialize(try IPv4.parse(domain)) : domain
        } catch {
            // Offsets count in the decoded domain, which is the input's only where nothing was decoded or mapped.
            let isVerbatim = input.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
            var error = error
            if !isVerbatim { error.offset = 0 }
            throw error
        }
    }

    static func refuse(_ forbidden: ASCIISet, in bytes: ArraySlice<UInt8>) throws(AddressError) {
        guard let index = bytes.firstIndex(where: { forbidden.contains($0) }) else { return }
        let spelled = String(bytes[index], radix: 16, uppercase: true)
        throw AddressError(
            code: .forbiddenHostCharacter, offset: index - bytes.startIndex,
            detail: "U+\(String(repeating: "0", count: 4 - spelled.count))\(spelled) cannot stand in a host")
    }
}
