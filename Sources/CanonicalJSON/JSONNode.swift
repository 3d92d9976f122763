/// One value inside a document; a reference and an index, cheap to pass around.
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

    init(storage: JSONStorage, entry: Int) {
        self.storage = storage
        self.entry = entry
    }

    private var tape: TapeEntry { storage.tape[entry] }

    /// What the value is.
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

    /// Where the value begins, in bytes; a string's opening quote.
    package var offset: Int { Int(tape.start) - (tape.kind == .string ? 1 : 0) }

    /// The bytes of the value in the text; a string's without its quotes.
    package var range: Range<Int> { Int(tape.start)..<Int(tape.end) }

    /// Says whether a string holds escapes, so that offsets in its meaning and in the text differ.
    package var hasEscapes: Bool { tape.kind == .string && tape.isIntricate }

    /// The text of a string, else nil.
    package var stringValue: String? {
        let tape = tape
        return tape.kind == .string ? Self.text(tape, storage.bytes) : nil
    }

    /// The number as an integer where it is one exactly (`12`, `1.0`, `1e2`) and fits, else nil.
    package var integerValue: Int64? {
        let tape = tape
        guard tape.kind == .number else { return nil }
        let text = storage.bytes[Int(tape.start)..<Int(tape.end)]
        return tape.isIntricate ? NumberText.integer(text) : NumberText.shortInteger(text)
    }

    /// The nearest double of a number, else nil.
    package var numberValue: Double? {
        let tape = tape
        guard tape.kind == .number else { return nil }
        return NumberText.double(storage.bytes[Int(tape.start)..<Int(tape.end)])
    }

    /// The value of `true` or `false`, else nil.
    package var boolValue: Bool? {
        switch tape.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Says whether the value is `null`.
    package var isNull: Bool { tape.kind == .null }

    /// The elements of an array in order; of anything else none.
    package var elements: JSONElements { JSONElements(self) }

    /// The members of an object in the order of the text; of anything else none.
    package var members: JSONMembers { JSONMembers(self) }

    /// The member's value of that name.
    ///
    /// - Complexity: O(members).
    package subscript(name: String) -> JSONNode? {
        for member in members where member.isNamed(name) { return member.value }
        return nil
    }

    /// The element at an index, from 0.
    ///
    /// - Complexity: O(index).
    package subscript(index: Int) -> JSONNode? {
        for (position, element) in elements.enumerated() where position == index { return element }
        return nil
    }

    /// The entries right inside this container.
    var inside: Range<Int> {
        let tape = tape
        guard tape.kind == .array || tape.kind == .object else { return 0..<0 }
        return (entry + 1)..<Int(tape.next)
    }

    /// The decoded text of a string's or a name's entry.
    static func text(_ entry: TapeEntry, _ bytes: [UInt8]) -> String {
        let range = Int(entry.start)..<Int(entry.end)
        return entry.isIntricate
            ? String(decoding: JSONText.decode(bytes, range), as: UTF8.self)
            : String(decoding: bytes[range], as: UTF8.self)
    }
}
