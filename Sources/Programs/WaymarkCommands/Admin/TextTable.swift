/// A table of text: headings and rows, each column as wide as its longest cell.
package struct TextTable: Sendable {
    let headings: [String]
    private(set) var rows: [[String]] = []

    /// Makes a table without rows.
    package init(_ headings: String...) { self.headings = headings }

    /// Adds a row; it must have as many cells as there are headings.
    package mutating func add(_ cells: String...) {
        precondition(cells.count == headings.count, "a row has \(cells.count) cells under \(headings.count) headings")
        rows.append(cells)
    }

    /// The lines, without trailing spaces.
    package var lines: [String] {
        let widths = headings.indices.map { column in
            ([headings] + rows).map { Self.width($0[column]) }.max() ?? 0
        }
        return ([headings] + rows).map { cells in
            var line = ""
            for (cell, width) in zip(cells, widths) {
                line += cell + String(repeating: " ", count: width - Self.width(cell) + 2)
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Width of a text in terminal columns: East Asian wide characters and emoji have two.
    private static func width(_ text: String) -> Int {
        text.reduce(0) { sum, character in
            let value = character.unicodeScalars.first?.value ?? 0
            let isWide =
                (0x1100...0x115F).contains(value) || (0x2E80...0xA4CF).contains(value)
                || (0xAC00...0xD7A3).contains(value) || (0xF900...0xFAFF).contains(value)
                || (0xFE30...0xFE6F).contains(value) || (0xFF00...0xFF60).contains(value)
                || (0xFFE0...0xFFE6).contains(value) || (0x1F300...0x1FAFF).contains(value)
            return sum + (isWide ? 2 : 1)
        }
    }
}

extension Int {
    /// The number with a noun: `1 rule`, `2 rules`.
    func counted(_ one: String, _ many: String? = nil) -> String { "\(self) \(self == 1 ? one : many ?? one + "s")" }
}
