/// Parses hosts: domains, IPv4, IPv6, and the opaque hosts of schemes that are not special.
///
/// Spec: <https://url.spec.whatwg.org/#host-parsing>. Offsets of errors begin at the host.
enum HostParser {
    /// Appends the serialised host; after an error the output is undefined.
    static func append(
        _ input: ArraySlice<UInt8>, isOpaque: Bool, to output: inout [UInt8]
    ) throws(AddressError) {
        if input.first == UInt8(ascii: "[") {
            guard input.count > 1, input.last == UInt8(ascii: "]") else {
                throw AddressError(code: .invalidIPv6, offset: 0, detail: "the bracket is not closed")
            }
            let pieces = try IPv6.parse(Array(input.dropFirst().dropLast()))
            output.append(UInt8(ascii: "["))
            output += IPv6.serialize(pieces)
            output.append(UInt8(ascii: "]"))
        } else if isOpaque {
            // Spec: https://url.spec.whatwg.org/#concept-opaque-host-parser
            try refuse(ASCIISet.forbiddenHost, in: input)
            PercentEncoding.append(input, encoding: PercentEncoding.EncodeSet.c0Control.members, to: &output)
        } else {
            try appendDomainOrIPv4(input, to: &output)
        }
    }

    private static func appendDomainOrIPv4(
        _ input: ArraySlice<UInt8>, to output: inout [UInt8]
    ) throws(AddressError) {
        let start = output.count
        // Offsets of errors count in the decoded domain; they are offsets in the input only if nothing was decoded or
        // mapped.
        let isVerbatim = input.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
        do throws(AddressError) {
            if isVerbatim {
                try Domain.appendASCII(input, to: &output)
            } else {
                output += try Domain.toASCII(PercentEncoding.decode(input))
            }
            guard IPv4.endsInNumber(output[start...]) else { return }
            let address = try IPv4.parse(output[start...])
            output.removeSubrange(start...)
            output += IPv4.serialize(address)
        } catch {
            var error = error
            if !isVerbatim { error.offset = 0 }
            throw error
        }
    }

    /// Throws if one of the bytes is in the set.
    static func refuse(_ forbidden: ASCIISet, in bytes: ArraySlice<UInt8>) throws(AddressError) {
        guard let index = bytes.firstIndex(where: { forbidden.contains($0) }) else { return }
        let spelled = String(bytes[index], radix: 16, uppercase: true)
        throw AddressError(
            code: .forbiddenHostCharacter, offset: index - bytes.startIndex,
            detail: "U+\(String(repeating: "0", count: 4 - spelled.count))\(spelled) is forbidden in a host")
    }
}
