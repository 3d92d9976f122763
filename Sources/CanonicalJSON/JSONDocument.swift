/// A JSON text that was read and found right: its bytes and a flat tape over them.
///
/// Strict RFC 8259: duplicate names, lone surrogates, invalid UTF-8, a byte order mark and numbers beyond a double are
/// refused. No text is copied until a node is asked for it.
package struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// Reads a text.
    ///
    /// - Throws: ``JSONError`` with line, column and hint for the first defect.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits)
        do {
            try reader.read()
        } catch {
            throw error.located(in: bytes)
        }
        storage = JSONStorage(bytes: bytes, tape: reader.tape)
    }

    /// Reads a text that is already a string.
    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The one value of the document.
    package var root: JSONNode { JSONNode(storage: storage, entry: 0) }

    /// The bytes that were read.
    package var bytes: [UInt8] { storage.bytes }

    /// The line and column of a byte offset.
    ///
    /// - Complexity: O(offset); use ``positions(at:)`` for many.
    package func position(at offset: Int) -> JSONPosition {
        JSONPosition(offset: offset, in: storage.bytes)
    }

    /// The lines and columns of many byte offsets, in their order, for one pass over the text.
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
