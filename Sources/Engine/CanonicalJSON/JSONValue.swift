/// A JSON value that does not belong to a document.
///
/// Parsed whole numbers with a magnitude of at most 2^53 are always `.integer`, also if written `1.0` or `1e2`, so that
/// equal numbers are equal values.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
    /// An object in which names are canonically equivalent, so that a dictionary would keep one of them.
    case twins([(key: String, value: JSONValue)])

    /// Compares canonical forms: texts and names that are canonically equivalent in Unicode have different bytes.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        // The most frequent questions, for which a large document need not be written.
        case (.null, .null): true
        case (.null, _), (_, .null): false
        default: left.canonicalBytes == right.canonicalBytes
        }
    }

    /// Hashes the canonical form.
    package func hash(into hasher: inout Hasher) { hasher.combine(canonicalBytes) }

    /// The value of the member with exactly the bytes of that name; nil if there is none.
    package subscript(name: String) -> JSONValue? {
        switch self {
        case .object(let members):
            guard let index = members.index(forKey: name), members[index].key.utf8.elementsEqual(name.utf8) else {
                return nil
            }
            return members[index].value
        case .twins(let members): return members.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
        default: return nil
        }
    }

    /// The element at an index from 0; nil if there is none.
    package subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { return elements[index] }
        return nil
    }

    /// The string; nil for any other value.
    package var stringValue: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The integer; nil for any other value.
    package var integerValue: Int64? {
        if case .integer(let number) = self { return number }
        return nil
    }

    /// The value of `true` or `false`; nil for any other value.
    package var boolValue: Bool? {
        if case .bool(let flag) = self { return flag }
        return nil
    }

    /// The elements of an array; nil for any other value.
    package var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { return elements }
        return nil
    }

    /// The members of an object, the first of those with equivalent names; nil for any other value.
    package var objectValue: [String: JSONValue]? {
        switch self {
        case .object(let members): members
        case .twins(let members): members.reduce(into: [:]) { if $0[$1.key] == nil { $0[$1.key] = $1.value } }
        default: nil
        }
    }
}

extension JSONValue {
    /// Parses a text.
    ///
    /// - Throws: ``JSONError`` for the first defect, with line, column and hint.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONDocument(parsing: bytes, limits: limits).root.value
    }
}

extension JSONNode {
    /// A copy of the node and everything inside it.
    package var value: JSONValue {
        switch kind {
        case .null: .null
        case .bool: .bool(boolValue ?? false)
        case .string: .string(stringValue ?? "")
        case .array: .array(elements.map({ $0.value }))
        case .object: objectValue
        case .number: numericValue
        }
    }

    private var objectValue: JSONValue {
        var values: [String: JSONValue] = [:]
        for member in members { values[member.name] = member.value.value }
        if values.count == members.count { return .object(values) }
        return .twins(members.map { (key: $0.name, value: $0.value.value) })
    }

    private var numericValue: JSONValue {
        let number = numberValue ?? 0
        if let integer = NumberText.exactInteger(number) { return .integer(integer) }
        return .number(number)
    }
}

extension JSONValue {
    /// The canonical form (RFC 8785): members in UTF-16 order, numbers as in ECMAScript, no whitespace.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The canonical form as a string.
    package var text: String { String(decoding: canonicalBytes, as: UTF8.self) }
}

extension CanonicalWriter {
    /// Writes a value with everything inside it.
    mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        case .number(let number): self.number(number)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members): object(Array(members))
        case .twins(let members): object(members)
        }
    }

    private mutating func object(_ members: [(key: String, value: JSONValue)]) {
        beginObject()
        for (name, value) in members.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
            self.name(name)
            self.value(value)
        }
        endObject()
    }
}
