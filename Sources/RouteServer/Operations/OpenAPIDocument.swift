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
            "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
        ],
        "servers": [["url": "/"]],
        "paths": paths,
        "components": [
            "schemas": .object(OpenAPISchemas.all.mapValues(\.json)),
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "wmk_…"]],
        ],
    ]

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

    private static func parameters(_ endpoint: Endpoint) -> [JSONValue] {
        var parameters = endpoint.path.names.map { name in
            parameter(name, in: "path", meaning: nil, isRequired: true)
        }
        parameters += endpoint.query.map {
            parameter($0.name, in: "query", meaning: $0.meaning, isRequired: $0.isRequired)
        }
        if let kind = endpoint.precondition {
            let meaning = "the ETag that was read, `\"\(kind.rawValue)<number>\"`, or `*`"
            parameters.append(parameter("If-Match", in: "header", meaning: meaning, isRequired: true))
        }
        if endpoint.isIdempotent {
            let meaning = "the same key and body get the first answer again for 24 hours"
            parameters.append(parameter("Idempotency-Key", in: "header", meaning: meaning, isRequired: false))
        }
        return parameters
    }

    private static func parameter(_ name: String, in place: String, meaning: String?, isRequired: Bool) -> JSONValue {
        var parameter: [String: JSONValue] = [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": ["type": "string"],
        ]
        if let meaning { parameter["description"] = .string(meaning) }
        return .object(parameter)
    }

    private static func responses(_ endpoint: Endpoint) -> JSONValue {
        var success: [String: JSONValue] = ["description": "Done."]
        if let schema = endpoint.success.schema {
            success["content"] = .object([endpoint.success.mediaType: ["schema": schema.json]])
        }
        return [
            "\(endpoint.success.status)": .object(success),
            "default": [
                "description": "RFC 9457 problem.",
                "content": ["application/problem+json": ["schema": Schema.reference("Problem").json]],
            ],
        ]
    }
}
