/// The states for the scheme `file`: no credentials and no port, an optional host, Windows drive letters.
extension AddressParser {
    // Spec: https://url.spec.whatwg.org/#file-state
    mutating func file() throws(AddressError) {
        let base = base.flatMap { $0.parts.kind == .file ? $0 : nil }
        if let base {
            output.copy(base, through: .authority)
        } else {
            output.openAuthority()
        }
        if isSlash(peek()) {
            position += 1
            return try fileSlash(base)
        }
        guard let base else { return pathSegments() }
        if startsWithDriveLetter { return pathSegments() }
        restOfRelative(to: base)
    }

    // Spec: https://url.spec.whatwg.org/#file-slash-state
    private mutating func fileSlash(_ base: Address?) throws(AddressError) {
        if isSlash(peek()) {
            position += 1
            return try fileHost()
        }
        if let base, !startsWithDriveLetter {
            let first = Array(base.text(base.parts.path).utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
            if Self.isDriveLetter(first[...], normalized: true) { output.segment(first[...]) }
        }
        pathSegments()
    }

    // Spec: https://url.spec.whatwg.org/#file-host-state
    private mutating func fileHost() throws(AddressError) {
        output.begin(scheme: "file".utf8)
        output.openAuthority()
        let end = partEnd()
        // In "file://C:/" the first part is a drive, not a host.
        if Self.isDriveLetter(input[position..<end], normalized: false) { return pathSegments() }
        if position < end { try host(position..<end) }
        position = end
        pathStart()
    }

    // Spec: https://url.spec.whatwg.org/#start-with-a-windows-drive-letter
    private var startsWithDriveLetter: Bool {
        let rest = input[position...]
        guard Self.isDriveLetter(rest.prefix(2), normalized: false) else { return false }
        guard rest.count > 2 else { return true }
        let next = input[position + 2]
        return isSlash(next) || Self.endsPath(next)
    }

    // Spec: https://url.spec.whatwg.org/#windows-drive-letter
    static func isDriveLetter(_ text: ArraySlice<UInt8>, normalized: Bool) -> Bool {
        guard text.count == 2, text[text.startIndex].isASCIILetter else { return false }
        let second = text[text.startIndex + 1]
        return second == UInt8(ascii: ":") || (!normalized && second == UInt8(ascii: "|"))
    }
}
