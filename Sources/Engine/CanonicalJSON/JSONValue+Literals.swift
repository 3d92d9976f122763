extension JSONValue: ExpressibleByNilLiteral {
    /// Makes `null`.
    package init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Makes an integer.
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Makes a number; a whole number becomes an integer.
    package init(floatLiteral value: Double) {
        self = NumberText.exactInteger(value).map(JSONValue.integer) ?? .number(value)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Makes a string.
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object; of two equal names the first is used.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.reduce(into: [:]) { if $0[$1.0] == nil { $0[$1.0] = $1.1 } })
    }
}
