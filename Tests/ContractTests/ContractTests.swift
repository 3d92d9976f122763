import CanonicalJSON
import RouteImport
import TestSupport
import Testing

@testable import AccessControl
@testable import DataPlane
@testable import HTTPExchange
@testable import ServerMetrics

@Suite("The endpoint table and the OpenAPI document made from it", .scheduled)
struct ContractTests {
    /// The names of all schemas that a document refers to.
    private static func references(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            var found = members.values.reduce(into: Set<String>()) { $0.formUnion(references(in: $1)) }
            if let reference = members["$ref"]?.stringValue, reference.contains("/schemas/") {
                found.insert(String(reference.split(separator: "/").last ?? ""))
            }
            return found
        case .array(let elements): return elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: return []
        }
    }

    @Test("each status that an endpoint refuses with has a response in the document")
    func refusals() {
        for endpoint in Contract.table.endpoints {
            for status in endpoint.refusals {
                #expect(OpenAPIDocument.meanings[status] != nil, "\(endpoint.id): \(status)")
            }
        }
    }

    @Test("ids are unique, and so are pairs of method and path")
    func table() {
        let ids = Contract.table.endpoints.map(\.id)
        #expect(Set(ids).count == ids.count)
        let places = Contract.table.endpoints.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(places).count == places.count)
    }

    @Test("each path finds its own endpoints, with the values of its parameters")
    func find() throws {
        for endpoint in Contract.table.endpoints {
            let path = endpoint.path.segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .name(let name): "value-of-\(name)"
                }
            }
            let match = try #require(Contract.table.find(path) { _ in true })
            #expect(try match.endpoint(for: endpoint.method.rawValue).id == endpoint.id)
            #expect(Set(match.values.keys) == Set(endpoint.path.names))
            #expect(
                (Contract.table.find(path) { endpoint in !endpoint.isControl } == nil)
                    == match.endpoints.allSatisfy(\.isControl))
        }
        #expect(Contract.table.find(["v1", "apps", "", "draft"]) { _ in true } == nil)
        #expect(Contract.table.find(["v1"]) { _ in true } == nil)
    }

    @Test("the body of replaceDraft has a schema for each import format, and its answer has the draft of a dry run")
    func imports() throws {
        let endpoint = try #require(Contract.table.endpoints.first { $0.id == "replaceDraft" })
        let format = try #require(endpoint.query.first { $0.name == "format" })
        for name in ImportFormat.all.map(\.name) {
            #expect(format.meaning.contains("`\(name)`"), "\(name)")
        }
        let document = Contract.document
        let body = document["paths"]?["/v1/apps/{app}/draft"]?["put"]?["requestBody"]?["content"]
        #expect(body?["text/plain"]?["schema"]?["type"] == "string")
        #expect(body?["application/json"]?["schema"]?["oneOf"]?.arrayValue?.count == 4)
        let change = document["components"]?["schemas"]?["DraftChange"]?["properties"]
        #expect(change?["draft"] != nil)
    }

    @Test("a method that the path does not have is 405 with Allow")
    func allow() throws {
        let match = try #require(Contract.table.find(["v1", "apps", "a", "draft"]) { _ in true })
        #expect(match.allow == "GET, PUT, HEAD, OPTIONS")
        #expect(throws: Problem.self) { try match.endpoint(for: "PATCH") }
        #expect(try match.endpoint(for: "HEAD").id == "readDraft")
    }

    @Test("the document has every endpoint with its parameters and precondition, and every reference resolves")
    func document() throws {
        let document = Contract.document
        for endpoint in Contract.table.endpoints {
            let operation = document["paths"]?[endpoint.path.description]?[endpoint.method.rawValue.lowercased()]
            let found = try #require(operation)
            #expect(found["operationId"] == .string(endpoint.id))
            let names = (found["parameters"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
            #expect(Set(endpoint.path.names).isSubset(of: names))
            #expect(names.contains("If-Match") == (endpoint.precondition != nil))
            #expect(found["responses"]?["\(endpoint.success.status)"] != nil)
        }
        let names = Set((document["components"]?["schemas"]?.objectValue ?? [:]).keys)
        #expect(names == Self.references(in: document), "\(names.symmetricDifference(Self.references(in: document)))")
        #expect(document["openapi"] == "3.1.0")
    }
}
