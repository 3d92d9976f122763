/// A line and a column, as an editor shows them.
package struct JSONPosition: Sendable, Comparable {
    /// The line, from 1.
    ///
    /// Lines end with LF, CR LF or CR.
    package var line: Int
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int

    /// Makes a position from line and column.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of a byte offset.
    ///
    /// - Complexity: O(offset).
    init(offset: Int, in bytes: [UInt8]) {
        var sweep = PositionSweep()
        sweep.advance(to: offset, in: bytes)
        self = sweep.position
    }

    /// Orders positions by line, then by column.
    package static func < (a: JSONPosition, b: JSONPosition) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}

/// Counts lines and columns in one pass over a text, for many offsets in ascending order.
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
