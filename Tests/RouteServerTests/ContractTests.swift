import CanonicalJSON
import TestSupport
import Testing

@testable import RouteServer

@Suite("The table of endpoints and the contract made from it", .scheduled)
struct ContractTests {
    @Test("every endpoint is in the table once, and no two share method and path")
    func table() {
        let ids = EndpointTable.all.map(\.id)
        #expect(Set(ids) == Set(EndpointID.allCases))
        #expect(ids.count == EndpointID.allCases.count)
        let places = EndpointTable.all.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(places).count == places.count)
    }

    @Test("each path finds its own endpoints, with the values of its names")
    func find() throws {
        for endpoint in EndpointTable.all {
            let path = endpoint.path.segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .name(let name): "value-of-\(name)"
                }
            }
            let match = try #require(EndpointTable.find(path, includingControl: true))
            #expect(try match.endpoint(for: endpoint.method.rawValue).id == endpoint.id)
            #expect(Set(match.values.keys) == Set(endpoint.path.names))
            #expect(
                (EndpointTable.find(path, includingControl: false) == nil) == match.endpoints.allSatisfy(\.isControl))
        }
        #expect(EndpointTable.find(["v1", "apps", "", "draft"], includingControl: true) == nil)
        #expect(EndpointTable.find(["v1"], includingControl: true) == nil)
    }

    @Test("what replaces a draft has a shape for each import, and the answer names all that a dry run says")
    func imports() throws {
        let endpoint = try #require(EndpointTable.all.first { $0.id == .replaceDraft })
        let format = try #require(endpoint.query.first { $0.name == "format" })
        for name in ["cnrouter", "jlroutes", "netlify", "routerx", "vercel"] {
            #expect(format.meaning.contains("`\(name)`"), "\(name)")
        }
        let document = OpenAPIDocument.json
        let body = document["paths"]?["/v1/apps/{app}/draft"]?["put"]?["requestBody"]?["content"]
        #expect(body?["text/plain"]?["schema"]?["type"] == "string")
        #expect(body?["application/json"]?["schema"]?["anyOf"]?.arrayValue?.count == 3)
        let change = document["components"]?["schemas"]?["DraftChange"]?["properties"]
        #expect(change?["draft"] != nil)
    }

    @Test("a method that is not there is 405 with Allow")
    func allow() throws {
        let match = try #require(EndpointTable.find(["v1", "apps", "a", "draft"], includingControl: true))
        #expect(match.allow == "GET, PUT, HEAD, OPTIONS")
        #expect(throws: Problem.self) { try match.endpoint(for: "PATCH") }
        #expect(try match.endpoint(for: "HEAD").id == .readDraft)
    }

    @Test("the document names every endpoint with role, parameters and preconditions, and every reference resolves")
    func document() throws {
        let document = OpenAPIDocument.json
        for endpoint in EndpointTable.all {
            let operation = document["paths"]?[endpoint.path.description]?[endpoint.method.rawValue.lowercased()]
            let found = try #require(operation)
            #expect(found["operationId"] == .string(endpoint.id.rawValue))
            let names = (found["parameters"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
            #expect(Set(endpoint.path.names).isSubset(of: names))
            #expect(names.contains("If-Match") == (endpoint.precondition != nil))
            #expect(found["responses"]?["\(endpoint.success.status)"] != nil)
            let schemas = [endpoint.request, endpoint.success.schema].compactMap(\.self)
            for name in schemas.flatMap(\.references) { #expect(OpenAPISchemas.all[name] != nil, "\(name)") }
        }
        for (name, schema) in OpenAPISchemas.all {
            for reference in schema.references {
                #expect(OpenAPISchemas.all[reference] != nil, "\(name): \(reference)")
            }
        }
        #expect(document["openapi"] == "3.1.0")
    }
}
