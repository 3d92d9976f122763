import Foundation
import RouteParameters

/// Collects the values of a route, and the first that is no text.
final class RouteFieldWriter {
    var fields = RouteFields()
    private(set) var problem: TypedRouteError?

    /// Records that a value cannot be written, unless another was recorded before.
    func refuse(_ path: [any CodingKey], _ detail: String, hint: String? = nil) {
        if problem == nil { problem = TypedRouteError(place: Self.text(path), detail: detail, hint: hint) }
    }

    /// A coding path as the end of a place, such as `.product.id`.
    static func text(_ path: [any CodingKey]) -> String { path.map { ".\($0.stringValue)" }.joined() }
}

/// Where a coder is in a route.
enum RoutePlace {
    /// At the route itself: an enum, a structure, or an enum with raw values.
    case route
    /// In the values of an enum's case.
    case payload
    /// At one value.
    case value
    /// At an element of a list.
    case element
}

/// Writes a typed route as texts, by the calls that the compiler's Codable conformance makes.
///
/// These calls tell an enum from a structure: an enum asks for a nested container under the name of its case.
struct RouteEncoder: Encoder {
    let writer: RouteFieldWriter
    let place: RoutePlace
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if place == .value || place == .element {
            writer.refuse(
                codingPath, "an address has texts, numbers, Booleans and lists of them, and no structures",
                hint: "give the route the structure's values, or a key under which the structure is stored")
        }
        return KeyedEncodingContainer(RouteKeyedWriter<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if place != .value || RouteKey.position(codingPath.last) != nil {
            writer.refuse(
                codingPath, place == .route ? "a route is an enum or a structure" : "a list needs a label",
                hint: place == .element ? "an address has no lists inside lists" : nil)
        }
        return RouteListWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { RouteTextWriter(encoder: self) }

    /// The encoder of a value inside.
    func inside(_ key: any CodingKey, _ place: RoutePlace) -> RouteEncoder {
        RouteEncoder(writer: writer, place: place, codingPath: codingPath + [key])
    }

    /// Writes a text at this place.
    func write(_ text: String) {
        guard let key = codingPath.last(where: { $0.intValue == nil }), place != .route else {
            writer.fields.name = text
            return
        }
        guard let position = RouteKey.position(key) else {
            writer.fields.items.append(.init(key.stringValue, text))
            return
        }
        guard position == writer.fields.positional.count else {
            return writer.refuse(
                codingPath, "a value without a label before it is missing", hint: "give optional values a label")
        }
        writer.fields.positional.append(text)
    }

    /// Writes a value at this place.
    func write<Value: Encodable>(_ value: Value) throws {
        if let url = value as? URL { return write(url.absoluteString) }
        try value.encode(to: self)
    }
}

/// The keys that the compiler gives to values.
enum RouteKey {
    /// The position of a value without a label: 0 for `_0`; nil for other keys.
    static func position(_ key: (any CodingKey)?) -> Int? {
        guard let text = key?.stringValue, text.first == "_" else { return nil }
        return Int(text.dropFirst())
    }
}

/// An element of a list, as a key.
struct RouteElement: CodingKey {
    var intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}
