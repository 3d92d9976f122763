/// One value of a document: what it is and which bytes of the input hold it.
///
/// Entries stand in document order. A member's name is an entry of its own right before its value, so an object's
/// entries are name, value, name, value …; `next` jumps over everything inside.
struct TapeEntry {
    /// What the value is; false and true are apart so that no bytes need be read again.
    enum Kind: UInt8 { case null, `false`, `true`, number, string, name, array, object }

    var kind: Kind
    /// A string or name that needs decoding, or a number that is not a plain integer.
    var isIntricate: Bool
    /// First byte: a string's after its quote, another value's own.
    var start: UInt32
    /// One past the last byte: a string's closing quote, another value's own end.
    var end: UInt32
    /// The entry after this value and all it holds.
    var next: UInt32
}

/// The bytes of a document and the tape over them, shared by all its nodes.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let tape: [TapeEntry]

    init(bytes: [UInt8], tape: [TapeEntry]) {
        self.bytes = bytes
        self.tape = tape
    }
}
