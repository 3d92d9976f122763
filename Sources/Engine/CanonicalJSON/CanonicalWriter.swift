/// Writes canonical JSON (RFC 8785) directly to bytes, for encoders that would otherwise build many values.
///
/// The caller writes the members of each object in UTF-16 order; debug builds trap if one is out of order.
package struct CanonicalWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    /// Whether a comma must precede the next value or name.
    private var needsComma = false
    #if DEBUG
    /// The last name of each open object, to check the order; the entry of an array is unused.
    private var lastNames: [String?] = []
    #endif

    /// Makes an empty writer with a capacity in bytes.
    package init(reserving capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Opens an object.
    package mutating func beginObject() {
        open(ASCII.openBrace)
    }

    /// Closes the innermost open object.
    package mutating func endObject() {
        close(ASCII.closeBrace)
    }

    /// Opens an array.
    package mutating func beginArray() {
        open(ASCII.openBracket)
    }

    /// Closes the innermost open array.
    package mutating func endArray() {
        close(ASCII.closeBracket)
    }

    /// Writes a member's name; its value must follow.
    package mutating func name(_ name: String) {
        #if DEBUG
        checkOrder(name)
        #endif
        string(name)
        bytes.append(ASCII.colon)
        needsComma = false
    }

    /// Writes a member's name that needs no escapes; its value must follow.
    package mutating func name(_ name: CanonicalName) {
        #if DEBUG
        checkOrder(name.text)
        precondition(name.text.utf8.allSatisfy { $0 < 0x80 && !Self.needsEscape($0) }, "\"\(name.text)\" needs escapes")
        #endif
        if needsComma { bytes.append(ASCII.comma) }
        bytes.append(ASCII.quote)
        name.append(to: &bytes)
        bytes.append(ASCII.quote)
        bytes.append(ASCII.colon)
        needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        separate()
        bytes.append(ASCII.quote)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if Self.needsEscape(bytes, from: start) {
            bytes.removeSubrange(start...)
            appendEscaped(text.utf8)
        }
        bytes.append(ASCII.quote)
    }

    /// Writes an integer; beyond 2^53 it is rounded to a double, as RFC 8785 requires for every number.
    package mutating func integer(_ number: Int64) {
        guard number.magnitude <= Limits.exactIntegerMax.magnitude else { return self.number(Double(number)) }
        separate()
        appendDigits(number)
    }

    /// Writes an integer, as ``integer(_:)`` of `Int64`.
    package mutating func integer(_ number: Int) {
        integer(Int64(number))
    }

    /// Writes a finite number; traps for infinities and NaN.
    package mutating func number(_ number: Double) {
        separate()
        NumberText.append(number, to: &bytes)
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes an array of strings.
    package mutating func strings(_ texts: some Sequence<String>) {
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    /// Writes bytes that are a canonical value already; they are not checked.
    package mutating func raw(_ canonical: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: canonical)
    }

    #if DEBUG
    private mutating func checkOrder(_ name: String) {
        if let last = lastNames.last ?? nil {
            precondition(NameOrder.precedes(last, name), "\"\(name)\" after \"\(last)\" is not in canonical order")
        }
        if !lastNames.isEmpty { lastNames[lastNames.count - 1] = name }
    }
    #endif

    private mutating func open(_ byte: UInt8) {
        separate()
        bytes.append(byte)
        needsComma = false
        #if DEBUG
        lastNames.append(nil)
        #endif
    }

    private mutating func close(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
        #if DEBUG
        precondition(lastNames.popLast() != nil, "an object or array is closed that is not open")
        #endif
    }

    private mutating func separate() {
        if needsComma { bytes.append(ASCII.comma) }
        needsComma = true
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash
    }

    /// Whether a byte from `start` on needs an escape.
    private static func needsEscape(_ bytes: [UInt8], from start: Int) -> Bool {
        for index in start..<bytes.count where needsEscape(bytes[index]) { return true }
        return false
    }

    /// Appends text with escapes (RFC 8785 section 3.2.2.2): two characters if possible, else `\u00xx` in lower case.
    private mutating func appendEscaped(_ text: some Sequence<UInt8>) {
        for byte in text {
            guard Self.needsEscape(byte) else {
                bytes.append(byte)
                continue
            }
            bytes.append(ASCII.backslash)
            switch byte {
            case ASCII.quote, ASCII.backslash: bytes.append(byte)
            case 0x08: bytes.append(0x62)
            case 0x09: bytes.append(0x74)
            case 0x0A: bytes.append(0x6E)
            case 0x0C: bytes.append(0x66)
            case 0x0D: bytes.append(0x72)
            default:
                bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
                bytes.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
            }
        }
    }

    private mutating func appendDigits(_ number: Int64) {
        if number >= 0, number < 10 { return bytes.append(ASCII.zero + UInt8(number)) }
        if number < 0 { bytes.append(ASCII.minus) }
        let start = bytes.count
        var rest = number.magnitude
        while rest > 0 {
            bytes.append(ASCII.zero + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }
}
