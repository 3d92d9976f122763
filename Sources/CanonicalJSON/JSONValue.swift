/// A JSON value on its own, without a text behind it.
///
/// Integers of at most 2^53 are always `.integer`, whatever their spelling, so equal numbers are equal values.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The member of that name, where this is an object that has it.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { return members[name] }
        return nil
    }

    /// The element at that index, where this is an array that has it.
    package subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { return elements[index] }
        return nil
    }

    /// The text of a string, else nil.
    package var stringValue: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The integer, else nil.
    package var integerValue: Int64? {
        if case .integer(let number) = self { return number }
        return nil
    }

    /// The truth value, else nil.
    package var boolValue: Bool? {
        if case .bool(let flag) = self { return flag }
        return nil
    }

    /// The elements of an array, else nil.
    package var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { return elements }
        return nil
    }

    /// The members of an object, else nil.
    package var objectValue: [String: JSONValue]? {
        if case .object(let members) = self { return members }
        return nil
    }
}

extension JSONValue {
    /// Reads a text into a value.
    ///
    /// - Throws: ``JSONError`` with line, column and hint.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONDocument(parsing: bytes, limits: limits).root.value
    }
}

extension JSONNode {
    /// The node and all it holds as a value of its own.
    package var value: JSONValue {
        switch kind {
        case .null: .null
        case .bool: .bool(boolValue ?? false)
        case .string: .string(stringValue ?? "")
        case .array: .array(elements.map(\.value))
        case .object:
            .object(Dictionary(members.map { ($0.name, $0.value.value) }, uniquingKeysWith: { first, _ in first }))
        case .number: numericValue
        }
    }

    private var numericValue: JSONValue {
        let number = numberValue ?? 0
        if let integer = NumberText.exactInteger(number) { return .integer(integer) }
        return .number(number)
    }
}
