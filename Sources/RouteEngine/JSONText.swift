/// Writes JSON as bytes, from fixed texts and values.
///
/// The fixed texts contain the braces, commas and names in canonical order. For an answer of known shape this takes a
/// third of the time and of the code of a writer that keeps track of what is open.
struct JSONText {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Appends a fixed text as it is.
    mutating func literal(_ text: StaticString) {
        // A static string of more than one scalar is UTF-8 in the program's constants, with this length.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a string with quotes and escapes (RFC 8785 section 3.2.2.2).
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if bytes[start...].contains(where: Self.needsEscape) { escape(from: start) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an integer.
    mutating func integer(_ number: Int) { integer(Int64(number)) }

    /// Appends an integer of 64 bits, which `Int` may not have.
    mutating func integer(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var digits: [UInt8] = []
        repeat {
            digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        for digit in digits.reversed() { bytes.append(digit) }
    }

    /// Appends elements with commas between them, in brackets.
    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for index in elements.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, elements[index])
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a value that is JSON already.
    mutating func value(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(from start: Int) {
        let plain = Array(bytes[start...])
        bytes.removeLast(plain.count)
        for byte in plain {
            guard Self.needsEscape(byte) else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            case 0x20...: bytes.append(byte)
            default:
                literal("u00")
                bytes.append(UInt8(ascii: "0") + byte >> 4)
                bytes.append((byte & 15) + ((byte & 15) < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
    }
}
