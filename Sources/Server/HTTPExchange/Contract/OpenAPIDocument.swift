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
            "tags": .array(
                Self.tags.sorted { $0.key < $1.key }.map { ["name": .string($0), "description": .string($1)] }),
            "paths": paths,
            "components": [
                "schemas": .object(schemas),
                "responses": .object(Self.refusals),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "wmk_…"]],
            ],
        ]
    }

    /// The named schemas of requests, or those of answers and refusals.
    func components(_ use: Schema.Use) -> [String: Schema] {
        let used = table.endpoints.flatMap { endpoint in
            switch use {
            case .request: [endpoint.request?.schema].compactMap(\.self)
            case .answer: [endpoint.success.schema, endpoint.success.line].compactMap(\.self)
            }
        }
        return Schema.components(of: used + (use == .answer ? [Self.problem] : []))
    }

    /// The definitions of the named schemas.
    private var schemas: [String: JSONValue] {
        Schema.Use.allCases.reduce(into: [:]) { all, use in
            for (name, schema) in components(use) {
                all[use.name(name, schema)] = schema.json(use, of: name)
                    .adding(description: SchemaMeanings.schema(name))
            }
        }
    }

    private static let description = """
        Beside what each operation lists, any request may be refused before it is understood (RFC 9110): 400 for bytes \
        that are no request, 408 for one that comes too slowly, 413, 414 and 431 for one that is too long, 417 and 501 for \
        expectations and codings that are not served, 503 where there are too many. Every answer that may have a body has \
        `X-Content-Type-Options: nosniff`.
        """

    /// A refusal (RFC 9457).
    static let problem = Schema.record(
        "Problem",
        [
            "type": .words(ProblemCatalogue.all.map(\.type)), "title": .text(), "status": .integer(400...599),
            "detail?": .text(), "missing?": .words(StoreError.Missing.allCases.map(\.rawValue)),
            "current?": .text(), "resource?": .anything, "instance?": .text(format: "uri"),
            "errors?": .list(
                .record(
                    "ProblemItem",
                    [
                        "code": .text(), "pointer?": .text(), "line?": .count, "column?": .count, "detail": .text(),
                        "hint?": .text(), "reason?": .text(),
                    ])),
            "base?": .total, "sequence?": .total, "served?": .count, "removed?": .count, "id?": .text(),
            "findings?": .list(.finding), "findingsLeftOut?": .count,
        ])

    /// The tags of operations, and what they mean.
    private static let tags = [
        "control": "What people and build servers do: every operation needs a token.",
        "data": "What clients read and what operators watch: most operations need no token.",
    ]

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
            var json: JSONValue = ["schema": request.schema.json(.request)]
            if let example = request.exampleJSON { json = json.adding("example", example) }
            var content = ["application/json": json]
            if request.takesText { content["text/plain"] = ["schema": Schema.text().json()] }
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
