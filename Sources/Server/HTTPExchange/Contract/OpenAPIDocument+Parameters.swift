import CanonicalJSON

extension OpenAPIDocument {
    /// The parameters in path, query and header of an operation's requests.
    static func parameters(_ endpoint: Endpoint) -> [JSONValue] {
        var parameters = endpoint.path.names.map { name in
            parameter(
                name, in: "path", meaning: SchemaMeanings.member(name, of: "{}"), endpoint.schema(ofSegment: name),
                isRequired: true)
        }
        parameters += endpoint.query.map {
            parameter($0.name, in: "query", meaning: $0.meaning, $0.schema, isRequired: $0.isRequired)
        }
        if let precondition = endpoint.precondition {
            let kind = precondition.kind
            let meaning =
                "the ETag that was read, `\"\(kind.rawValue)<number>\"`, or `*`"
                + (precondition.exception.map { "; \($0)" } ?? "")
            let schema = Schema.text(pattern: "^(\\*|(W/)?\"\(kind.rawValue)(0|[1-9][0-9]{0,8})\")$")
            parameters.append(
                parameter(
                    "If-Match", in: "header", meaning: meaning, schema,
                    isRequired: precondition.exception == nil && !precondition.creates))
            if precondition.creates {
                let meaning = "`*`: create it, or change nothing; then no `If-Match` is needed"
                parameters.append(
                    parameter("If-None-Match", in: "header", meaning: meaning, .words(["*"]), isRequired: false))
            } else if precondition.current != nil {
                let meaning = "an `ETag`, or `*` for any: 412 if it is the current one"
                parameters.append(
                    parameter("If-None-Match", in: "header", meaning: meaning, .text(), isRequired: false))
            }
        }
        if endpoint.isConditional, endpoint.isControl {
            let meaning = "an `ETag` that was read: 304 if it is the current one"
            parameters.append(parameter("If-None-Match", in: "header", meaning: meaning, .text(), isRequired: false))
        }
        if endpoint.takesIdempotencyKey {
            let meaning = "a request with the same key and body gets the first answer again, for 24 hours"
            let schema = Schema.text(pattern: "^[!-~]{1,\(ExchangeLimits.idempotencyKeyBytesMax)}$")
            parameters.append(parameter("Idempotency-Key", in: "header", meaning: meaning, schema, isRequired: false))
        }
        return parameters
    }

    private static func parameter(
        _ name: String, in place: String, meaning: String?, _ schema: Schema, isRequired: Bool
    ) -> JSONValue {
        let parameter: [String: JSONValue] = [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": schema.json(),
        ]
        return JSONValue.object(parameter).adding(description: meaning.map(SchemaMeanings.sentence))
    }
}
