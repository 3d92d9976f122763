// Parsing makes a tape of a text in one pass:
//  1. `read()` checks the size and the byte order mark, parses one value and checks that nothing follows it.
//  2. `value` selects the function for a kind of value by one byte; arrays and objects recurse, up to a depth limit.
//  3. Strings are checked for UTF-8, escapes and surrogates in place; nothing is decoded or copied.
//  4. At the end of an object its names are compared (JSONReader+Names.swift).
// Parsing ends at the first defect; JSONReader+Defects.swift has the messages.

/// Parses strict RFC 8259 into a tape.
struct JSONReader {
    let bytes: [UInt8]
    let limits: JSONLimits
    var index = 0
    var tape: [TapeEntry] = []

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        // A member of a release body has about 24 bytes and two entries.
        tape.reserveCapacity(bytes.count / 12 + 8)
    }

    mutating func read() throws(Defect) {
        guard bytes.count <= limits.bytesMax else {
            throw Defect(
                code: .tooLarge, offset: 0,
                detail: "The document has \(bytes.count) bytes; at most \(limits.bytesMax) are allowed.",
                hint: "Split the document.")
        }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw byteOrderMark() }
        if let defect = wideText() { throw defect }
        try value(depth: 0)
        skipWhitespace()
        guard index == bytes.count else { throw trailingContent() }
    }

    mutating func skipWhitespace() {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte <= ASCII.space,
                byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
            else { return }
            index += 1
        }
    }

    /// Parses one value and the whitespace before it.
    mutating func value(depth: Int) throws(Defect) {
        skipWhitespace()
        guard index < bytes.count else { throw endInsteadOfValue() }
        switch bytes[index] {
        case ASCII.quote: try string(.string)
        case ASCII.openBrace: try object(depth: depth + 1)
        case ASCII.openBracket: try array(depth: depth + 1)
        case ASCII.minus, ASCII.zero...ASCII.nine: try number()
        case 0x74: try word("true", .true)
        case 0x66: try word("false", .false)
        case 0x6E: try word("null", .null)
        default: throw unexpectedValue()
        }
    }

    private mutating func word(_ text: String, _ kind: TapeEntry.Kind) throws(Defect) {
        let start = index
        for byte in text.utf8 {
            guard index < bytes.count, bytes[index] == byte else {
                index = start
                throw unexpectedValue()
            }
            index += 1
        }
        if index < bytes.count, ASCII.isWordByte(bytes[index]) {
            index = start
            throw unexpectedValue()
        }
        append(kind, from: start)
    }

    /// Appends the entry of a value that ends at `index`.
    mutating func append(_ kind: TapeEntry.Kind, from start: Int, intricate: Bool = false) {
        tape.append(
            TapeEntry(
                kind: kind, isIntricate: intricate, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: index), next: UInt32(truncatingIfNeeded: tape.count + 1)))
    }

    private mutating func open(_ kind: TapeEntry.Kind, depth: Int) throws(Defect) -> Int {
        guard depth <= limits.depthMax else {
            throw Defect(
                code: .tooDeep, offset: index,
                detail: "Arrays and objects are nested deeper than \(limits.depthMax) levels.",
                hint: "Make the document flatter.")
        }
        append(kind, from: index)
        index += 1
        return tape.count - 1
    }

    private mutating func close(_ entry: Int) {
        index += 1
        tape[entry].end = UInt32(truncatingIfNeeded: index)
        tape[entry].next = UInt32(truncatingIfNeeded: tape.count)
    }

    private mutating func array(depth: Int) throws(Defect) {
        let entry = try open(.array, depth: depth)
        skipWhitespace()
        if index < bytes.count, bytes[index] == ASCII.closeBracket { return close(entry) }
        while true {
            try value(depth: depth)
            skipWhitespace()
            guard index < bytes.count else { throw unclosed(entry) }
            if bytes[index] == ASCII.closeBracket { return close(entry) }
            guard bytes[index] == ASCII.comma else { throw noComma(in: entry) }
            let comma = index
            index += 1
            skipWhitespace()
            if index < bytes.count, bytes[index] == ASCII.closeBracket { throw trailingComma(at: comma) }
        }
    }

    private mutating func object(depth: Int) throws(Defect) {
        let entry = try open(.object, depth: depth)
        skipWhitespace()
        if index < bytes.count, bytes[index] == ASCII.closeBrace { return close(entry) }
        while true {
            skipWhitespace()
            guard index < bytes.count else { throw unclosed(entry) }
            guard bytes[index] == ASCII.quote else { throw noName() }
            try string(.name)
            skipWhitespace()
            guard index < bytes.count else { throw unclosed(entry) }
            guard bytes[index] == ASCII.colon else { throw noColon() }
            index += 1
            try value(depth: depth)
            skipWhitespace()
            guard index < bytes.count else { throw unclosed(entry) }
            if bytes[index] == ASCII.closeBrace { break }
            guard bytes[index] == ASCII.comma else { throw noComma(in: entry) }
            let comma = index
            index += 1
            skipWhitespace()
            if index < bytes.count, bytes[index] == ASCII.closeBrace { throw trailingComma(at: comma) }
        }
        close(entry)
        try refuseDuplicateNames(in: entry)
    }
}
