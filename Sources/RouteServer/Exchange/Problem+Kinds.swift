import CanonicalJSON

extension Problem {
    /// 400: the request itself cannot be understood.
    static func badRequest(_ detail: String, errors: [ProblemItem] = []) -> Problem {
        Problem(400, "bad-request", "The request cannot be understood", detail: detail, errors: errors)
    }

    /// 401 with the challenge of RFC 6750 section 3.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(
            401, "unauthorized", "A token is needed", detail: detail,
            fields: [ProblemField("WWW-Authenticate", "Bearer realm=\"waymark\"")])
    }

    /// 403: the token is known and may not do this.
    static func forbidden(_ detail: String) -> Problem {
        Problem(403, "forbidden", "The token may not do this", detail: detail)
    }

    /// 404: nothing is at this address, or nothing that the caller may know of.
    static func notFound(_ detail: String) -> Problem {
        Problem(404, "not-found", "There is nothing here", detail: detail)
    }

    /// 405 with the methods that this address has (RFC 9110 section 15.5.6).
    static func methodNotAllowed(_ method: String, allow: String) -> Problem {
        Problem(
            405, "method-not-allowed", "The method is not for this address",
            detail: "\(method) is not among \(allow)", fields: [ProblemField("Allow", allow)])
    }

    /// 409: what is asked for and what is there cannot both be.
    static func conflict(_ code: String, _ detail: String) -> Problem {
        Problem(409, code, "The request conflicts with what is there", detail: detail)
    }

    /// 412 with the entity tag that the resource has now.
    static func revisionMismatch(current tag: String) -> Problem {
        Problem(
            412, "revision-mismatch", "Somebody else was faster",
            detail: "the resource is at \(tag); read it again and decide anew",
            fields: [ProblemField("ETag", tag)], members: ["current": .string(tag)])
    }

    /// A 412 that brings the resource as it is now, with the tag it has now, so that the client can merge without
    /// another request; `null` where it is gone.
    func showing(_ current: Answer?) -> Problem {
        guard let current, let tag = current.fields.first(where: { $0.name == "ETag" })?.value else {
            var problem = self
            problem.members["resource"] = .null
            return problem
        }
        var problem = Problem.revisionMismatch(current: tag)
        let isTerminated = current.bytes.last == 0x0A
        problem.resource = isTerminated ? current.bytes.dropLast() : current.bytes
        return problem
    }

    /// 413: what was sent is longer than a named limit.
    static func tooLarge(_ detail: String) -> Problem {
        Problem(413, "too-large", "The request is too large", detail: detail)
    }

    /// 415 with the media type that would do (RFC 9110 section 15.5.16).
    static func unsupportedMediaType(_ got: String, wanted: String) -> Problem {
        Problem(
            415, "unsupported-media-type", "The body's type is not understood",
            detail: "the body is \(got.isEmpty ? "without a Content-Type" : got); send \(wanted)",
            fields: [ProblemField("Accept", wanted)])
    }

    /// 422: understood, and refused for what it says.
    static func unprocessable(
        _ code: String, _ detail: String, errors: [ProblemItem] = [], members: [String: JSONValue] = [:]
    ) -> Problem {
        Problem(422, code, "The content is refused", detail: detail, errors: errors, members: members)
    }

    /// 428: a write that names no revision could overwrite somebody's work (RFC 6585 section 3).
    static func preconditionRequired(current tag: String?) -> Problem {
        Problem(
            428, "precondition-required", "Say which revision is meant",
            detail: "send If-Match with the ETag that was read, or If-Match: * to overwrite whatever is there",
            fields: tag.map { [ProblemField("ETag", $0)] } ?? [])
    }

    /// 429 with the seconds to wait.
    static func tooManyAttempts(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-attempts", "Too many failed attempts",
            detail: "this source address sent too many wrong tokens; wait \(seconds) s",
            fields: [ProblemField("Retry-After", String(seconds))])
    }

    /// 503 with a time to try again.
    static func unavailable(_ code: String, _ detail: String, retryAfter seconds: Int = 5) -> Problem {
        Problem(
            503, code, "The server cannot do this now", detail: detail,
            fields: [ProblemField("Retry-After", String(seconds))])
    }

    /// 500: the server's own fault; says nothing about its inside.
    static func fault(_ detail: String) -> Problem {
        Problem(500, "server-fault", "The server failed", detail: detail)
    }
}
