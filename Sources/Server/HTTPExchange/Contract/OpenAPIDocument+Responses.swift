import CanonicalJSON

extension OpenAPIDocument {
    /// The responses of an operation: success, 304 and its refusals.
    static func responses(_ endpoint: Endpoint) -> JSONValue {
        var responses: [String: JSONValue] = ["\(endpoint.success.status)": success(endpoint)]
        for alternative in endpoint.alternatives {
            responses["\(alternative.status)"] = success(endpoint, alternative)
        }
        if endpoint.isConditional {
            responses["304"] = [
                "description": "If-None-Match contains the ETag of the current body.",
                "headers": OpenAPIHeaders.json(OpenAPIHeaders.unchanged(endpoint)),
            ]
        }
        for status in endpoint.refusals { responses["\(status)"] = ["$ref": .string(reference(status))] }
        responses["5XX"] = ["$ref": .string(reference(500))]
        return .object(responses)
    }

    /// The shared responses by name: each refusal, and the answer to a preflight.
    static var refusals: [String: JSONValue] {
        var components: [String: JSONValue] = [:]
        for (status, meaning) in meanings {
            var content: [String: JSONValue] = ["schema": problem.json()]
            if let example = ContractAnswers.refusals[status] { content["example"] = example }
            components["Refusal\(status)"] = [
                "description": .string(meaning), "content": ["application/problem+json": .object(content)],
                "headers": OpenAPIHeaders.json(OpenAPIHeaders.refusal(status)),
            ]
        }
        components["Preflight"] = [
            "description": "The answer to OPTIONS on the data plane; on the control plane it has only `Allow`.",
            "headers": OpenAPIHeaders.json(OpenAPIHeaders.preflight),
        ]
        return components
    }

    private static func success(_ endpoint: Endpoint, _ alternative: Endpoint.Alternative? = nil) -> JSONValue {
        var success: [String: JSONValue] = ["description": .string(alternative?.meaning ?? "Done.")]
        // A failure, such as 503 of readiness, has the same schema and fields, but neither example nor links.
        let isFailure = alternative.map { $0.status >= 400 } ?? false
        if let schema = endpoint.success.schema, alternative?.status != 204 {
            var content: [String: JSONValue] = ["schema": schema.json()]
            // OpenAPI 3.2 has `itemSchema` for such media types, 3.1 has none.
            if let line = endpoint.success.line { content["x-itemSchema"] = line.json() }
            if !isFailure, let example = ContractAnswers.successes[endpoint.id] { content["example"] = example }
            success["content"] = .object([endpoint.success.mediaType: .object(content)])
        }
        let fields = OpenAPIHeaders.success(endpoint)
        if !fields.isEmpty { success["headers"] = OpenAPIHeaders.json(fields) }
        if !isFailure, !endpoint.links.isEmpty {
            success["links"] = .object(
                endpoint.links.reduce(into: [:]) { links, link in
                    links[link.id] = [
                        "operationId": .string(link.id),
                        "parameters": .object(link.parameters.mapValues(JSONValue.string)),
                    ]
                })
        }
        return .object(success)
    }

    private static func reference(_ status: Int) -> String { "#/components/responses/Refusal\(status)" }

    /// The meaning of each status of a refusal, one sentence.
    static let meanings: [Int: String] = [
        400: "The request cannot be understood.", 401: "A token is required, or the token is not valid.",
        403: "The token has no right to do this.",
        404: "There is no such resource, or the caller may not know that it exists.",
        405: "The resource does not support the method; `Allow` lists the methods that it supports.",
        409: "The request conflicts with the stored state.",
        410: "The bytes of the release were removed; its metadata is still there.",
        412: "The resource is not in the state that If-Match names; `current` has its ETag, `resource` its content.",
        413: "The body is too long.", 414: "The target is too long.",
        415: "The operation does not accept the media type of the body.",
        421: "The console is not served under this host; the setting `consoleHosts` names its hosts.",
        422: "The body is well-formed but is refused; `errors` lists the positions and what to do.",
        428: "If-Match is missing.",
        429:
            "Too many wrong tokens, expensive requests or event streams; `Retry-After`: how long to wait.",
        500: "The server's own fault; where it is for the moment, `Retry-After` says how long.",
    ]
}
