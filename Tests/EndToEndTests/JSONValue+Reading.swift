import CanonicalJSON

/// Short ways to read an answer in a test; what is missing reads as null, empty or nil.
extension JSONValue {
    subscript(name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var number: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
