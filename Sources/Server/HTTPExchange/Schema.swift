import CanonicalJSON

/// A JSON Schema (2020-12) as far as the contract needs one.
package indirect enum Schema: Sendable, Hashable {
    /// A named schema, which occurs once in `components/schemas`.
    case component(String, Schema)
    /// Text, with an optional pattern, format, or number of characters; a limit in bytes becomes the same limit in
    /// characters.
    case text(format: String? = nil, pattern: String? = nil, count: ClosedRange<Int>? = nil)
    /// A whole number within bounds.
    case integer(ClosedRange<Int>? = nil)
    /// A number within bounds.
    case number(ClosedRange<Int>)
    /// true or false.
    case flag
    /// true.
    case yes
    /// A list of one kind of element, with a minimum and a maximum count.
    case list(Schema, count: ClosedRange<Int>? = nil)
    /// One of a few words.
    case words([String])
    /// Members by name; those in `required` must be present. `open` allows others.
    case object([String: Schema], required: [String] = [], open: Bool = false)
    /// An object with any member names, with a minimum and a maximum count.
    case map(Schema, count: ClosedRange<Int>? = nil)
    /// At least one of several shapes.
    case either([Schema])
    /// A value that may be null.
    case nullable(Schema)
    /// Anything.
    case anything

    var json: JSONValue {
        switch self {
        case .component(let name, _): ["$ref": .string("#/components/schemas/\(name)")]
        case .text(let format, let pattern, let count): Self.text(format, pattern, count)
        case .integer(let range): Self.object(["type": "integer"], range, "minimum", "maximum")
        case .number(let range): Self.object(["type": "number"], range, "minimum", "maximum")
        case .flag: ["type": "boolean"]
        case .yes: ["const": true]
        case .list(let element, let count):
            Self.object(["type": "array", "items": element.json], count, "minItems", "maxItems")
        case .words(let words): ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .object(let members, let required, let open): Self.object(members, required, open)
        case .map(let element, let count):
            Self.object(
                ["type": "object", "additionalProperties": element.json], count, "minProperties", "maxProperties")
        case .either(let shapes): ["anyOf": .array(shapes.map(\.json))]
        case .nullable(let schema): ["oneOf": [schema.json, ["type": "null"]]]
        case .anything: [:]
        }
    }

    private static func text(_ format: String?, _ pattern: String?, _ count: ClosedRange<Int>?) -> JSONValue {
        var object: [String: JSONValue] = ["type": "string"]
        if let format { object["format"] = .string(format) }
        if let pattern { object["pattern"] = .string(pattern) }
        return self.object(object, count, "minLength", "maxLength")
    }

    /// A schema with bounds, under the keywords of its type.
    private static func object(
        _ members: [String: JSONValue], _ range: ClosedRange<Int>?, _ least: String, _ most: String
    ) -> JSONValue {
        var members = members
        if let range {
            members[least] = .integer(Int64(range.lowerBound))
            members[most] = .integer(Int64(range.upperBound))
        }
        return .object(members)
    }

    private static func object(_ members: [String: Schema], _ required: [String], _ open: Bool) -> JSONValue {
        var object: [String: JSONValue] = [
            "type": "object", "properties": .object(members.mapValues(\.json)),
        ]
        if !required.isEmpty { object["required"] = .array(required.sorted().map(JSONValue.string)) }
        if !open { object["additionalProperties"] = false }
        return .object(object)
    }

    /// The components that it refers to, directly or through others, by name.
    var components: [String: Schema] {
        switch self {
        case .component(let name, let schema): schema.components.merging([name: schema]) { first, _ in first }
        case .list(let schema, _), .map(let schema, _), .nullable(let schema): schema.components
        case .object(let members, _, _): Self.components(of: Array(members.values))
        case .either(let shapes): Self.components(of: shapes)
        case .text, .integer, .number, .flag, .yes, .words, .anything: [:]
        }
    }

    /// The components that several schemas refer to.
    static func components(of schemas: [Schema]) -> [String: Schema] {
        schemas.reduce(into: [:]) { $0.merge($1.components) { first, _ in first } }
    }
}
