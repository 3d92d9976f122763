/// A parsed JSON text: its bytes and a flat tape (an array of entries) over them.
///
/// Strict RFC 8259: duplicate names, lone surrogates, invalid UTF-8, a byte order mark and numbers beyond a double are
/// refused. A node's text is copied only when it is read.
package struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// Parses a text.
    ///
    /// - Throws: ``JSONError`` for the first defect, with line, column and hint.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits)
        do {
            try reader.read()
        } catch {
            throw error.located(in: bytes)
        }
        storage = JSONStorage(bytes: bytes, tape: reader.tape)
    }

    /// Parses a string.
    ///
    /// - Throws: ``JSONError`` for the first defect, with line, column and hint.
    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The value of the document.
    package var root: JSONNode { JSONNode(storage: storage, entry: 0) }

    /// The bytes of the text.
    package var bytes: [UInt8] { storage.bytes }

    /// The line and column of a byte offset.
    ///
    /// - Complexity: O(offset); for many offsets use ``positions(at:)``.
    package func position(at offset: Int) -> JSONPosition {
        JSONPosition(offset: offset, in: storage.bytes)
    }

    /// The lines and columns of byte offsets, in the order given, computed in one pass over the text.
    package func positions(at offsets: [Int]) -> [JSONPosition] {
        var positions = Array(repeating: JSONPosition(line: 1, column: 1), count: offsets.count)
        var sweep = PositionSweep()
        for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            sweep.advance(to: offsets[index], in: storage.bytes)
            positions[index] = sweep.position
        }
        return positions
    }
}
