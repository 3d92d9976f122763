extension JSONValue {
    /// The canonical bytes (RFC 8785): members in UTF-16 order, ECMAScript numbers, no space.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The canonical text.
    package var text: String { String(decoding: canonicalBytes, as: UTF8.self) }
}

extension CanonicalWriter {
    /// Writes a whole value.
    package mutating func value(_ value: JSONValue) {
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
        case .object(let members):
            beginObject()
            for (name, value) in members.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
                self.name(name)
                self.value(value)
            }
            endObject()
        }
    }
}
