import CanonicalJSON

/// What the contract promises of an operation's successful answer.
///
/// `ServerConnection` refuses any other answer. A test compares all of them with the server's contract, which commands
/// do not contain.
struct PromisedAnswer: Sendable {
    /// The method, and the path with `*` for each name in it.
    let operation: String
    /// The media type of the content.
    let mediaType: String
    /// Whether the field `ETag` is read.
    let hasTag: Bool
    /// The members that JSON must have.
    let members: [String]

    /// A refusal (RFC 9457).
    static let problem = PromisedAnswer("* * application/problem+json status title type")

    /// The promise for a request; an operation that is not listed promises some JSON object.
    static func of(_ method: String, _ path: String) -> PromisedAnswer {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        return all.first { promise in
            let words = promise.operation.split(separator: " ")
            let template = words[1].split(separator: "/")
            return words[0] == method && template.count == segments.count
                && zip(template, segments).allSatisfy { $0 == "*" || $0 == $1 }
        } ?? PromisedAnswer("\(method) *")
    }

    private init(_ line: String) {
        let words = line.split(separator: " ").map { String($0) }
        let promised = words.dropFirst(2)
        operation = words.prefix(2).joined(separator: " ")
        mediaType = promised.first { $0.contains("/") } ?? "application/json"
        hasTag = promised.contains("ETag")
        members = promised.filter { !$0.contains("/") && $0 != "ETag" }
    }

    /// A line for each operation whose answer has content; a path without names comes before others of its length.
    static let all = """
        GET /readyz checks ready
        GET /v1/apps apps next
        POST /v1/apps app createdAt poll revision title
        GET /v1/apps/* ETag app createdAt poll revision title
        PATCH /v1/apps/* app createdAt poll revision title
        GET /v1/apps/*/adoption from hours watchers
        GET /v1/apps/*/channels/* ETag app changedAt channel public sequence version
        PUT /v1/apps/*/channels/* app changedAt channel public sequence version
        GET /v1/apps/*/draft ETag revision rules settings
        PUT /v1/apps/*/draft findings revision rules
        GET /v1/apps/*/draft/body app format order publishedAt rules settings version
        POST /v1/apps/*/draft/check blocks findings revision
        GET /v1/apps/*/draft/diff ETag added changed removed
        POST /v1/apps/*/draft/discard discarded revision rules settings
        POST /v1/apps/*/draft/resolve outcome
        GET /v1/apps/*/draft/rules ETag next rules
        POST /v1/apps/*/draft/rules id match to
        GET /v1/apps/*/draft/rules/* ETag id match to
        PUT /v1/apps/*/draft/rules/* id match to
        GET /v1/apps/*/draft/rules/*/history edits editsIncomplete next releases rule
        POST /v1/apps/*/draft/rules/*/restore id match to
        GET /v1/apps/*/draft/settings ETag
        GET /v1/apps/*/draft/summary ETag added authors changed channel current edits errors exists moved next public \
        removed revision rules sequence served settings shrinks unpublished warnings
        GET /v1/apps/*/expectations ETag expectations revision
        PUT /v1/apps/*/expectations expectations revision
        POST /v1/apps/*/link-diagnoses at notes opens release steps
        GET /v1/apps/*/releases next releases
        POST /v1/apps/*/releases digest findings message publishedAt version
        GET /v1/apps/*/releases/* author contentDigest digest message publishedAt version
        GET /v1/apps/*/releases/*/body app format order publishedAt rules settings version
        GET /v1/apps/*/releases/*/diff/* added changed removed
        POST /v1/apps/*/releases/*/restore digest findings message publishedAt version
        GET /v1/apps/*/releases/*/surfaces files format rules settings
        POST /v1/apps/*/resolve outcome
        GET /v1/apps/*/screens next screens
        GET /v1/apps/*/screens/*/* ETag screens
        PUT /v1/apps/*/screens/*/* screens
        GET /v1/audit audit next
        POST /v1/audit/cut more rows
        GET /v1/audit/export application/jsonl
        GET /v1/audit/* changes complete next row total
        POST /v1/backup application/vnd.sqlite3
        GET /v1/hosts hosts next
        GET /v1/hosts/* ETag app changedAt host revision
        PUT /v1/hosts/* app changedAt host revision
        GET /v1/nodes away nodes store
        GET /v1/retention next retention
        POST /v1/retention more removed
        GET /v1/sessions next sessions
        POST /v1/sign-in-links expiresAt path
        GET /v1/tokens next tokens
        POST /v1/tokens apps createdAt id name role token
        POST /v1/tokens/*/rotate apps createdAt id name role token
        GET /v1/whoami apps id may name role
        """.split(separator: "\n").map { PromisedAnswer(String($0)) }
}

extension ServerAnswer {
    /// What an answer has in place of what Waymark answers to a request; nil if it is Waymark's.
    func difference(from method: String, _ path: String) -> String? {
        if method == "DELETE", isSuccess { return status == 204 ? nil : "\(status), not 204" }
        let found = contentType?.prefix { $0 != ";" && $0 != " " }.lowercased()
        // A server that is not ready says why, with 503.
        let isTold = isSuccess || path == "/readyz" && found != PromisedAnswer.problem.mediaType
        let promise = isTold ? PromisedAnswer.of(method, path) : .problem
        guard found == promise.mediaType else { return "\(status) and \(found ?? "no content type")" }
        if found?.hasSuffix("json") == false || found == "application/jsonl" { return nil }
        guard let members = json.objectValue else { return "\(status) and JSON that is no object" }
        if promise.hasTag, isSuccess, etag == nil { return "\(status) and no ETag" }
        return promise.members.first { members[$0] == nil }.map { "\(status) and JSON without “\($0)”" }
    }
}
