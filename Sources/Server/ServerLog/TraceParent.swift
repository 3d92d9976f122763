/// The position of a request in a distributed trace (W3C Trace Context, section 3.2, `traceparent`).
package struct TraceParent: Sendable, Hashable {
    /// The trace's id: 32 hexadecimal digits in lower case, not all zeros.
    package let traceID: String
    /// The id of the caller's span: 16 such digits.
    package let parentID: String

    /// Reads the header field; nil if it is invalid by the standard or there is more than one.
    package init?(_ lines: [String]) {
        guard lines.count == 1, let line = lines.first else { return nil }
        self.init(line)
    }

    /// Reads one value.
    ///
    /// > If higher version is detected, the implementation SHOULD try to parse it by trying the following: if the size of
    /// > the header is shorter than 55 characters, the vendor should not parse the header (section 3.2.3)
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.byteCount, let version = Self.digits(bytes[0..<2]), version != "ff",
            bytes[2] == Self.hyphen, let trace = Self.digits(bytes[3..<35]), bytes[35] == Self.hyphen,
            let parent = Self.digits(bytes[36..<52]), bytes[52] == Self.hyphen, Self.digits(bytes[53..<55]) != nil,
            trace.contains(where: { $0 != "0" }), parent.contains(where: { $0 != "0" })
        else { return nil }
        // Version 00 ends here; a later version may continue after another hyphen.
        guard bytes.count == Self.byteCount || version != "00" && bytes[55] == Self.hyphen else { return nil }
        (traceID, parentID) = (trace, parent)
    }

    /// HEXDIGLC of the standard: lower-case hexadecimal digits.
    private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
        let areDigits = bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return areDigits ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static let byteCount = 55
    private static let hyphen = UInt8(ascii: "-")
}
