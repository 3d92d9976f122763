import CanonicalJSON
import HTTPExchange

extension OpenAPIDocument {
    /// The responses of an operation: success, 304 and its refusals.
    static func responses(_ endpoint: Endpoint) -> JSONValue {
        var responses: [String: JSONValue] = ["\(endpoint.success.status)": success(endpoint)]
        for alternative in endpoint.alternatives {
            responses["\(alternative.status)"] = success(endpoint, alternative)
        }
        if endpoint.isConditional {
            responses["304"] = [
                "description": "The form whose ETag If-None-Match names is the current one.",
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
            var content: [String: JSONValue] = ["schema": problem.json]
            if let example = ContractAnswers.refusals[status] { content["example"] = example }
            components["Refusal\(status)"] = [
                "description": .string(meaning), "content": ["application/problem+json": .object(content)],
                "headers": OpenAPIHeaders.json(OpenAPIHeaders.refusal(status)),
            ]
        }
        components["Preflight"] = [
            "description": "What OPTIONS answers on the data plane, to whomever; on the control plane `Allow` alone.",
            "headers": OpenAPIHeaders.json(OpenAPIHeaders.preflight),
        ]
        return components
    }

    private static func success(_ endpoint: Endpoint, _ alternative: Endpoint.Alternative? = nil) -> JSONValue {
        var success: [String: JSONValue] = ["description": .string(alternative?.meaning ?? "Done.")]
        // A failure, such as 503 of readiness, has the same shape and fields, but neither example nor links.
        let isFailure = alternative.map { $0.status >= 400 } ?? false
        if let schema = endpoint.success.schema {
            var content: [String: JSONValue] = ["schema": schema.json]
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

    /// The meaning of each refusing status, in a sentence.
    static let meanings: [Int: String] = [
        400: "The request cannot be understood.", 401: "A token is needed, or this one is none.",
        403: "The token may not do this.", 404: "Nothing is here, or nothing that the caller may know of.",
        405: "The address is there and has no such method; `Allow` has those that it has.",
        409: "What is asked for and what is there cannot both be.",
        412: "The resource is no longer what If-Match names; `current` has its ETag and `resource` itself.",
        413: "The body is too long.", 414: "The target is too long.",
        415: "The body has another media type than the operation takes.",
        422: "The body is understood and refused; `errors` says where and what to do.",
        428: "If-Match is missing.",
        429:
            "Too many wrong tokens from this address, or too many expensive requests; `Retry-After`: how long to wait.",
        500: "The server's own fault; where it is for the moment, `Retry-After` says how long.",
    ]
}
