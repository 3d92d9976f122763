import SQLKit
import TestSupport
import Testing

@Suite("The row of a query", .scheduled)
struct RowTests {
    /// A row of integers, texts and NULL, without a database.
    private final class Columns: SQLRowSource {
        let values: [SQLValue]

        init(_ values: [SQLValue]) { self.values = values }

        func isNull(_ column: Int) -> Bool { values[column] == .null }

        func integer(_ column: Int) -> Int {
            if case .integer(let integer) = values[column] { integer } else { 0 }
        }

        func text(_ column: Int) -> String {
            if case .text(let text) = values[column] { text } else { "" }
        }

        func append(_ column: Int, to buffer: inout [UInt8]) {
            if case .blob(let bytes) = values[column] { buffer += bytes }
        }
    }

    @Test("NULL is nil for the optional kinds, and 0, false or empty for the others")
    func null() {
        let row = SQLRow(Columns([.null]))
        let isNull = row.isNull(0)
        #expect(isNull)
        let optional = (row.optionalInteger(0), row.optionalText(0), row.optionalBytes(0))
        #expect(optional.0 == nil && optional.1 == nil && optional.2 == nil)
        let plain = (row.integer(0), row.flag(0), row.text(0), row.bytes(0))
        #expect(plain.0 == 0 && !plain.1 && plain.2.isEmpty && plain.3.isEmpty)
    }

    @Test("A value is read by each kind of its type, and bytes are appended")
    func values() {
        let row = SQLRow(Columns([.integer(2), .text("é"), .blob([1, 2])]))
        let integer = (row.integer(0), row.optionalInteger(0), row.flag(0))
        #expect(integer.0 == 2 && integer.1 == 2 && integer.2)
        let text = (row.text(1), row.optionalText(1))
        #expect(text.0 == "é" && text.1 == "é")
        var buffer: [UInt8] = [0]
        row.append(2, to: &buffer)
        let bytes = (row.bytes(2), row.optionalBytes(2))
        #expect(buffer == [0, 1, 2] && bytes.0 == [1, 2] && bytes.1 == [1, 2])
    }

    @Test("Values that may be absent are NULL, and flags are 0 or 1")
    func parameters() {
        #expect(SQLValue.optional(nil as Int?) == .null && SQLValue.optional(3) == .integer(3))
        #expect(SQLValue.optional(nil as String?) == .null && SQLValue.optional("a") == .text("a"))
        #expect(SQLValue.optional(utf8: nil) == .null && SQLValue.optional(utf8: [97]) == .utf8([97]))
        #expect(SQLValue.flag(true) == .integer(1) && SQLValue.flag(false) == .integer(0))
    }
}
