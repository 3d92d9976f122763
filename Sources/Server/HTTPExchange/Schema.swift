import CanonicalJSON

/// A JSON Schema (2020-12) as far as the contract needs one.
package indirect enum Schema: Sendable, Hashable {
    /// A named schema, which occurs once in `components/schemas`, or twice: for requests and for answers.
    case component(String, Schema)
    /// Text, with an optional pattern, format, or number of characters; a limit in bytes becomes the same limit in
    /// characters.
    case text(format: String? = nil, pattern: String? = nil, count: ClosedRange<Int>? = nil)
    /// A whole number within bounds, at most ``ExchangeLimits/cursorMax``.
    case integer(ClosedRange<Int>)
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
    /// Members by name; those in `required` must be present. `open` allows others in requests, as answers always do.
    case object([String: Schema], required: [String] = [], open: Bool = false)
    /// An object with any member names, or with names of a pattern, and with a minimum and a maximum count.
    case map(Schema, count: ClosedRange<Int>? = nil, names: String? = nil)
    /// Exactly one of several shapes.
    case either([Schema])
    /// A value that may be null.
    case nullable(Schema)
    /// Anything.
    case anything

    /// A component with members; those whose name here ends with `?` may be absent.
    package static func record(_ name: String, _ members: [String: Schema], open: Bool = false) -> Schema {
        let named = members.map { name, schema in
            name.hasSuffix("?") ? (name: String(name.dropLast()), schema, false) : (name: name, schema, true)
        }
        let shape = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.1) })
        return .component(name, .object(shape, required: named.filter(\.2).map(\.name).sorted(), open: open))
    }

    /// Where a schema stands: what a request may have is closed, what an answer may have is open to new members.
    enum Use: Hashable, CaseIterable {
        case request
        case answer

        /// The name of a component: shapes with members are other ones in requests, so their names there end with `Input`.
        func name(_ name: String, _ schema: Schema) -> String {
            self == .request && schema.hasMembers ? name + "Input" : name
        }
    }

    /// The schema as JSON, as the type of a member, a body or a parameter.
    ///
    /// - Parameters:
    ///   - use: Where it stands.
    ///   - component: The component that it is the definition of; members of objects are described by its name.
    /// - Returns: JSON Schema.
    func json(_ use: Use = .answer, of component: String? = nil) -> JSONValue {
        switch self {
        case .component(let name, let schema):
            ["$ref": .string("#/components/schemas/\(use.name(name, schema))")]
        case .text(let format, let pattern, let count): Self.text(format, pattern, count)
        case .integer(let range):
            Self.bounded(
                ["type": "integer", "format": range.upperBound > Int(Int32.max) ? "int64" : "int32"], range,
                "minimum", "maximum")
        case .number(let range): Self.bounded(["type": "number", "format": "double"], range, "minimum", "maximum")
        case .flag: ["type": "boolean"]
        case .yes: ["type": "boolean", "enum": [true]]
        case .list(let element, let count):
            Self.bounded(["type": "array", "items": element.json(use)], count, "minItems", "maxItems")
        case .words(let words): ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .object(let members, let required, let open):
            Self.object(members, required, isClosed: use == .request && !open, use, component)
        case .map(let element, let count, nil):
            Self.bounded(
                ["type": "object", "additionalProperties": element.json(use)], count, "minProperties", "maxProperties")
        case .map(let element, let count, .some(let names)):
            Self.bounded(
                [
                    "type": "object", "propertyNames": ["pattern": .string(names)],
                    "patternProperties": [names: element.json(use)],
                ], count, "minProperties", "maxProperties")
        case .either(let shapes): ["oneOf": .array(shapes.map { $0.json(use) })]
        case .nullable(let schema): Self.nullable(schema.json(use))
        case .anything: [:]
        }
    }

    private static func text(_ format: String?, _ pattern: String?, _ count: ClosedRange<Int>?) -> JSONValue {
        var object: [String: JSONValue] = ["type": "string"]
        if let format { object["format"] = .string(format) }
        if let pattern { object["pattern"] = .string(pattern) }
        return bounded(object, count, "minLength", "maxLength")
    }

    /// A schema with bounds, under the keywords of its type.
    private static func bounded(
        _ members: [String: JSONValue], _ range: ClosedRange<Int>?, _ least: String, _ most: String
    ) -> JSONValue {
        var members = members
        if let range {
            members[least] = .integer(Int64(range.lowerBound))
            members[most] = .integer(Int64(range.upperBound))
        }
        return .object(members)
    }

    private static func object(
        _ members: [String: Schema], _ required: [String], isClosed: Bool, _ use: Use, _ component: String?
    ) -> JSONValue {
        let properties = members.reduce(into: [String: JSONValue]()) { all, member in
            let meaning = component.flatMap { SchemaMeanings.member(member.key, of: $0) }
            all[member.key] = member.value.json(use).adding(description: meaning)
        }
        var object: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { object["required"] = .array(required.sorted().map(JSONValue.string)) }
        if isClosed { object["additionalProperties"] = false }
        return .object(object)
    }

    /// A schema that null matches, too.
    private static func nullable(_ json: JSONValue) -> JSONValue {
        let null: JSONValue = ["type": "null"]
        if let shapes = json["oneOf"]?.arrayValue { return ["oneOf": .array(shapes + [null])] }
        guard let type = json["type"] else { return ["oneOf": [json, null]] }
        let words = json["enum"]?.arrayValue.map { JSONValue.array($0 + [.null]) }
        return json.adding("type", [type, "null"]).objectValue.map { members in
            .object(members.merging(words.map { ["enum": $0] } ?? [:]) { $1 })
        } ?? json
    }

    /// Whether it has members with names, itself or in a part of it.
    var hasMembers: Bool {
        switch self {
        case .object: true
        case .component(_, let inner), .list(let inner, _), .map(let inner, _, _), .nullable(let inner):
            inner.hasMembers
        case .either(let shapes): shapes.contains(where: \.hasMembers)
        case .text, .integer, .number, .flag, .yes, .words, .anything: false
        }
    }

    /// The members of an object or of a component that is one, by name; none of others.
    package var members: [String: Schema] {
        switch self {
        case .component(_, let inner): inner.members
        case .object(let members, _, _): members
        default: [:]
        }
    }

    /// The components that it refers to, directly or through others, by name.
    var components: [String: Schema] {
        switch self {
        case .component(let name, let schema): schema.components.merging([name: schema]) { first, _ in first }
        case .list(let schema, _), .map(let schema, _, _), .nullable(let schema): schema.components
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

extension JSONValue {
    /// The object with a description, if there is one.
    func adding(description: String?) -> JSONValue {
        description.map { adding("description", .string($0)) } ?? self
    }
}
