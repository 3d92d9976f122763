/// One value in a document: a reference to the document and the index of an entry.
package struct JSONNode: Sendable {
    /// The six kinds of JSON values.
    package enum Kind: String, Sendable, Hashable {
        case null
        case bool = "boolean"
        case number
        case string
        case array
        case object
    }

    let storage: JSONStorage
    let entry: Int

    private var tape: TapeEntry { storage.tape[entry] }

    /// The kind of the value.
    package var kind: Kind {
        switch tape.kind {
        case .null: .null
        case .false, .true: .bool
        case .number: .number
        case .string, .name: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The byte offset where the value begins; for a string that of its opening quote.
    package var offset: Int { Int(tape.start) - (tape.kind == .string ? 1 : 0) }

    /// The byte range of the value in the text; for a string without its quotes.
    package var range: Range<Int> { Int(tape.start)..<Int(tape.end) }

    /// Whether the value is a string with escapes, so that offsets in the decoded string and in the text differ.
    package var hasEscapes: Bool { tape.kind == .string && tape.isIntricate }

    /// The decoded string; nil for any other value.
    package var stringValue: String? {
        let tape = tape
        return tape.kind == .string ? Self.text(tape, storage.bytes) : nil
    }

    /// The number as an integer, if it is one (`12`, `1.0`, `1e2`) and fits; else nil.
    ///
    /// A number with a fraction or an exponent is first rounded to a double, and may have a magnitude of at most 2^53.
    package var integerValue: Int64? {
        let tape = tape
        guard tape.kind == .number else { return nil }
        let text = storage.bytes[Int(tape.start)..<Int(tape.end)]
        return tape.isIntricate ? NumberText.integer(text) : NumberText.shortInteger(text)
    }

    /// The nearest double of a number; nil for any other value.
    package var numberValue: Double? {
        let tape = tape
        guard tape.kind == .number else { return nil }
        return NumberText.double(storage.bytes[Int(tape.start)..<Int(tape.end)])
    }

    /// The value of `true` or `false`; nil for any other value.
    package var boolValue: Bool? {
        switch tape.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether the value is `null`.
    package var isNull: Bool { tape.kind == .null }

    /// The elements of an array in order; none for any other value.
    package var elements: JSONElements { JSONElements(self) }

    /// The members of an object in the order of the text; none for any other value.
    package var members: JSONMembers { JSONMembers(self) }

    /// The value of the member with that name; nil if there is none.
    ///
    /// - Complexity: O(members).
    package subscript(name: String) -> JSONNode? {
        for member in members where member.isNamed(name) { return member.value }
        return nil
    }

    /// The element at an index from 0; nil if there is none.
    ///
    /// - Complexity: O(index).
    package subscript(index: Int) -> JSONNode? {
        for (position, element) in elements.enumerated() where position == index { return element }
        return nil
    }

    /// The entries inside this array or object; empty for any other value.
    var inside: Range<Int> {
        let tape = tape
        guard tape.kind == .array || tape.kind == .object else { return 0..<0 }
        return (entry + 1)..<Int(tape.next)
    }

    /// The decoded text of the entry of a string or a name.
    static func text(_ entry: TapeEntry, _ bytes: [UInt8]) -> String {
        let range = Int(entry.start)..<Int(entry.end)
        return entry.isIntricate
            ? String(decoding: JSONText.decode(bytes, range), as: UTF8.self)
            : String(decoding: bytes[range], as: UTF8.self)
    }
}
