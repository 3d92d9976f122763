import HTTPWire

/// What is known of the request that an answer belongs to; goes into logs and journals, never to the client.
struct AnswerOrigin: Sendable, Hashable {
    /// The request's name, once it has one.
    var id: RequestID?
    /// What it asked for; nil where nothing is there.
    var endpoint: EndpointID?
    /// Whether that is of the control plane.
    var isControl = false
    /// The name of the token that was sent and accepted.
    var principal: String?
    /// The number of the release that is answered with.
    var release: Int?
    /// The release that a client was told of, for the metrics.
    var mark: ReleaseMark?

    init(release: Int? = nil) { self.release = release }

    var remark: AnswerRemark { AnswerRemark(requestID: id?.text, principal: principal, release: release) }
}

extension Answer {
    /// Names the answer after its request: in the log, in the header field that clients know it by, in a refusal.
    ///
    /// What caches keep of the data plane has no such name, because it will answer other requests, too.
    mutating func name(_ id: RequestID) {
        if case .problem(var problem) = body {
            problem.instance = id.uri
            body = .problem(problem)
        } else if !origin.isControl {
            return
        }
        origin.id = id
        fields.append(ProblemField(RequestID.field, id.text))
    }
}
