package import CanonicalJSON
import HTTPWire
import RouteModel
package import StoreRecords

extension Problem {
    /// 400: the request itself cannot be understood.
    package static func badRequest(_ detail: String, errors: [ProblemItem] = []) -> Problem {
        Problem(400, "bad-request", "The request cannot be understood", detail: detail, errors: errors)
    }

    /// `WWW-Authenticate` (RFC 6750 section 3): without an error, the request has shown no token.
    private static func challenge(_ error: String? = nil) -> [HeaderField] {
        [HeaderField("WWW-Authenticate", "Bearer realm=\"waymark\"" + (error.map { ", error=\"\($0)\"" } ?? ""))]
    }

    /// 401: the request shows no token.
    package static func unauthorized(_ detail: String) -> Problem {
        Problem(401, "unauthorized", "A token is required", detail: detail, fields: challenge())
    }

    /// 401: the token that the request shows is not valid.
    package static func invalidToken(_ detail: String) -> Problem {
        Problem(401, "unauthorized", "A token is required", detail: detail, fields: challenge("invalid_token"))
    }

    /// 403: the token is valid but has no right to do this.
    package static func forbidden(_ detail: String) -> Problem {
        Problem(
            403, "forbidden", "The token has no right to do this", detail: detail,
            fields: challenge("insufficient_scope"))
    }

    /// 401: the cookie's session has ended.
    package static let sessionEnded = Problem(
        401, "session-ended", "The session has ended",
        detail:
            "the session was ended, was not used for hours, or its token was revoked or rotated, or expired: sign in again",
        fields: challenge())

    /// 403: the request comes from a page that is not the console's.
    package static func crossSite(_ detail: String) -> Problem {
        Problem(403, "cross-site", "The request does not come from the console", detail: detail)
    }

    /// 403: browsers keep no cookie of the console for the address of the page.
    package static func notSecure(_ detail: String) -> Problem {
        Problem(403, "not-secure", "The console needs https here", detail: detail)
    }

    /// 404: the address has no resource, or none that the caller may see; `missing` says of what.
    package static func notFound(_ missing: StoreError.Missing, _ detail: String) -> Problem {
        Problem(404, "not-found", "Not found", detail: detail, members: ["missing": .string(missing.rawValue)])
    }

    /// 405 with the methods that this address has (RFC 9110 section 15.5.6).
    package static func methodNotAllowed(_ method: String, allow: String) -> Problem {
        Problem(
            405, "method-not-allowed", "The resource does not support this method",
            detail: "\(method) is not one of \(allow)", fields: [HeaderField("Allow", allow)])
    }

    /// 409: the request contradicts what is stored.
    package static func conflict(_ code: String, _ detail: String) -> Problem {
        Problem(409, code, "The request conflicts with the stored state", detail: detail)
    }

    /// 412 with the entity tag that the resource has now.
    package static func revisionMismatch(current tag: String) -> Problem {
        Problem(
            412, "revision-mismatch", "The resource has changed",
            detail: "the resource is now at \(tag); read it again, apply the change to it and send it with this tag",
            fields: [HeaderField("ETag", tag)], members: ["current": .string(tag)])
    }

    /// 412 for a request that creates only, with the entity tag that the resource has now.
    package static func alreadyExists(current tag: String) -> Problem {
        Problem(
            412, "exists", "The resource exists already",
            detail: "the resource is at \(tag); send this tag in If-Match, and no If-None-Match, to replace it",
            fields: [HeaderField("ETag", tag)], members: ["current": .string(tag)])
    }

    /// A 412 with the current resource and its tag, so that the client can merge without another request; `null` if the
    /// resource was deleted.
    package func showing(_ current: Answer?) -> Problem {
        guard let current, let tag = current.tag else {
            var problem = self
            problem.members["resource"] = .null
            return problem
        }
        var problem = code == "exists" ? Problem.alreadyExists(current: tag) : .revisionMismatch(current: tag)
        let isTerminated = current.bytes.last == 0x0A
        problem.resource = isTerminated ? current.bytes.dropLast() : current.bytes
        return problem
    }

    /// 413: the body is longer than a limit, which the detail names.
    package static func tooLarge(_ detail: String) -> Problem {
        Problem(413, "too-large", "The request is too large", detail: detail)
    }

    /// 415 with the media type to send (RFC 9110 section 15.5.16).
    package static func unsupportedMediaType(_ got: String, wanted: String) -> Problem {
        Problem(
            415, "unsupported-media-type", "The media type of the body is not supported",
            detail: "the body has \(got.isEmpty ? "no Content-Type" : "the type \(got)"); send \(wanted)",
            fields: [HeaderField("Accept", wanted)])
    }

    /// 415 for a coding of the body, with the one to send (RFC 9110 section 15.5.16, RFC 7694).
    package static func unsupportedCoding(_ got: String) -> Problem {
        Problem(
            415, "unsupported-coding", "The content coding of the body is not supported",
            detail: "the body has the coding \(got); send it as it is, or with Content-Encoding: gzip",
            fields: [HeaderField("Accept-Encoding", "gzip")])
    }

    /// 422: the content is well-formed but is refused.
    package static func unprocessable(
        _ code: String, _ detail: String, errors: [ProblemItem] = [], members: [String: JSONValue] = [:]
    ) -> Problem {
        Problem(422, code, "The content is refused", detail: detail, errors: errors, members: members)
    }

    /// 428: a write without `If-Match` could overwrite another writer's change (RFC 6585 section 3).
    static func preconditionRequired(current tag: String?) -> Problem {
        Problem(
            428, "precondition-required", "If-Match is missing",
            detail: "send If-Match with the ETag that was read, or If-Match: * to overwrite any state",
            fields: tag.map { [HeaderField("ETag", $0)] } ?? [])
    }

    /// 429 with the seconds to wait.
    package static func tooManyAttempts(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-attempts", "Too many failed attempts",
            detail: "this source address sent too many wrong tokens; wait \(seconds) s",
            fields: [HeaderField("Retry-After", String(seconds))])
    }

    /// 429 for a caller that has as many expensive requests as it may have.
    package static func tooManyAtOnce(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-at-once", "Too many expensive requests at once",
            detail: "this caller has as many checks, comparisons, imports, explanations and backups under way as it "
                + "may have; wait for one of them to end",
            fields: [HeaderField("Retry-After", String(seconds))])
    }

    /// 429 for a caller whose ordinary requests occupy as many workers as they may, and of which too many wait or have
    /// waited too long.
    package static func tooManyWaiting(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-waiting", "Too many requests of one caller wait",
            detail: "this caller has more requests under way than the server answers for one caller at once; send "
                + "fewer at a time, and wait for their answers",
            fields: [HeaderField("Retry-After", String(seconds))])
    }

    /// 429 while another backup is made or sent.
    package static func backupUnderWay(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-at-once", "Too many expensive requests at once",
            detail: "another backup is being made or sent, and there is one at a time; wait for its end",
            fields: [HeaderField("Retry-After", String(seconds))])
    }

    /// 429 for an address that has as many event streams as it may have.
    package static func tooManyStreams(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-streams", "Too many event streams",
            detail:
                "this source address has as many event streams as it may have (streamsPerAddressMax); "
                + "ask at intervals instead",
            fields: [HeaderField("Retry-After", String(seconds))])
    }

    /// 503 with the seconds after which to try again.
    package static func unavailable(_ code: String, _ detail: String, retryAfter seconds: Int = 5) -> Problem {
        Problem(
            503, code, "The server cannot do this at the moment", detail: detail,
            fields: [HeaderField("Retry-After", String(seconds))])
    }

    /// 500: an error inside the server.
    package static func fault(_ detail: String) -> Problem {
        Problem(500, "server-fault", "Internal error", detail: detail)
    }
}

extension Problem {
    /// 422 for a document with findings that block it.
    static func refused(_ findings: [Finding]) -> Problem {
        .unprocessable(
            "invalid-content", "the content is well-formed but has errors",
            errors: findings.prefix(ExchangeLimits.findingsMax).map(ProblemItem.init))
    }

    /// The problem of an error that a handler threw, of its own or of the store; nil for another error.
    package init?(thrown error: any Error, counting kind: EntityTag.Kind? = nil) {
        switch error {
        case let problem as Problem: self = problem
        case let error as StoreError: self.init(error, counting: kind)
        default: return nil
        }
    }

    /// A refusal of the store in HTTP: the one place where store errors become problems.
    ///
    /// - Parameters:
    /// - error: The reason; the store changed nothing.
    /// - kind: The kind of number in the request's `If-Match`, for the tag of a 412.
    package init(_ error: StoreError, counting kind: EntityTag.Kind? = nil) {
        switch error.code {
        case .revisionMismatch:
            self = .revisionMismatch(current: EntityTag.numbered(kind ?? .draft, error.current ?? 0).description)
        case .notFound:
            self = .notFound(error.missing ?? .address, error.detail)
        case .unknownChannel:
            self = Problem(404, error.code.rawValue, "There is no such channel", detail: error.sentence)
        case .removed:
            self = Problem(410, error.code.rawValue, "The release was removed", detail: error.sentence)
        case .lastPublicChannel:
            self = Problem(
                409, error.code.rawValue, "The last public channel needs its exact entity tag", detail: error.sentence,
                fields: [HeaderField("ETag", EntityTag.numbered(.channel, error.current ?? 0).description)])
        case .exists, .nameRetired, .unpublishedEdits, .lastAdmin, .keyRunning, .versionMismatch,
            .channelVisibility:
            self = .conflict(error.code.rawValue, error.sentence)
        case .channelMoved:
            self = .conflict(error.code.rawValue, error.sentence)
            members["base"] = error.reviewed.map { .integer(Int64($0)) }
            members["sequence"] = error.current.map { .integer(Int64($0)) }
        case .beyondGrantor:
            self = .forbidden(error.sentence)
        case .revoked:
            self = .invalidToken(error.sentence)
        case .keyReused, .invalid:
            self = .unprocessable(error.code.rawValue, error.sentence)
        case .busy, .closed, .locked, .readOnly, .diskFull:
            self = .unavailable("store-\(error.code.rawValue)", error.sentence)
        case .outcomeUnknown:
            self = Problem(
                503, "outcome-unknown", "It is not known whether the change is stored", detail: error.sentence,
                fields: [HeaderField("Retry-After", "5")])
        case .away:
            self = Problem(
                503, "store-away", "The database cannot be reached", detail: error.sentence,
                fields: [HeaderField("Retry-After", "5")])
        case .corrupt, .newer, .foreign, .storage:
            self = Problem(
                503, "store-\(error.code.rawValue)", "The database failed", detail: error.sentence,
                fields: [HeaderField("Retry-After", "30")])
        }
    }
}

extension Problem {
    /// 503: something stored is no longer what was written.
    static func damaged(_ detail: String, hint: String) -> Problem {
        Problem(StoreError(.corrupt, detail, hint: hint))
    }
}

extension StoreError {
    /// What happened and what to do, in one text.
    package var sentence: String { hint.isEmpty ? detail : "\(detail) \(hint)" }
}
