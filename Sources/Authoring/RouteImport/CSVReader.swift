/// Reads comma-separated values (RFC 4180): cells in double quotes may contain commas, line breaks and doubled quotes.
///
/// Lines end with LF or CRLF; empty lines are left out.
struct CSVReader {
    /// One cell with its place.
    struct Cell: Sendable, Hashable {
        var text: String
        /// From 1.
        let line: Int
        /// From 1, in Unicode scalars.
        let column: Int
    }

    /// Why the text cannot be read on.
    struct Defect: Error, Sendable, Hashable {
        let line: Int
        let column: Int
        let detail: String
        let hint: String
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The cells of the next line; nil at the end.
    mutating func next() throws(Defect) -> [Cell]? {
        while index < bytes.count, isLineEnd { advance() }
        guard index < bytes.count else { return nil }
        var cells: [Cell] = []
        while true {
            guard cells.count < ImportLimits.cellsMax else {
                throw defect("the line has more than \(ImportLimits.cellsMax) cells", "write one rule a line")
            }
            cells.append(try cell())
            guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return cells }
            advance()
        }
    }

    private var isLineEnd: Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }

    private mutating func cell() throws(Defect) -> Cell {
        let (line, column) = (self.line, self.column)
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            let start = index
            while index < bytes.count, !isLineEnd, bytes[index] != UInt8(ascii: ",") {
                guard bytes[index] != UInt8(ascii: "\"") else {
                    throw defect(
                        "there is a quotation mark inside of a cell without quotes",
                        "put the whole cell in quotes, and double the quotation marks inside of it")
                }
                advance()
            }
            return Cell(text: String(decoding: bytes[start..<index], as: UTF8.self), line: line, column: column)
        }
        advance()
        var text: [UInt8] = []
        while true {
            guard index < bytes.count else {
                throw Defect(
                    line: line, column: column, detail: "this quoted cell is not closed",
                    hint: "end it with a quotation mark")
            }
            let byte = bytes[index]
            advance()
            guard byte == UInt8(ascii: "\"") else {
                text.append(byte)
                continue
            }
            guard index < bytes.count, bytes[index] == byte else { break }
            text.append(byte)
            advance()
        }
        guard index == bytes.count || isLineEnd || bytes[index] == UInt8(ascii: ",") else {
            throw defect(
                "there is text after the end of a quoted cell", "double the quotation marks inside of the cell")
        }
        return Cell(text: String(decoding: text, as: UTF8.self), line: line, column: column)
    }

    private mutating func advance() {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A {
            (line, column) = (line + 1, 1)
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    private func defect(_ detail: String, _ hint: String) -> Defect {
        Defect(line: line, column: column, detail: detail, hint: hint)
    }
}
