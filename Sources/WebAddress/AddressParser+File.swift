/// The quirks of `file`: no credentials and no port, an optional host, and Windows drive letters.
extension AddressParser {
    // Spec: https://url.spec.whatwg.org/#file-state
    mutating func file() throws(AddressError) {
        record.host = []
        let base = base.flatMap { $0.parts.kind == .file ? AddressRecord($0) : nil }
        if isSlash(peek()) {
            position += 1
            return try fileSlash(base)
        }
        guard let base else { return pathSegments() }
        record.host = base.host
        record.path = base.path
        record.query = base.query
        if let next = peek(), next != UInt8(ascii: "?"), next != UInt8(ascii: "#"), startsWithDriveLetter {
            record.path = []
            record.query = nil
            return pathSegments()
        }
        restOfRelative()
    }

    // Spec: https://url.spec.whatwg.org/#file-slash-state
    private mutating func fileSlash(_ base: AddressRecord?) throws(AddressError) {
        if isSlash(peek()) {
            position += 1
            return try fileHost()
        }
        if let base {
            record.host = base.host
            let first = base.path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            if !startsWithDriveLetter && Self.isDriveLetter(first, normalized: true) {
                record.path = [UInt8(ascii: "/")] + first
            }
        }
        pathSegments()
    }

    // Spec: https://url.spec.whatwg.org/#file-host-state
    private mutating func fileHost() throws(AddressError) {
        let end =
            input[position...].firstIndex {
                isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            } ?? input.count
        // "file://C:/" means a drive, not a host.
        if Self.isDriveLetter(input[position..<end], normalized: false) { return pathSegments() }
        if position < end {
            let host = try host(position..<end)
            record.host = host.elementsEqual("localhost".utf8) ? [] : host
        }
        position = end
        pathStart()
    }

    // Spec: https://url.spec.whatwg.org/#start-with-a-windows-drive-letter
    private var startsWithDriveLetter: Bool {
        let rest = input[position...]
        guard Self.isDriveLetter(rest.prefix(2), normalized: false) else { return false }
        guard rest.count > 2 else { return true }
        let next = input[position + 2]
        return isSlash(next) || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
    }

    // Spec: https://url.spec.whatwg.org/#windows-drive-letter
    static func isDriveLetter(_ text: ArraySlice<UInt8>, normalized: Bool) -> Bool {
        guard text.count == 2, text[text.startIndex].isASCIILetter else { return false }
        let second = text[text.startIndex + 1]
        return second == UInt8(ascii: ":") || (!normalized && second == UInt8(ascii: "|"))
    }
}
