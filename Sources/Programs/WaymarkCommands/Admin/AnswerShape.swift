import CanonicalJSON

/// What JSON an answer has: the types of its members, and what is in them.
///
/// It is written as JSON. A text is a type (`string`, `integer`, `number`, `boolean`, `null`, `any`) or the name of a
/// shape in the table; a list with one element is a list of that; a list with several elements is one of those; an
/// object has the shapes of its members, `name?` of one that may be missing, and `*` of all. Unknown members are
/// allowed, because a newer server may send them, and words are not compared.
struct AnswerShape: Sendable {
    /// The shape as JSON.
    let json: JSONValue

    /// The shapes of the table that have a name.
    static let named: [String: JSONValue] = PromisedAnswer.lines.reduce(into: [:]) { shapes, line in
        let words = line.split(separator: " ")
        if words.count == 2 { shapes[String(words[0])] = AnswerShape(String(words[1])).json }
    }

    init(_ text: String) {
        // The table is a constant, which a test reads.
        json = (try? JSONValue(parsing: Array(text.utf8))) ?? .null
    }

    /// Where a value differs, such as `in which “apps[0].title” is a number, not a string`; nil if it does not.
    func difference(of value: JSONValue) -> String? {
        guard let found = Self.difference(of: value, from: json) else { return nil }
        let place = found.place.hasPrefix(".") ? String(found.place.dropFirst()) : found.place
        guard let type = found.type else { return "without “\(place)”" }
        return (place.isEmpty ? "that is" : "in which “\(place)” is") + " \(type), not \(found.wanted)"
    }

    /// A difference: where, the type there (nil if there is nothing), and the types that may be there.
    private typealias Difference = (place: String, type: String?, wanted: String)

    private static func difference(of value: JSONValue, from shape: JSONValue) -> Difference? {
        switch (shape, value) {
        case (.string(let name), _):
            if let shape = named[name] { return difference(of: value, from: shape) }
            let isSame = name == value.type || name == "any" || name == "number" && value.type == "integer"
            return isSame ? nil : ("", words[value.type], words[name] ?? name)
        case (.array(let shapes), _) where shapes.count > 1:
            var found: [Difference] = []
            for shape in shapes {
                guard let wrong = difference(of: value, from: shape) else { return nil }
                found.append(wrong)
            }
            // A shape that differs only inside was meant.
            return found.first { !$0.place.isEmpty }
                ?? ("", words[value.type], found.map(\.wanted).joined(separator: " or "))
        case (.array(let shapes), .array(let elements)):
            for (index, element) in elements.enumerated() {
                if let found = difference(of: element, from: shapes[0]) {
                    return ("[\(index)]\(found.place)", found.type, found.wanted)
                }
            }
            return nil
        case (.object(let shapes), .object), (.object(let shapes), .twins):
            // The first by name, so that the same answer is told in the same words.
            return differences(of: value.objectValue ?? [:], from: shapes).min { $0.place < $1.place }
        default: return ("", words[value.type], words[shape.type] ?? "")
        }
    }

    private static func differences(of members: [String: JSONValue], from shapes: [String: JSONValue]) -> [Difference] {
        var all: [Difference] = []
        for (name, shape) in shapes where name != "*" {
            let plain = name.hasSuffix("?") ? String(name.dropLast()) : name
            if let member = members[plain] {
                if let found = difference(of: member, from: shape) {
                    all.append((".\(plain)\(found.place)", found.type, found.wanted))
                }
            } else if plain == name {
                all.append((".\(name)", nil, ""))
            }
        }
        guard let shape = shapes["*"] else { return all }
        for (name, member) in members {
            if let found = difference(of: member, from: shape) {
                all.append((".\(name)\(found.place)", found.type, found.wanted))
            }
        }
        return all
    }

    /// The types in words; every whole number is a number for people.
    private static let words = [
        "string": "a string", "integer": "a whole number", "number": "a number", "boolean": "true or false",
        "null": "null", "array": "a list", "object": "an object",
    ]
}

extension JSONValue {
    /// The type, with the name that JSON Schema has for it.
    fileprivate var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object, .twins: "object"
        }
    }
}
