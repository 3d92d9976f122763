/// One value of a document: its kind and its range of bytes in the input.
///
/// Entries are in document order. A member's name is an entry before that of its value, so the entries inside an object
/// are name, value, name, value …; `next` skips everything inside a value.
struct TapeEntry {
    /// The kind of an entry; `false` and `true` are two kinds, so that their bytes need not be read again.
    enum Kind: UInt8 { case null, `false`, `true`, number, string, name, array, object }

    var kind: Kind
    /// Whether a string or name has escapes, or a number is not an integer of at most 15 digits.
    var isIntricate: Bool
    /// Offset of the first byte; for a string or name after its opening quote.
    var start: UInt32
    /// Offset after the last byte; for a string or name that of its closing quote.
    var end: UInt32
    /// Index of the entry after this value and everything inside it.
    var next: UInt32
}

/// The bytes and the tape of a document, shared by all its nodes.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let tape: [TapeEntry]

    init(bytes: [UInt8], tape: [TapeEntry]) {
        self.bytes = bytes
        self.tape = tape
    }
}
