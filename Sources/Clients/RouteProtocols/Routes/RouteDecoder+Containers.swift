/// Reads the values of a structure, or of an enum's case.
struct RouteKeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RouteDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    private var reader: RouteFieldReader { decoder.reader }

    init(decoder: RouteDecoder) { self.decoder = decoder }

    /// The name of the enum's case: only an enum asks for all keys.
    var allKeys: [Key] { [reader.fields.name.flatMap { Key(stringValue: $0) }].compactMap(\.self) }

    func contains(_ key: Key) -> Bool { reader.has(key) }
    func decodeNil(forKey key: Key) -> Bool { !reader.has(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.inside(key, .value).value(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        guard decoder.place == .route else { return try decoder.inside(key, .value).container(keyedBy: type) }
        reader.usedName = true
        return try decoder.inside(key, .payload).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.inside(key, .value).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw decoder.error("a route is no class") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.error("a route is no class") }
}

/// Reads the elements of a list.
struct RouteListReader: UnkeyedDecodingContainer {
    let decoder: RouteDecoder
    let texts: [String]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { texts.count }
    var isAtEnd: Bool { currentIndex == texts.count }

    init(decoder: RouteDecoder, texts: [String]) {
        self.decoder = decoder
        self.texts = texts
    }

    private mutating func next() throws(TypedRouteError) -> RouteDecoder {
        guard !isAtEnd else { throw decoder.error("the list has no more elements") }
        defer { currentIndex += 1 }
        return decoder.inside(RouteElement(currentIndex), .element, element: texts[currentIndex])
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().value(type) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}

/// Reads one text.
struct RouteTextReader: SingleValueDecodingContainer {
    let decoder: RouteDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }
    func decode(_ type: String.Type) throws -> String { try decoder.text() }
    func decode(_ type: Bool.Type) throws -> Bool { try number(type, "true or false") }
    func decode(_ type: Double.Type) throws -> Double { try finite(type) }
    func decode(_ type: Float.Type) throws -> Float { try finite(type) }
    func decode(_ type: Int.Type) throws -> Int { try number(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try number(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try number(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try number(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try number(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try number(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try number(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try number(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try number(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try number(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }

    private func number<Value: LosslessStringConvertible>(
        _ type: Value.Type, _ expected: String = "a whole number of this type"
    ) throws(TypedRouteError) -> Value {
        let text = try decoder.text()
        guard let value = Value(text) else { throw decoder.error("\(text) is not \(expected)") }
        return value
    }

    private func finite<Value: LosslessStringConvertible & BinaryFloatingPoint>(
        _ type: Value.Type
    ) throws(TypedRouteError) -> Value {
        let value = try number(type, "a number")
        guard value.isFinite else { throw decoder.error("\(value) is not a number of an address") }
        return value
    }
}
