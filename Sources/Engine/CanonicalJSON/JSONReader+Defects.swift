// The messages for each defect. Parsing ends at the first defect, so these functions may inspect the text around it.
extension JSONReader {
    func byteOrderMark() -> Defect {
        Defect(
            code: .byteOrderMark, offset: 0, detail: "The document begins with a byte order mark.",
            hint: "Save the file as UTF-8 without byte order mark.")
    }

    /// The error for UTF-16 or UTF-32 text: it begins with a byte order mark of theirs, or with an ASCII character beside a
    /// zero; nil for other text.
    func wideText() -> Defect? {
        guard bytes.count >= 4, bytes.count % 2 == 0 else { return nil }
        let (first, second) = (bytes[0], bytes[1])
        let isMarked = (first, second) == (0xFE, 0xFF) || (first, second) == (0xFF, 0xFE)
        let isLittle = second == 0 && (first == ASCII.openBrace || first == ASCII.openBracket)
        guard isMarked || isLittle || first == 0 else { return nil }
        // Code and place are those of the first byte that is not expected, as in earlier versions.
        return Defect(
            code: isMarked ? .missingQuotes : .unexpectedByte, offset: isLittle ? 1 : 0,
            detail: "The document is UTF-16 or UTF-32.", hint: "Save the file as UTF-8.")
    }

    /// The error for a typographic quotation mark at the index, as word processors write them; nil if there is none.
    private func typographicQuote(_ code: JSONError.Code) -> Defect? {
        let marks = ["\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}", "\u{FF02}"]
        guard let mark = marks.first(where: { bytes[index...].starts(with: $0.utf8) }) else { return nil }
        return Defect(
            code: code, offset: index, detail: "\(mark) is a typographic quotation mark.",
            hint: "Write straight double quotes (U+0022).")
    }

    func endInsteadOfValue() -> Defect {
        let empty = tape.isEmpty
        return Defect(
            code: empty ? .empty : .unexpectedEnd, offset: bytes.count,
            detail: empty ? "The document is empty." : "The document ends where a value is expected.",
            hint: empty ? "Send a JSON value." : "The document seems to be truncated.")
    }

    func unclosed(_ entry: Int) -> Defect {
        let isArray = tape[entry].kind == .array
        let opened = JSONPosition(offset: Int(tape[entry].start), in: bytes)
        return Defect(
            code: .unexpectedEnd, offset: bytes.count,
            detail:
                "The document ends inside the \(isArray ? "array" : "object") opened at line \(opened.line), column \(opened.column).",
            hint: "Close it with \"\(isArray ? "]" : "}")\".")
    }

    func unclosedString(_ opening: Int) -> Defect {
        Defect(
            code: .unexpectedEnd, offset: opening, detail: "This string is not closed.",
            hint: "End it with a double quote.")
    }

    func trailingContent() -> Defect {
        if let defect = typographicQuote(.trailingContent) { return defect }
        if isComment(index) { return comment() }
        return Defect(
            code: .trailingContent, offset: index,
            detail: "\(quoted(index)) follows the end of the JSON value.",
            hint: "Remove it; a document has one value.")
    }

    func trailingComma(at comma: Int) -> Defect {
        Defect(
            code: .trailingComma, offset: comma, detail: "No value follows this comma.",
            hint: "Remove the trailing comma.")
    }

    func noComma(in entry: Int) -> Defect {
        if let defect = typographicQuote(.missingComma) { return defect }
        if isComment(index) { return comment() }
        let isArray = tape[entry].kind == .array
        let what = isArray ? "element" : "member"
        let startsValue = startsValue(bytes[index])
        return Defect(
            code: startsValue ? .missingComma : .unexpectedByte, offset: index,
            detail: "Expected \",\" or \"\(isArray ? "]" : "}")\" after the \(what), found \(quoted(index)).",
            hint: startsValue
                ? "Put a comma between \(what)s." : "Remove it, or close the \(isArray ? "array" : "object").")
    }

    func noColon() -> Defect {
        if let defect = typographicQuote(.missingColon) { return defect }
        if isComment(index) { return comment() }
        return Defect(
            code: .missingColon, offset: index, detail: "Expected \":\" after the name, found \(quoted(index)).",
            hint: "Write \"name\": value.")
    }

    func noName() -> Defect {
        if let defect = typographicQuote(.missingQuotes) { return defect }
        if isComment(index) { return comment() }
        let byte = bytes[index]
        if byte == ASCII.comma {
            return Defect(
                code: .unexpectedByte, offset: index, detail: "There is no member before this comma.",
                hint: "Remove the extra comma.")
        }
        let isWord = ASCII.isWordByte(byte) || byte == ASCII.apostrophe
        return Defect(
            code: isWord ? .missingQuotes : .unexpectedByte, offset: index,
            detail: "Expected a name in double quotes, found \(quoted(index)).",
            hint: isWord ? "Write names in double quotes." : "An object has pairs of the form \"name\": value.")
    }

    func unexpectedValue() -> Defect {
        if let defect = typographicQuote(.missingQuotes) { return defect }
        if isComment(index) { return comment() }
        let word = quoted(index)
        func defect(_ code: JSONError.Code, _ hint: String) -> Defect {
            Defect(code: code, offset: index, detail: "Expected a value, found \(word).", hint: hint)
        }
        switch bytes[index] {
        case ASCII.apostrophe: return defect(.missingQuotes, "Write strings in double quotes.")
        case ASCII.comma: return defect(.unexpectedByte, "Remove the extra comma, or write the missing value.")
        case ASCII.plus: return defect(.invalidNumber, "Remove the plus sign.")
        case ASCII.point: return defect(.invalidNumber, "Write a digit before the decimal point.")
        case ASCII.closeBrace, ASCII.closeBracket: return defect(.unexpectedByte, "Write the missing value.")
        case 0xEF where bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]): return byteOrderMark()
        default: break
        }
        switch word.lowercased() {
        case "\"true\"": return defect(.unexpectedByte, "Write true in lower case.")
        case "\"false\"": return defect(.unexpectedByte, "Write false in lower case.")
        case "\"null\"", "\"none\"", "\"nil\"", "\"undefined\"": return defect(.unexpectedByte, "Write null.")
        case "\"nan\"", "\"infinity\"":
            return defect(.invalidNumber, "JSON has no such number; leave it out or write null.")
        default: break
        }
        let isWord = ASCII.isWordByte(bytes[index])
        return defect(
            isWord ? .missingQuotes : .unexpectedByte,
            isWord ? "Write strings in double quotes." : "Remove it, or write a JSON value.")
    }

    func controlCharacter(_ at: Int, opening: Int) -> Defect {
        let isLineEnd = bytes[at] == ASCII.lineFeed || bytes[at] == ASCII.carriageReturn
        let escape = isLineEnd ? "\\n" : bytes[at] == ASCII.tab ? "\\t" : "\\u00" + hex(UInt32(bytes[at]), digits: 2)
        return Defect(
            code: .controlCharacter, offset: at,
            detail: isLineEnd ? "A line ends inside a string." : "A string has an unescaped control character.",
            hint: isLineEnd ? "Close the string with a double quote, or write \(escape)." : "Write \(escape).")
    }

    func invalidUTF8(_ at: Int) -> Defect {
        Defect(
            code: .invalidUTF8, offset: at,
            detail: "The byte 0x\(hex(UInt32(bytes[at]), digits: 2)) is not valid UTF-8 here.",
            hint: "Save the file as UTF-8.")
    }

    func invalidEscape(_ at: Int) -> Defect {
        Defect(
            code: .invalidEscape, offset: at, detail: "\(quoted(at)) is not an escape sequence of JSON.",
            hint:
                "Write \\\\ for a backslash; the escape sequences are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits."
        )
    }

    func loneSurrogate(_ at: Int, _ unit: UInt32) -> Defect {
        Defect(
            code: .loneSurrogate, offset: at, detail: "\\u\(hex(unit, digits: 4)) is half of a surrogate pair.",
            hint: "Write both halves, or the character itself.")
    }

    func invalidNumber(_ start: Int) -> Defect {
        Defect(
            code: .invalidNumber, offset: start, detail: "\(quoted(start)) is not a JSON number.",
            hint: "Write digits, then optionally a point with digits, and an exponent.")
    }

    func leadingZero(_ at: Int) -> Defect {
        Defect(
            code: .invalidNumber, offset: at, detail: "A number begins with an unnecessary zero.",
            hint: "Remove the leading zero, or put the digits in double quotes.")
    }

    func outOfRange(_ start: Int) -> Defect {
        Defect(
            code: .numberOutOfRange, offset: start, detail: "The number is beyond the range of a double.",
            hint: "Write it as a string.")
    }

    private func comment() -> Defect {
        Defect(
            code: .comment, offset: index, detail: "JSON has no comments.",
            hint: "Remove the comment; rules have a \"note\".")
    }

    private func isComment(_ at: Int) -> Bool {
        guard at + 1 < bytes.count, bytes[at] == ASCII.slash else { return false }
        return bytes[at + 1] == ASCII.slash || bytes[at + 1] == 0x2A
    }

    private func startsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.quote, ASCII.openBrace, ASCII.openBracket, ASCII.minus, ASCII.apostrophe: true
        default: ASCII.isWordByte(byte)
        }
    }

    /// The word or character at an offset, in quotes, for a message; at most ``Limits/quotedBytesMax`` bytes.
    private func quoted(_ at: Int) -> String {
        guard at < bytes.count else { return "the end" }
        var end = at + 1
        while end < bytes.count, end - at < Limits.quotedBytesMax, ASCII.isWordByte(bytes[end]),
            ASCII.isWordByte(bytes[at]) || bytes[at] == ASCII.backslash || bytes[at] == ASCII.minus
        {
            end += 1
        }
        // UTF-8 has at most three continuation bytes (RFC 3629 section 3); an invalid text can have any number.
        let limit = min(bytes.count, end + 3)
        while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return "\"\(String(decoding: bytes[at..<end], as: UTF8.self))\""
    }

    private func hex(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
