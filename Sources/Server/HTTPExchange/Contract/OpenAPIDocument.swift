import CanonicalJSON
import StoreRecords

/// The contract: an OpenAPI 3.1 document, made from the endpoints of the router.
struct OpenAPIDocument: Sendable {
    private let table: EndpointTable

    init(_ table: EndpointTable) { self.table = table }

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Waymark", "version": "1",
                "summary": "Routing rules for apps: edited, checked, published as releases, resolved on the device.",
                "description": .string(Self.description),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "paths": paths,
            "components": [
                "schemas": .object(schemas.mapValues(\.json)),
                "responses": .object(Self.refusals),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "wmk_…"]],
            ],
        ]
    }

    /// The named schemas that endpoints and refusals use.
    var schemas: [String: Schema] {
        let used = table.endpoints.flatMap { endpoint in
            [endpoint.success.schema, endpoint.success.line, endpoint.request?.schema].compactMap(\.self)
                + endpoint.query.map(\.schema)
        }
        return Schema.components(of: used + [Self.problem])
    }

    private static let description = """
        Beside what each operation lists, any request may be refused before it is understood (RFC 9110): 400 for bytes \
        that are no request, 408 for one that comes too slowly, 413, 414 and 431 for one that is too long, 417 and 501 for \
        expectations and codings that are not served, 503 where there are too many. Every answer that may have a body has \
        `X-Content-Type-Options: nosniff`.
        """

    /// A refusal (RFC 9457).
    static let problem = Schema.component(
        "Problem",
        .object(
            [
                "type": .words(ProblemCatalogue.all.map(\.type)), "title": .text(), "status": .integer(400...599),
                "detail": .text(), "missing": .words(StoreError.Missing.allCases.map(\.rawValue)),
                "current": .text(), "resource": .anything, "instance": .text(format: "uri"),
                "errors": .list(
                    .object(
                        [
                            "code": .text(), "pointer": .text(), "line": .count, "column": .count, "detail": .text(),
                            "hint": .text(), "reason": .text(),
                        ], required: ["code", "detail"], open: true)),
            ], required: ["type", "title", "status"], open: true))

    private var paths: JSONValue {
        var paths: [String: JSONValue] = [:]
        for group in table.groups {
            var item: [String: JSONValue] = [:]
            for endpoint in group.endpoints { item[endpoint.method.rawValue.lowercased()] = Self.operation(endpoint) }
            paths[group.path.description] = .object(item)
        }
        return .object(paths)
    }

    private static func operation(_ endpoint: Endpoint) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.id),
            "summary": .string(endpoint.summary),
            "tags": [.string(endpoint.isControl ? "control" : "data")],
            "security": security(endpoint.access),
            "responses": responses(endpoint),
        ]
        let parameters = parameters(endpoint)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let request = endpoint.request {
            var content: [String: JSONValue] = ["application/json": ["schema": request.schema.json]]
            if let example = request.exampleJSON {
                content["application/json"] = ["schema": request.schema.json, "example": example]
            }
            if request.takesText { content["text/plain"] = ["schema": Schema.text().json] }
            operation["requestBody"] = ["required": true, "content": .object(content)]
        }
        if let role = role(endpoint.access) { operation["x-role"] = .string(role) }
        return .object(operation)
    }

    private static func role(_ access: Endpoint.Access) -> String? {
        switch access {
        case .open, .operators, .data, .console: nil
        case .token: "any"
        case .role(let role): role.rawValue
        case .unlimited(let role): "\(role.rawValue), not limited to apps"
        }
    }

    private static func security(_ access: Endpoint.Access) -> JSONValue {
        switch access {
        case .open, .console: []
        // An empty requirement together with another one means that the token is optional (OpenAPI 3.1, Security
        // Requirement Object).
        case .data, .operators: [[:], ["token": []]]
        case .token, .role, .unlimited: [["token": []]]
        }
    }
}

extension Endpoint.RequestBody {
    /// The example as JSON; an example that is not JSON is a programmer's error.
    var exampleJSON: JSONValue? {
        guard let example else { return nil }
        guard let value = try? JSONValue(parsing: Array(example.utf8)) else {
            preconditionFailure("\(example) is not JSON")
        }
        return value
    }
}
