import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import HTTPExchange

/// What generators of clients need of the OpenAPI document, and what people who read it need.
@Suite("The shapes of the OpenAPI document", .scheduled)
struct ContractShapeTests {
    private static let schemas = Contract.document["components"]?["schemas"]?.objectValue ?? [:]
    private static let operations: [JSONValue] = (Contract.document["paths"]?.objectValue ?? [:]).values.flatMap {
        path in
        path.objectValue.map { Array($0.values) } ?? []
    }

    /// Calls a function with each schema in a part of the document, and with its place; examples are not looked at.
    private static func visit(_ value: JSONValue, _ place: String, _ look: (JSONValue, String) -> Void) {
        switch value {
        case .object(let members):
            look(value, place)
            for (name, member) in members where name != "example" { visit(member, "\(place)/\(name)", look) }
        case .array(let elements):
            for (index, element) in elements.enumerated() { visit(element, "\(place)/\(index)", look) }
        default: break
        }
    }

    /// The named schemas that a part of the document refers to, also through others.
    private static func reached(from value: JSONValue, _ found: inout Set<String>) {
        var next: Set<String> = []
        visit(value, "") { schema, _ in
            if let reference = schema["$ref"]?.stringValue, reference.hasPrefix("#/components/schemas/") {
                next.insert(String(reference.split(separator: "/").last ?? ""))
            }
        }
        for name in next where found.insert(name).inserted { reached(from: schemas[name] ?? .null, &found) }
    }

    @Test("every shape with members has a name, and alternatives are those of `oneOf`")
    func names() {
        Self.visit(Contract.document, "") { schema, place in
            #expect(schema["anyOf"] == nil && schema["allOf"] == nil && schema["const"] == nil, "\(place)")
            guard schema["properties"] != nil, !place.hasSuffix("/properties") else { return }
            #expect(place.split(separator: "/").count == 3 && place.hasPrefix("/components/schemas/"), "\(place)")
        }
    }

    @Test("every number has a format that its bounds fit into, and the bounds are whole numbers of every JSON reader")
    func numbers() {
        var count = 0
        Self.visit(Contract.document, "") { schema, place in
            let types = schema["type"]?.arrayValue ?? [schema["type"] ?? .null]
            if types.contains("number") { #expect(schema["format"] == "double", "\(place)") }
            guard types.contains("integer") else { return }
            count += 1
            let range = (schema["format"] == "int32" ? 1 << 31 : 1 << 53) - 1
            let (least, most) = (schema["minimum"]?.integerValue ?? .min, schema["maximum"]?.integerValue ?? .max)
            #expect(["int32", "int64"].contains(schema["format"]) && -range <= least && most <= range, "\(place)")
        }
        #expect(count > 100)
    }

    @Test("every schema, member, parameter and tag has a sentence, and every line of the table is used")
    func descriptions() {
        var used: Set<String> = []
        let documents = Contract.table.endpoints.flatMap { $0.path.names }.map { ($0, "{}") }
        let members = Schema.Use.allCases.flatMap { use in
            OpenAPIDocument(Contract.table).components(use).flatMap { name, schema -> [(String, String)] in
                used.insert(name)
                guard case .object(let members, _, _) = schema else { return [] }
                return members.keys.map { ($0, name) }
            }
        }
        for (name, component) in documents + members {
            used.insert(SchemaMeanings.texts["\(component).\(name)"] == nil ? name : "\(component).\(name)")
        }
        #expect(
            used == Set(SchemaMeanings.texts.keys),
            "\(used.symmetricDifference(SchemaMeanings.texts.keys).sorted().joined(separator: "\n"))")
        let lines = [SchemaMeanings.components, SchemaMeanings.members].map { $0.split(separator: "\n") }
        #expect(lines.joined().count == SchemaMeanings.texts.count, "a word has two lines")
        for lines in lines {
            #expect(lines == lines.sorted { $0.prefix { $0 != ":" } < $1.prefix { $0 != ":" } }, "sort the lines")
        }
        var places: [(String, JSONValue)] = Self.schemas.map { ($0.key, $0.value) }
        for (name, schema) in Self.schemas {
            places += (schema["properties"]?.objectValue ?? [:]).map { ("\(name).\($0.key)", $0.value) }
        }
        for operation in Self.operations {
            let id = operation["operationId"]?.stringValue ?? ""
            places += (operation["parameters"]?.arrayValue ?? []).map { ("\(id) \($0["name"] ?? "")", $0) }
        }
        places += (Contract.document["tags"]?.arrayValue ?? []).map { ("tag", $0) }
        #expect(places.count > 700)
        for (place, value) in places {
            let text = value["description"]?.stringValue ?? ""
            #expect(text.count > 5 && text.hasSuffix(".") && text.first?.isLowercase == false, "\(place): \(text)")
        }
    }

    @Test("requests are closed, answers are open, and no schema is of both")
    func openness() {
        var (asked, answered): (Set<String>, Set<String>) = ([], [])
        for operation in Self.operations {
            Self.reached(from: operation["requestBody"] ?? .null, &asked)
            Self.reached(from: operation["responses"] ?? .null, &answered)
        }
        Self.reached(from: Contract.document["components"]?["responses"] ?? .null, &answered)
        // Tables of other systems may have members that an import leaves out.
        let open: Set = ["VercelTableInput", "VercelRedirectInput", "PatternTargetInput"]
        for name in asked where Self.schemas[name]?["properties"] != nil {
            #expect((Self.schemas[name]?["additionalProperties"] == false) != open.contains(name), "\(name)")
            #expect(name.hasSuffix("Input"), "\(name)")
        }
        for name in answered { #expect(Self.schemas[name]?["additionalProperties"] != false, "\(name)") }
        for name in asked.intersection(answered) { #expect(Self.schemas[name]?["properties"] == nil, "\(name)") }
        #expect(asked.union(answered) == Set(Self.schemas.keys))
    }

    @Test("a component has one definition in requests, and one in answers")
    func definitions() {
        for use in Schema.Use.allCases {
            let components = OpenAPIDocument(Contract.table).components(use)
            func check(_ schema: Schema) {
                switch schema {
                case .component(let name, let inner):
                    #expect(components[name] == inner, "\(name)")
                    check(inner)
                case .list(let inner, _), .map(let inner, _, _), .nullable(let inner): check(inner)
                case .either(let shapes): shapes.forEach(check)
                case .object(let members, _, _): members.values.forEach(check)
                case .text, .integer, .number, .flag, .yes, .words, .anything: break
                }
            }
            for endpoint in Contract.table.endpoints {
                let own =
                    use == .request ? [endpoint.request?.schema] : [endpoint.success.schema, endpoint.success.line]
                own.compactMap(\.self).forEach(check)
            }
        }
    }

    @Test("no schema has a name that a generator makes of another one or of an operation")
    func reserved() {
        let ids = Contract.table.endpoints.map(\.id)
        var made: Set<String> = []
        for id in ids {
            let name = id.prefix(1).uppercased() + id.dropFirst()
            for end in ["Request", "Response", "200Response", "OperationRequest"] {
                made.insert(name + end)
            }
            made.insert("Api\(name)Request")
        }
        for name in Self.schemas.keys {
            made.formUnion(["New\(name)", "New\(name)WithDefaults", "Nullable\(name)"])
            made.formUnion(["\(name)FromJSON", "\(name)ToJSON", "instanceOf\(name)", "\(name)OneOf", "\(name)AnyOf"])
        }
        made.formUnion([
            "Error", "Object", "Map", "List", "Date", "Response", "Request", "Configuration", "Client", "File",
        ])
        #expect(made.isDisjoint(with: Self.schemas.keys), "\(made.intersection(Self.schemas.keys))")
        for name in Self.schemas.keys { #expect(name.wholeMatch(of: /[A-Z][A-Za-z]+/) != nil, "\(name)") }
        for endpoint in Contract.table.endpoints {
            #expect(endpoint.path.names.allSatisfy { $0.count > 1 }, "\(endpoint.path)")
        }
    }
}
