/// The URL standard's basic parser, without the state overrides that only its setters need.
///
/// Stages: trim and drop tabs and newlines; find the scheme; then authority, path, query and fragment, each one scan to
/// a range of the input followed by one encoding into the record. Every function is a state of the standard, under its
/// anchor. `CleanScanner` answers for addresses that need no change; both are held equal by a test.
///
/// Spec: <https://url.spec.whatwg.org/#concept-basic-url-parser>.
struct AddressParser {
    let input: [UInt8]
    let base: Address?
    var position = 0
    var record = AddressRecord()
    var kind = SchemeKind.other

    /// Parses a whole text; offsets of errors are the text's own.
    static func record(parsing text: String, base: Address?) throws(AddressError) -> AddressRecord {
        let bytes = Array(text.utf8)
        guard bytes.count <= Limits.addressBytesMax else {
            // DEVIATION: the standard bounds no address; see the limit's reason.
            throw AddressError(
                code: .tooLong, offset: Limits.addressBytesMax,
                detail: "\(bytes.count) bytes, at most \(Limits.addressBytesMax)")
        }
        var parser = AddressParser(input: cleaned(bytes), base: base)
        do throws(AddressError) {
            try parser.parse()
        } catch {
            var error = error
            error.offset = original(offset: error.offset, in: bytes)
            throw error
        }
        return parser.record
    }

    private mutating func parse() throws(AddressError) {
        guard let scheme = scanScheme() else { return try noScheme() }
        setScheme(scheme)
        if kind == .file {
            try file()
        } else if kind.isSpecial {
            // Spec: https://url.spec.whatwg.org/#special-relative-or-authority-state
            if let base, base.parts.kind == kind, !startsWithTwoSlashes {
                try relative(to: base)
            } else {
                try specialAuthorityIgnoringSlashes()
            }
        } else if peek() == UInt8(ascii: "/") {
            // Spec: https://url.spec.whatwg.org/#path-or-authority-state
            position += 1
            if peek() == UInt8(ascii: "/") {
                position += 1
                try authority()
            } else {
                pathSegments()
            }
        } else {
            opaquePath()
        }
    }

    // Spec: https://url.spec.whatwg.org/#scheme-start-state and #scheme-state
    private mutating func scanScheme() -> [UInt8]? {
        guard let first = input.first, first.isASCIILetter else { return nil }
        guard let end = input.firstIndex(where: { !ASCIISet.schemeRest.contains($0) }), input[end] == UInt8(ascii: ":")
        else { return nil }
        position = end + 1
        return input[..<end].map { $0.asciiLowercased }
    }

    // Spec: https://url.spec.whatwg.org/#no-scheme-state
    private mutating func noScheme() throws(AddressError) {
        guard let base else {
            throw AddressError(code: .missingScheme, offset: 0, detail: "no scheme, and no base address")
        }
        if base.hasOpaquePath {
            guard peek() == UInt8(ascii: "#") else {
                throw AddressError(code: .opaqueBase, offset: 0, detail: "the base \(base.scheme): has an opaque path")
            }
            record = AddressRecord(base)
            kind = record.kind
            queryAndFragment()
        } else if base.parts.kind == .file {
            setScheme(Array(base.scheme.utf8))
            try file()
        } else {
            try relative(to: base)
        }
    }

    // Spec: https://url.spec.whatwg.org/#relative-state and #relative-slash-state
    private mutating func relative(to base: Address) throws(AddressError) {
        record = AddressRecord(base)
        kind = record.kind
        record.fragment = nil
        if isSlash(peek()) {
            position += 1
            // For a special scheme the ignored slashes may be of either kind; for the others "//" alone is an authority.
            if isSlash(peek()) {
                position += 1
                record = AddressRecord()
                setScheme(Array(base.scheme.utf8))
                return kind.isSpecial ? try specialAuthorityIgnoringSlashes() : try authority()
            }
            record.path = []
            record.query = nil
            pathSegments()
        } else {
            restOfRelative()
        }
    }

    /// What follows where scheme, host and path are the base's: a query, a fragment, or another last segment.
    mutating func restOfRelative() {
        switch peek() {
        case nil, UInt8(ascii: "#"): queryAndFragment()
        case UInt8(ascii: "?"):
            record.query = nil
            queryAndFragment()
        default:
            record.query = nil
            shortenPath()
            pathSegments()
        }
    }

    // Spec: https://url.spec.whatwg.org/#special-authority-ignore-slashes-state
    private mutating func specialAuthorityIgnoringSlashes() throws(AddressError) {
        while isSlash(peek()) { position += 1 }
        try authority()
    }

    mutating func setScheme(_ scheme: [UInt8]) {
        record.scheme = scheme
        kind = SchemeKind(scheme)
    }
}

/// Reading.
extension AddressParser {
    func peek() -> UInt8? { position < input.count ? input[position] : nil }

    /// `/`, and for special schemes `\` too.
    func isSlash(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && kind.isSpecial)
    }

    private var startsWithTwoSlashes: Bool { input[position...].starts(with: "//".utf8) }

    static func isTabOrNewline(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Without surrounding control characters and spaces, and without tabs and newlines anywhere.
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

    /// The offset in the text as given of an offset in the cleaned text.
    private static func original(offset: Int, in bytes: [UInt8]) -> Int {
        var left = offset
        for index in trimmedRange(of: bytes) where !isTabOrNewline(bytes[index]) {
            if left == 0 { return index }
            left -= 1
        }
        return trimmedRange(of: bytes).upperBound
    }
}
