/// Converts domains to ASCII.
package enum Domain {
    /// The domain in ASCII and lower case: the URL standard's "domain to ASCII" with beStrict false.
    ///
    /// A domain in ASCII is only converted to lower case; its `xn--` labels are not checked (the standard since June
    /// 2026).
    /// Spec: <https://url.spec.whatwg.org/#concept-domain-to-ascii>.
    /// - Throws: ``AddressError`` with code `invalidDomain` or `forbiddenHostCharacter`, and the offset in the domain.
    package static func toASCII(_ domain: String) throws(AddressError) -> String {
        String(decoding: try toASCII(Array(domain.utf8)), as: UTF8.self)
    }

    /// Converts percent-decoded bytes, which need not be UTF-8.
    static func toASCII(_ domain: [UInt8]) throws(AddressError) -> [UInt8] {
        if domain.allSatisfy({ $0 < 0x80 }) {
            var output: [UInt8] = []
            try appendASCII(domain[...], to: &output)
            return output
        }
        guard domain.count <= Limits.internationalDomainBytesMax else {
            // DEVIATION: the standard has no limit; see the reason of `internationalDomainBytesMax`.
            throw invalid("longer than \(Limits.internationalDomainBytesMax) bytes")
        }
        let ascii = try unicodeToASCII(String(decoding: domain, as: UTF8.self).unicodeScalars.map { $0.value })
        guard !ascii.isEmpty else { throw invalid("the domain is empty after mapping") }
        if let forbidden = ascii.first(where: { ASCIISet.forbiddenDomain.contains($0) }) {
            throw AddressError(
                code: .forbiddenHostCharacter, offset: 0,
                detail: "the mapped domain has U+\(String(forbidden, radix: 16, uppercase: true))")
        }
        return ascii
    }

    /// Appends a domain in ASCII, in lower case.
    static func appendASCII(_ domain: ArraySlice<UInt8>, to output: inout [UInt8]) throws(AddressError) {
        try HostParser.refuse(ASCIISet.forbiddenDomain, in: domain)
        for byte in domain { output.append(byte.asciiLowercased) }
    }

    /// UTS 46 ToASCII with the flags of the URL standard: CheckBidi, CheckJoiners, no limits of lengths.
    ///
    /// Spec: <https://www.unicode.org/reports/tr46/#ToASCII>
    private static func unicodeToASCII(_ scalars: [UInt32]) throws(AddressError) -> [UInt8] {
        let labels = try labels(of: Normalization.nfc(mapped(scalars)))
        let isBidi = labels.contains { $0.contains(where: LabelRules.isRightToLeft) }
        var output: [UInt8] = []
        for (index, label) in labels.enumerated() {
            if let fault = LabelRules.fault(in: label, isBidiDomain: isBidi) { throw invalid(fault) }
            if index > 0 { output.append(UInt8(ascii: ".")) }
            if label.allSatisfy({ $0 < 0x80 }) {
                output += label.map { UInt8($0) }
            } else {
                guard let encoded = Punycode.encode(label) else { throw invalid("a label is too long") }
                output += "xn--".utf8
                output += encoded
            }
        }
        return output
    }

    /// Maps each scalar; disallowed scalars do not change, and ``LabelRules`` refuses them.
    ///
    /// Spec: <https://www.unicode.org/reports/tr46/#ProcessingStepMap>
    private static func mapped(_ scalars: [UInt32]) -> [UInt32] {
        let tables = UnicodeTables.shared
        var output: [UInt32] = []
        output.reserveCapacity(scalars.count)
        for scalar in scalars {
            switch tables.mapping[scalar] {
            case 0, 2: output.append(scalar)
            case 1: break
            case let value:
                let offset = Int((value - 3) / 32)
                output += tables.mappedScalars[offset..<offset + Int((value - 3) % 32)]
            }
        }
        return output
    }

    /// Splits the domain into labels and decodes those in Punycode.
    ///
    /// Spec: <https://www.unicode.org/reports/tr46/#ProcessingStepConvertValidate>
    private static func labels(of domain: [UInt32]) throws(AddressError) -> [[UInt32]] {
        let prefix = "xn--".unicodeScalars.map { $0.value }
        var labels: [[UInt32]] = []
        for label in domain.split(separator: 0x2E, omittingEmptySubsequences: false) {
            guard label.starts(with: prefix) else {
                labels.append(Array(label))
                continue
            }
            guard label.allSatisfy({ $0 < 0x80 }),
                let decoded = Punycode.decode(label.dropFirst(prefix.count).map { UInt8($0) }[...]),
                decoded.contains(where: { $0 >= 0x80 })
            else { throw invalid("an xn-- label is not Punycode") }
            labels.append(decoded)
        }
        return labels
    }

    private static func invalid(_ detail: String) -> AddressError {
        AddressError(code: .invalidDomain, offset: 0, detail: detail)
    }
}
