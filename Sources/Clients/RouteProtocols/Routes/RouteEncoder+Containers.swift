/// Writes the values of a structure, or of an enum's case.
struct RouteKeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RouteEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) {
        encoder.writer.refuse(codingPath + [key], "an address has no null", hint: "leave out what has no value")
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.inside(key, .value).write(value)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        let before = encoder.writer.fields.items.count + encoder.writer.fields.positional.count
        try encode(value, forKey: key)
        if encoder.writer.fields.items.count + encoder.writer.fields.positional.count == before {
            encoder.writer.refuse(
                codingPath + [key], "an empty list cannot be told from none", hint: "declare the list without `?`")
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        guard encoder.place == .route else { return encoder.inside(key, .value).container(keyedBy: keyType) }
        encoder.writer.fields.name = key.stringValue
        return encoder.inside(key, .payload).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.inside(key, .value).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { refusingSuper() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { refusingSuper() }

    private func refusingSuper() -> RouteEncoder {
        encoder.writer.refuse(codingPath, "a route is no class")
        return encoder
    }
}

/// Writes the elements of a list.
struct RouteListWriter: UnkeyedEncodingContainer {
    let encoder: RouteEncoder
    private(set) var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    init(encoder: RouteEncoder) { self.encoder = encoder }

    private mutating func next() -> RouteEncoder {
        defer { count += 1 }
        return encoder.inside(RouteElement(count), .element)
    }

    mutating func encodeNil() {
        encoder.writer.refuse(codingPath, "a list in an address has no null elements")
        count += 1
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().write(value) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { next().container(keyedBy: keyType) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
}

/// Writes one text.
struct RouteTextWriter: SingleValueEncodingContainer {
    let encoder: RouteEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.writer.refuse(codingPath, "an address has no null") }
    mutating func encode(_ value: String) { encoder.write(value) }
    mutating func encode(_ value: Bool) { encoder.write(value ? "true" : "false") }
    mutating func encode(_ value: Double) { write(value) }
    mutating func encode(_ value: Float) { write(value) }
    mutating func encode(_ value: Int) { encoder.write("\(value)") }
    mutating func encode(_ value: Int8) { encoder.write("\(value)") }
    mutating func encode(_ value: Int16) { encoder.write("\(value)") }
    mutating func encode(_ value: Int32) { encoder.write("\(value)") }
    mutating func encode(_ value: Int64) { encoder.write("\(value)") }
    mutating func encode(_ value: UInt) { encoder.write("\(value)") }
    mutating func encode(_ value: UInt8) { encoder.write("\(value)") }
    mutating func encode(_ value: UInt16) { encoder.write("\(value)") }
    mutating func encode(_ value: UInt32) { encoder.write("\(value)") }
    mutating func encode(_ value: UInt64) { encoder.write("\(value)") }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }

    private func write(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        guard value.isFinite else { return encoder.writer.refuse(codingPath, "\(value) is no number for an address") }
        encoder.write("\(value)")
    }
}
