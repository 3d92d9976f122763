/// A place in a text as an editor shows it.
package struct JSONPosition: Sendable, Hashable, Comparable {
    /// The line, from 1.
    ///
    /// Lines end with LF, CR LF or CR.
    package var line: Int
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int

    /// Makes a position from its numbers.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Finds the position of a byte offset by reading everything before it.
    package init(offset: Int, in bytes: [UInt8]) {
        var sweep = PositionSweep()
        sweep.advance(to: offset, in: bytes)
        self = sweep.position
    }

    /// Orders positions as they stand in the text.
    package static func < (a: JSONPosition, b: JSONPosition) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}

/// Walks a text once and knows the position at every byte; what makes many findings cost one pass.
struct PositionSweep {
    private(set) var position = JSONPosition(line: 1, column: 1)
    private var offset = 0

    mutating func advance(to target: Int, in bytes: [UInt8]) {
        let end = min(target, bytes.count)
        while offset < end {
            step(bytes[offset], next: offset + 1 < bytes.count ? bytes[offset + 1] : nil)
            offset += 1
        }
    }

    private mutating func step(_ byte: UInt8, next: UInt8?) {
        let endsLine = byte == ASCII.lineFeed || (byte == ASCII.carriageReturn && next != ASCII.lineFeed)
        if endsLine {
            position = JSONPosition(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            position.column += 1
        }
    }
}
