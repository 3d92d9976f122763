import CanonicalJSON

extension OpenAPIDocument {
    /// Everything that stands in the path, the query and the header of an operation's requests.
    static func parameters(_ endpoint: Endpoint) -> [JSONValue] {
        var parameters = endpoint.path.names.map { name in
            parameter(name, in: "path", meaning: nil, schema(of: name, in: endpoint), isRequired: true)
        }
        parameters += endpoint.query.map {
            parameter($0.name, in: "query", meaning: $0.meaning, $0.schema, isRequired: $0.isRequired)
        }
        if let kind = endpoint.precondition {
            let isRequired = endpoint.id != .replaceDraft
            let meaning =
                "the ETag that was read, `\"\(kind.rawValue)<number>\"`, or `*`"
                + (isRequired ? "" : "; a dry run needs none")
            let schema = Schema.text(pattern: "^(\\*|\"\(kind.rawValue)(0|[1-9][0-9]{0,8})\")$")
            parameters.append(parameter("If-Match", in: "header", meaning: meaning, schema, isRequired: isRequired))
        }
        if endpoint.isIdempotent {
            let meaning = "the same key and body get the first answer again for 24 hours"
            let schema = Schema.text(pattern: "^[!-~]{1,\(ServerLimits.idempotencyKeyBytesMax)}$")
            parameters.append(parameter("Idempotency-Key", in: "header", meaning: meaning, schema, isRequired: false))
        }
        return parameters
    }

    /// What a name in a path stands for.
    private static func schema(of name: String, in endpoint: Endpoint) -> Schema {
        switch (name, endpoint.id) {
        case ("version", .putScreens), ("version", .deleteScreens): .text(pattern: "^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$")
        case ("version", _), ("a", _), ("b", _): OpenAPISchemas.version
        case ("digest", _): OpenAPISchemas.digest
        case ("platform", _): OpenAPISchemas.word
        case ("id", .deleteToken): .text(count: 1...ServerLimits.titleBytesMax)
        case ("id", _): OpenAPISchemas.ruleID
        default: OpenAPISchemas.name
        }
    }

    private static func parameter(
        _ name: String, in place: String, meaning: String?, _ schema: Schema, isRequired: Bool
    ) -> JSONValue {
        var parameter: [String: JSONValue] = [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": schema.json,
        ]
        if let meaning { parameter["description"] = .string(meaning) }
        return .object(parameter)
    }
}
