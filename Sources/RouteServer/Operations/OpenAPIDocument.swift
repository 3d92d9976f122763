import CanonicalJSON
import ReleaseStore

/// The contract: an OpenAPI 3.1 document made from the table that also routes, so that it cannot say anything else.
enum OpenAPIDocument {
    /// The whole document.
    static let json: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "Waymark", "version": "1",
            "summary": "Routing rules for apps: posted, proved, frozen into releases, resolved on the device.",
            "description": .string(description),
            "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
        ],
        "servers": [["url": "/"]],
        "paths": paths,
        "components": [
            "schemas": .object(OpenAPISchemas.all.mapValues(\.json)),
            "responses": .object(refusals),
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "wmk_…"]],
        ],
    ]

    private static let description = """
        Beside what each operation lists, any request may be refused before it is understood (RFC 9110): 400 for bytes \
        that are no request, 408 for one that comes too slowly, 413, 414 and 431 for one that is too long, 417 and 501 for \
        expectations and codings that are not served, 503 where there are too many.
        """

    private static var paths: JSONValue {
        var paths: [String: JSONValue] = [:]
        for group in EndpointTable.groups {
            var item: [String: JSONValue] = [:]
            for endpoint in group.endpoints { item[endpoint.method.rawValue.lowercased()] = operation(endpoint) }
            paths[group.endpoints[0].path.description] = .object(item)
        }
        return .object(paths)
    }

    private static func operation(_ endpoint: Endpoint) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.id.rawValue),
            "summary": .string(endpoint.summary),
            "tags": [.string(endpoint.isControl ? "control" : "data")],
            "security": security(endpoint.access),
            "responses": responses(endpoint),
        ]
        let parameters = parameters(endpoint)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let request = endpoint.request {
            var content: [String: JSONValue] = ["application/json": ["schema": request.json]]
            if let example = OpenAPIExamples.requests[endpoint.id] {
                content["application/json"] = ["schema": request.json, "example": example]
            }
            if endpoint.takesText { content["text/plain"] = ["schema": Schema.text().json] }
            operation["requestBody"] = ["required": true, "content": .object(content)]
        }
        if let role = role(endpoint.access) { operation["x-role"] = .string(role) }
        return .object(operation)
    }

    private static func role(_ access: Endpoint.Access) -> String? {
        switch access {
        case .open, .data: nil
        case .token: "any"
        case .role(let role): role.rawValue
        case .unlimited(let role): "\(role.rawValue), not limited to apps"
        }
    }

    private static func security(_ access: Endpoint.Access) -> JSONValue {
        switch access {
        case .open: []
        // An empty requirement beside a real one means: optional (OpenAPI 3.1, Security Requirement Object).
        case .data: [[:], ["token": []]]
        case .token, .role, .unlimited: [["token": []]]
        }
    }
}
