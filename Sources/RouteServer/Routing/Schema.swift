import CanonicalJSON

/// A JSON Schema (2020-12) as far as the contract needs one.
indirect enum Schema: Sendable, Hashable {
    /// A schema of `components/schemas`.
    case reference(String)
    /// Text, with an optional pattern or format.
    case text(format: String? = nil, pattern: String? = nil)
    /// A whole number within bounds.
    case integer(ClosedRange<Int>? = nil)
    /// true or false.
    case flag
    /// A list of one kind of thing.
    case list(Schema)
    /// One of a few words.
    case words([String])
    /// Members by name; those in `required` must be there. `open` lets others in.
    case object([String: Schema], required: [String] = [], open: Bool = false)
    /// An object whose member names are free.
    case map(Schema)
    /// One of several shapes.
    case either([Schema])
    /// A value that may be null.
    case nullable(Schema)
    /// Anything.
    case anything

    /// The schema as JSON.
    var json: JSONValue {
        switch self {
        case .reference(let name): ["$ref": .string("#/components/schemas/\(name)")]
        case .text(let format, let pattern): Self.text(format, pattern)
        case .integer(let range): Self.integer(range)
        case .flag: ["type": "boolean"]
        case .list(let element): ["type": "array", "items": element.json]
        case .words(let words): ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .object(let members, let required, let open): Self.object(members, required, open)
        case .map(let element): ["type": "object", "additionalProperties": element.json]
        case .either(let shapes): ["oneOf": .array(shapes.map(\.json))]
        case .nullable(let schema): ["oneOf": [schema.json, ["type": "null"]]]
        case .anything: [:]
        }
    }

    private static func text(_ format: String?, _ pattern: String?) -> JSONValue {
        var object: [String: JSONValue] = ["type": "string"]
        if let format { object["format"] = .string(format) }
        if let pattern { object["pattern"] = .string(pattern) }
        return .object(object)
    }

    private static func integer(_ range: ClosedRange<Int>?) -> JSONValue {
        var object: [String: JSONValue] = ["type": "integer"]
        if let range {
            object["minimum"] = .integer(Int64(range.lowerBound))
            object["maximum"] = .integer(Int64(range.upperBound))
        }
        return .object(object)
    }

    private static func object(_ members: [String: Schema], _ required: [String], _ open: Bool) -> JSONValue {
        var object: [String: JSONValue] = [
            "type": "object", "properties": .object(members.mapValues(\.json)),
        ]
        if !required.isEmpty { object["required"] = .array(required.sorted().map(JSONValue.string)) }
        if !open { object["additionalProperties"] = false }
        return .object(object)
    }

    /// The names of the components it points at.
    var references: Set<String> {
        switch self {
        case .reference(let name): [name]
        case .list(let schema), .map(let schema), .nullable(let schema): schema.references
        case .object(let members, _, _): members.values.reduce(into: []) { $0.formUnion($1.references) }
        case .either(let shapes): shapes.reduce(into: []) { $0.formUnion($1.references) }
        case .text, .integer, .flag, .words, .anything: []
        }
    }
}
