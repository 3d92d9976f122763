/// The basic URL parser of the standard, without the state overrides of its setters.
///
/// Stages: trim the input and remove tabs and newlines; find the scheme; then authority, path, query and fragment, each
/// scanned to a range of the input and encoded into the output. Each function is a state of the standard, with its
/// anchor. `CleanScanner` parses addresses that need no change; a test compares both.
///
/// Spec: <https://url.spec.whatwg.org/#concept-basic-url-parser>.
struct AddressParser {
    let input: [UInt8]
    let base: Address?
    var position = 0
    var output: AddressWriter

    /// Parses a text; offsets of errors count in this text.
    static func address(parsing text: String, base: Address?) throws(AddressError) -> Address {
        let bytes = Array(text.utf8)
        guard bytes.count <= Limits.addressBytesMax else {
            // DEVIATION: the standard has no limit; see the reason of `addressBytesMax`.
            throw AddressError(
                code: .tooLong, offset: Limits.addressBytesMax,
                detail: "\(bytes.count) bytes, at most \(Limits.addressBytesMax)")
        }
        // Capacity for the input, and some added slashes and escapes.
        let capacity = bytes.count + 32
        var parser = AddressParser(input: cleaned(bytes), base: base, output: AddressWriter(capacity: capacity))
        do throws(AddressError) {
            try parser.parse()
        } catch {
            var error = error
            error.offset = original(offset: error.offset, in: bytes)
            throw error
        }
        return Address(parser.output)
    }

    private mutating func parse() throws(AddressError) {
        guard let end = schemeEnd() else { return try noScheme() }
        output.begin(scheme: input[..<end])
        position = end + 1
        if output.parts.kind == .file {
            try file()
        } else if isSpecial {
            // Spec: https://url.spec.whatwg.org/#special-relative-or-authority-state
            if let base, base.parts.kind == output.parts.kind, !startsWithTwoSlashes {
                try relative(to: base)
            } else {
                try authority(ignoringSlashes: true)
            }
        } else if peek() == UInt8(ascii: "/") {
            // Spec: https://url.spec.whatwg.org/#path-or-authority-state
            position += 1
            if peek() == UInt8(ascii: "/") {
                position += 1
                try authority(ignoringSlashes: false)
            } else {
                pathSegments()
            }
        } else {
            opaquePath()
        }
        output.finish()
    }

    // Spec: https://url.spec.whatwg.org/#scheme-start-state and #scheme-state
    private func schemeEnd() -> Int? {
        guard let first = input.first, first.isASCIILetter,
            let end = input.firstIndex(where: { !ASCIISet.schemeRest.contains($0) }), input[end] == UInt8(ascii: ":")
        else { return nil }
        return end
    }

    // Spec: https://url.spec.whatwg.org/#no-scheme-state
    private mutating func noScheme() throws(AddressError) {
        guard let base else {
            throw AddressError(code: .missingScheme, offset: 0, detail: "it has no scheme")
        }
        if base.hasOpaquePath {
            guard peek() == UInt8(ascii: "#") else {
                throw AddressError(code: .opaqueBase, offset: 0, detail: "the base \(base.scheme): has an opaque path")
            }
            output.copy(base, through: .query)
            fragment()
        } else if base.parts.kind == .file {
            try file()
        } else {
            try relative(to: base)
        }
        output.finish()
    }

    // Spec: https://url.spec.whatwg.org/#relative-state and #relative-slash-state
    private mutating func relative(to base: Address) throws(AddressError) {
        output.copy(base, through: .authority)
        guard isSlash(peek()) else { return restOfRelative(to: base) }
        position += 1
        guard isSlash(peek()) else { return pathSegments() }
        position += 1
        output.begin(scheme: base.text(base.parts.scheme).utf8)
        // A special scheme skips further slashes of either kind; for others exactly "//" begins an authority.
        try authority(ignoringSlashes: isSpecial)
    }

    /// Parses the rest of a relative address without slashes: a query, a fragment, or a new last segment.
    mutating func restOfRelative(to base: Address) {
        switch peek() {
        case nil, UInt8(ascii: "#"):
            output.copy(base, through: .query)
            fragment()
        case UInt8(ascii: "?"):
            output.copy(base, through: .path)
            queryAndFragment()
        default:
            output.copy(base, through: .path)
            output.shortenPath()
            pathSegments()
        }
    }
}

/// Access to the input.
extension AddressParser {
    var isSpecial: Bool { output.parts.isSpecial }

    func peek() -> UInt8? { position < input.count ? input[position] : nil }

    /// Whether a byte is `/`, or for special schemes also `\`.
    func isSlash(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && isSpecial)
    }

    /// The end of the part that begins at the position: a slash, `?`, `#` or the end of the input.
    func partEnd() -> Int {
        var index = position
        while index < input.count, !isSlash(input[index]), !Self.endsPath(input[index]) { index += 1 }
        return index
    }

    static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

    static func isTabOrNewline(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private var startsWithTwoSlashes: Bool { input[position...].starts(with: "//".utf8) }

    /// Removes control characters and spaces at both ends, and all tabs and newlines.
    private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        let range = trimmedRange(of: bytes)
        if !bytes.contains(where: isTabOrNewline) { return range == bytes.indices ? bytes : Array(bytes[range]) }
        return bytes[range].filter { !isTabOrNewline($0) }
    }

    private static func trimmedRange(of bytes: [UInt8]) -> Range<Int> {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return 0..<0 }
        return first..<last + 1
    }

    /// Converts an offset in the cleaned text to an offset in the given text.
    private static func original(offset: Int, in bytes: [UInt8]) -> Int {
        var left = offset
        for index in trimmedRange(of: bytes) where !isTabOrNewline(bytes[index]) {
            if left == 0 { return index }
            left -= 1
        }
        return trimmedRange(of: bytes).upperBound
    }
}
