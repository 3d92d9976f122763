import Foundation

/// Returns the values of a route, and records which were used.
final class RouteFieldReader {
    let fields: RouteFields
    var usedName = false
    var usedPositions = 0

    init(_ fields: RouteFields) { self.fields = fields }

    /// The texts of a value.
    func texts(_ key: any CodingKey) -> [String] {
        guard let position = RouteKey.position(key) else { return fields.texts(key.stringValue) }
        guard fields.positional.indices.contains(position) else { return [] }
        usedPositions = max(usedPositions, position + 1)
        return [fields.positional[position]]
    }

    /// Whether there is a text for a value.
    func has(_ key: any CodingKey) -> Bool {
        guard let position = RouteKey.position(key) else { return !fields.texts(key.stringValue).isEmpty }
        return fields.positional.indices.contains(position)
    }
}

/// Reads a typed route from texts, by the calls that the compiler's Codable conformance makes.
struct RouteDecoder: Decoder {
    let reader: RouteFieldReader
    let place: RoutePlace
    let codingPath: [any CodingKey]
    /// The text of an element of a list.
    var element: String?
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard place == .route || place == .payload else {
            throw error("an address has texts, numbers, Booleans and lists of them, and no structures")
        }
        return KeyedDecodingContainer(RouteKeyedReader<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard place == .value, let key = codingPath.last else { throw error("an address has no list here") }
        return RouteListReader(decoder: self, texts: reader.texts(key))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { RouteTextReader(decoder: self) }

    /// The decoder of a value inside.
    func inside(_ key: any CodingKey, _ place: RoutePlace, element: String? = nil) -> RouteDecoder {
        RouteDecoder(reader: reader, place: place, codingPath: codingPath + [key], element: element)
    }

    /// An error at this place.
    func error(_ detail: String) -> TypedRouteError {
        TypedRouteError(place: RouteFieldWriter.text(codingPath), detail: detail)
    }

    /// The text at this place.
    func text() throws(TypedRouteError) -> String {
        if let element { return element }
        guard place != .route, let key = codingPath.last else {
            reader.usedName = true
            return reader.fields.name ?? ""
        }
        guard let text = reader.texts(key).first else { throw error("it is missing") }
        return text
    }

    /// The value at this place.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard type == URL.self else { return try Value(from: self) }
        let text = try text()
        guard let url = URL(string: text) as? Value else { throw error("\(text) is no address") }
        return url
    }
}
